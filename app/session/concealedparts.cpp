// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/session/concealedparts.h"

#include "core/base/faults/callforeign.h"
#include "core/base/faults/shortage.h"
#include "core/engine/api/functions.h"
#include "core/members/consist/consistparts.h"

#include <functional>
#include <optional>
#include <stdexcept>
#include <type_traits>
#include <utility>

namespace qontroller {

namespace {

/// What becomes of whatever a part says. What over() does not know does not compile.
class Veil
{
public:
    explicit Veil(const Concealer &secrets)
        : m_secrets(std::make_shared<const Concealer>(secrets))
    {}

    [[nodiscard]] std::string over(std::string_view text) const
    {
        return m_secrets->concealed(std::string(text));
    }
    [[nodiscard]] Error over(const Error &error) const { return Error(over(error.message)); }
    [[nodiscard]] std::optional<Error> over(const std::optional<Error> &error) const
    {
        return error ? std::optional(over(*error)) : std::nullopt;
    }
    template<class T>
    [[nodiscard]] tl::expected<T, Error> over(tl::expected<T, Error> result) const
    {
        return std::move(result).map_error([this](const Error &error) { return over(error); });
    }
    [[nodiscard]] ListResult over(ListResult result) const
    {
        switch (result.kind()) {
        case ListResult::Kind::Partial:
            return ListResult::partial(over(result.text()), result.below());
        case ListResult::Kind::Failed:
            return result.isForeign() ? ListResult::foreign(over(result.text()))
                                      : ListResult::failed(over(result.text()));
        case ListResult::Kind::Complete: break;
        }
        return result.doubt().empty() ? std::move(result)
                                      : ListResult::replaced(over(result.doubt()), result.text());
    }
    [[nodiscard]] WatchEnd over(const WatchEnd &end) const
    {
        return end.kind() == WatchEnd::Kind::Failed ? WatchEnd::failed(over(end.error())) : end;
    }
    [[nodiscard]] Fetched<void> over(Fetched<void> fetched) const
    {
        return fetched.kind() == Fetched<void>::Kind::Failed
                   ? Fetched<void>::failed(over(fetched.error()))
                   : fetched;
    }
    [[nodiscard]] Outcome over(const Outcome &outcome) const
    {
        std::string text = over(outcome.text());
        switch (outcome.kind()) {
        case Outcome::Kind::Retry: return Outcome::retry(std::move(text));
        case Outcome::Kind::Park: return Outcome::park(std::move(text));
        case Outcome::Kind::Wait: return Outcome::wait(std::move(text), outcome.delay());
        case Outcome::Kind::Shortage: return Outcome::shortage(std::move(text), outcome.delay());
        case Outcome::Kind::RequeueAfter:
            return Outcome::requeueAfter(outcome.delay(), std::move(text));
        case Outcome::Kind::Done: break;
        }
        return Outcome::done(std::move(text));
    }
    [[nodiscard]] LockResult over(LockResult result) const;
    [[nodiscard]] Applied over(Applied applied) const
    {
        for (ItemFailure &failure : applied.failed)
            failure.error = over(failure.error);
        applied.error = over(applied.error);
        return applied;
    }

    /// \a function, but what it throws has another text. For what no person reads.
    template<class Function>
    [[nodiscard]] auto guarding(Function function) const
    {
        return [function = std::move(function), veil = *this](auto &&...arguments) {
            auto result = callForeign([&] {
                return std::invoke(function, std::forward<decltype(arguments)>(arguments)...);
            });
            if (!result && result.error().isShortage())
                throw HostShortage(veil.over(result.error().text));
            if (!result)
                throw std::runtime_error(veil.over(result.error().text));
            if constexpr (!std::is_void_v<typename decltype(result)::value_type>)
                return *std::move(result);
        };
    }
    /// … and what it returns as well. For what persons read.
    template<class Function>
    [[nodiscard]] auto before(Function function) const
    {
        return [function = guarding(std::move(function)), veil = *this](auto &&...arguments) {
            return veil.over(function(std::forward<decltype(arguments)>(arguments)...));
        };
    }

private:
    std::shared_ptr<const Concealer> m_secrets;
};

/// What all parts below have: another that they stand before.
template<class Part>
class Behind : public Part
{
public:
    Behind(std::shared_ptr<Part> inner, Veil veil)
        : m_inner(std::move(inner))
        , m_veil(std::move(veil))
    {}

protected:
    [[nodiscard]] Part &inner() const { return *m_inner; }
    [[nodiscard]] const Veil &veil() const { return m_veil; }
    template<class Function, class... Arguments>
    auto call(Function function, Arguments &&...arguments) const
    {
        return m_veil.before(function)(*m_inner, std::forward<Arguments>(arguments)...);
    }
    template<class Function, class... Arguments>
    auto guard(Function function, Arguments &&...arguments) const
    {
        return m_veil.guarding(function)(*m_inner, std::forward<Arguments>(arguments)...);
    }

private:
    std::shared_ptr<Part> m_inner;
    Veil m_veil;
};

class VeiledWatchSink final : public WatchSink
{
public:
    VeiledWatchSink(WatchSink &sink, const Veil &veil)
        : m_sink(sink)
        , m_veil(veil)
    {}
    void ready() override { m_sink.ready(); }
    void event(EventType type, std::string_view id, Version version) override
    {
        m_sink.event(type, id, version);
    }
    void cursor(std::string_view cursor) override { m_sink.cursor(cursor); }
    void missed(std::string_view why) override { m_sink.missed(m_veil.over(why)); }
    void error(std::string_view what) override { m_sink.error(m_veil.over(what)); }

private:
    WatchSink &m_sink;
    const Veil &m_veil;
};

class VeiledSource final : public Behind<ListerWatcher>
{
public:
    using Behind::Behind;
    ListResult list(ListSink &sink, std::stop_token stop) override
    {
        return call(&ListerWatcher::list, sink, std::move(stop));
    }
    [[nodiscard]] WatchMode watchMode() const override { return guard(&ListerWatcher::watchMode); }
    WatchEnd watch(WatchSink &sink, const std::string &cursor, std::stop_token stop) override
    {
        VeiledWatchSink veiled(sink, veil());
        return call(&ListerWatcher::watch, veiled, cursor, std::move(stop));
    }
    void takeOver() override { guard(&ListerWatcher::takeOver); }
};

class VeiledAttemptSink final : public Behind<AttemptSink>
{
public:
    using Behind::Behind;
    void progress(std::uint64_t done, std::uint64_t total) override
    {
        inner().progress(done, total);
    }
    void event(std::string_view kind, std::string_view text) override
    {
        inner().event(veil().over(kind), veil().over(text));
    }
    void log(LogLevel level, std::string_view text) override
    {
        inner().log(level, veil().over(text));
    }
    void count(std::string_view name, double add) override
    {
        inner().count(veil().over(name), add);
    }
    void gauge(std::string_view name, double value) override
    {
        inner().gauge(veil().over(name), value);
    }
    void requeue(std::string_view id) override { inner().requeue(id); }
    // Dots in its place would be given to the next attempt.
    void keep(std::string_view text) override
    {
        if (veil().over(text) != text)
            throw std::invalid_argument("keep() was given a text with a secret of the parameters, "
                                        "which would stand in the journal and be shown");
        inner().keep(text);
    }
};

class VeiledReconciler final : public Behind<Reconciler>
{
public:
    using Behind::Behind;
    Fetched<void> get(const Attempt &attempt) override
    {
        return call(&Reconciler::get, veiled(attempt));
    }
    Outcome add(const std::shared_ptr<const void> &object, const Attempt &attempt) override
    {
        return call(&Reconciler::add, object, veiled(attempt));
    }
    Outcome remove(const Attempt &attempt) override
    {
        return call(&Reconciler::remove, veiled(attempt));
    }

private:
    [[nodiscard]] Attempt veiled(Attempt attempt) const
    {
        if (attempt.sink)
            attempt.sink = std::make_shared<VeiledAttemptSink>(std::move(attempt.sink), veil());
        return attempt;
    }
};

class VeiledLock final : public Behind<ObjectLock>
{
public:
    using Behind::Behind;
    [[nodiscard]] std::uint64_t fence() const override { return guard(&ObjectLock::fence); }
    [[nodiscard]] std::chrono::steady_clock::time_point validUntil() const override
    {
        return guard(&ObjectLock::validUntil);
    }
    [[nodiscard]] std::optional<Error> release(std::stop_token stop) override
    {
        return call(&ObjectLock::release, std::move(stop));
    }
};

class VeiledAdmission final : public Behind<ConsistAdmission>
{
public:
    using Behind::Behind;
    [[nodiscard]] std::vector<ObjectId> mustBeTakenInBy(std::string_view employee) override
    {
        return guard(&ConsistAdmission::mustBeTakenInBy, employee);
    }
};

class VeiledAdapter final : public Behind<AnyConsistAdapter>
{
public:
    using Behind::Behind;
    [[nodiscard]] std::string controllerName() const override
    {
        return guard(&AnyConsistAdapter::controllerName);
    }
    [[nodiscard]] Items expected(ConsistSide side, const ConsistEmployer &employer) override
    {
        return call(&AnyConsistAdapter::expected, side, employer);
    }
    [[nodiscard]] Items current(ConsistSide side, const ConsistEmployer &employer) override
    {
        return call(&AnyConsistAdapter::current, side, employer);
    }
    Applied apply(ConsistSide side, ConsistVerb verb, const ConsistEmployer &employer,
                  std::span<const AnyItem> items) override
    {
        return call(&AnyConsistAdapter::apply, side, verb, employer, items);
    }
    [[nodiscard]] bool isEqual(ConsistSide side, const AnyItem &a, const AnyItem &b) const override
    {
        return guard(&AnyConsistAdapter::isEqual, side, a, b);
    }
    [[nodiscard]] std::string statusOf(ConsistSide side, const AnyItem &item) const override
    {
        return call(&AnyConsistAdapter::statusOf, side, item);
    }
    [[nodiscard]] std::optional<std::vector<std::string>> selectedEmployeeNames(
        const ConsistEmployer &employer) override
    {
        return guard(&AnyConsistAdapter::selectedEmployeeNames, employer);
    }
    [[nodiscard]] std::string recordOf(const ConsistEmployer &employer) override
    {
        return guard(&AnyConsistAdapter::recordOf, employer);
    }
};

LockResult Veil::over(LockResult result) const
{
    switch (result.kind()) {
    case LockResult::Kind::Granted:
        return LockResult::granted(std::make_unique<VeiledLock>(result.take(), *this));
    case LockResult::Kind::Refused:
        return LockResult::refused(over(result.text()), result.retryAfter());
    case LockResult::Kind::Failed: return LockResult::failed(over(result.text()));
    case LockResult::Kind::Away: break;
    }
    return LockResult::away(over(result.text()));
}

/// Puts \a Veiled before \a part, unless it is null.
template<class Veiled, class Part>
void cover(std::shared_ptr<Part> &part, const Veil &veil)
{
    if (part)
        part = std::make_shared<Veiled>(std::move(part), veil);
}

void cover(std::shared_ptr<ObjectLocker> &locker, const Veil &veil)
{
    if (locker)
        locker = makeLocker(veil.before(std::bind_front(&ObjectLocker::acquire, locker)));
}

void cover(std::shared_ptr<Describer> &describer, const Veil &veil)
{
    if (describer)
        describer = makeDescriber(veil.before(std::bind_front(&Describer::desired, describer)),
                                  veil.before(std::bind_front(&Describer::actual, describer)));
}

void cover(std::shared_ptr<OwnerRelation> &owners, const Veil &veil)
{
    if (owners)
        owners = makeOwners(veil.guarding(std::bind_front(&OwnerRelation::ownersOf, owners)));
}

template<class Signature>
void cover(std::function<Signature> &function, const Veil &veil)
{
    if (function)
        function = veil.before(std::move(function));
}

template<class Signature>
void guard(std::function<Signature> &function, const Veil &veil)
{
    if (function)
        function = veil.guarding(std::move(function));
}

void cover(SourceMemory &memory, const Veil &veil)
{
    guard(memory.restore, veil);
    guard(memory.text, veil);
}

void cover(ConsistOptions &options, const Veil &veil)
{
    guard(options.labelsOf, veil);
    cover(options.mayBegin, veil);
    cover(options.mayWork, veil);
    cover(options.deleteEmployee, veil);
    cover(options.operationsOf, veil);
    for (auto &[type, does] : options.operate)
        cover(does.call, veil);
    for (auto &[site, source, employers, predicate, memory] : options.employees) {
        cover<VeiledSource>(source, veil);
        cover(employers, veil);
        guard(predicate, veil);
        cover(memory, veil);
    }
    guard(options.employerPredicate, veil);
    cover(options.employerMemory, veil);
}

void cover(std::shared_ptr<const ConsistParts> &consist, const Veil &veil)
{
    if (!consist)
        return;
    ConsistParts parts = *consist;
    auto &[adapter, options, admission] = parts;
    cover<VeiledAdapter>(adapter, veil);
    cover(options, veil);
    cover<VeiledAdmission>(admission, veil);
    consist = std::make_shared<const ConsistParts>(std::move(parts));
}

} // namespace

ControllerParts concealed(ControllerParts parts, const Concealer &secrets)
{
    if (secrets.isEmpty())
        return parts;
    const Veil veil(secrets);
    auto &[source, reconciler, locker, describer, related, afterBurst, consist] = parts;
    cover<VeiledSource>(source, veil);
    cover<VeiledReconciler>(reconciler, veil);
    cover(locker, veil);
    cover(describer, veil);
    for (auto &[other, owners] : related) {
        cover<VeiledSource>(other, veil);
        cover(owners, veil);
    }
    cover(consist, veil);
    return parts;
}

std::shared_ptr<ObjectLocker> concealed(std::shared_ptr<ObjectLocker> locker,
                                        const Concealer &secrets)
{
    if (!secrets.isEmpty())
        cover(locker, Veil(secrets));
    return locker;
}

} // namespace qontroller
