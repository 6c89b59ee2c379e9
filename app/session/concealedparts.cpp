// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/session/concealedparts.h"

#include "core/base/faults/callforeign.h"
#include "core/base/faults/shortage.h"
#include "core/members/consist/consistparts.h"

#include <functional>
#include <optional>
#include <stdexcept>
#include <utility>

namespace qontroller {

namespace {

/// What all of the classes below do with a text and with an exception.
class Veil
{
public:
    explicit Veil(std::shared_ptr<const Concealer> secrets)
        : m_secrets(std::move(secrets))
    {}

    [[nodiscard]] std::string over(std::string text) const
    {
        return m_secrets->concealed(std::move(text));
    }
    [[nodiscard]] Error over(Error error) const { return Error(over(std::move(error.message))); }
    [[nodiscard]] std::optional<Error> over(std::optional<Error> error) const
    {
        return error ? std::optional(over(std::move(*error))) : std::nullopt;
    }

    /// Calls \a function; what it throws is thrown again with another text.
    template<class Function>
    [[nodiscard]] std::invoke_result_t<Function> call(Function function) const
    {
        auto result = callForeign(std::move(function));
        if (result)
            return *std::move(result);
        if (result.error().isShortage())
            throw HostShortage(over(std::move(result.error().text)));
        throw std::runtime_error(over(std::move(result.error().text)));
    }

private:
    std::shared_ptr<const Concealer> m_secrets;
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
    void missed(std::string_view why) override { m_sink.missed(m_veil.over(std::string(why))); }
    void error(std::string_view what) override { m_sink.error(m_veil.over(std::string(what))); }

private:
    WatchSink &m_sink;
    const Veil &m_veil;
};

class VeiledSource final : public ListerWatcher
{
public:
    VeiledSource(std::shared_ptr<ListerWatcher> inner, Veil veil)
        : m_inner(std::move(inner))
        , m_veil(std::move(veil))
    {}

    ListResult list(ListSink &sink, std::stop_token stop) override
    {
        ListResult result = m_veil.call([&] { return m_inner->list(sink, std::move(stop)); });
        switch (result.kind()) {
        case ListResult::Kind::Partial:
            return ListResult::partial(m_veil.over(result.text()), result.below());
        case ListResult::Kind::Failed: return ListResult::failed(m_veil.over(result.text()));
        case ListResult::Kind::Complete: break;
        }
        return result.doubt().empty()
                   ? std::move(result)
                   : ListResult::replaced(m_veil.over(result.doubt()), result.text());
    }
    [[nodiscard]] WatchMode watchMode() const override
    {
        return m_veil.call([&] { return m_inner->watchMode(); });
    }
    WatchEnd watch(WatchSink &sink, const std::string &cursor, std::stop_token stop) override
    {
        VeiledWatchSink veiled(sink, m_veil);
        WatchEnd end = m_veil.call([&] { return m_inner->watch(veiled, cursor, std::move(stop)); });
        return end.kind() == WatchEnd::Kind::Failed ? WatchEnd::failed(m_veil.over(end.error()))
                                                    : end;
    }

private:
    std::shared_ptr<ListerWatcher> m_inner;
    Veil m_veil;
};

class VeiledAttemptSink final : public AttemptSink
{
public:
    VeiledAttemptSink(std::shared_ptr<AttemptSink> inner, Veil veil)
        : m_inner(std::move(inner))
        , m_veil(std::move(veil))
    {}

    void progress(std::uint64_t done, std::uint64_t total) override
    {
        m_inner->progress(done, total);
    }
    void event(std::string_view kind, std::string_view text) override
    {
        m_inner->event(m_veil.over(std::string(kind)), m_veil.over(std::string(text)));
    }
    void log(LogLevel level, std::string_view text) override
    {
        m_inner->log(level, m_veil.over(std::string(text)));
    }
    void count(std::string_view name, double add) override
    {
        m_inner->count(m_veil.over(std::string(name)), add);
    }
    void gauge(std::string_view name, double value) override
    {
        m_inner->gauge(m_veil.over(std::string(name)), value);
    }
    void requeue(std::string_view id) override { m_inner->requeue(id); }

private:
    std::shared_ptr<AttemptSink> m_inner;
    Veil m_veil;
};

class VeiledReconciler final : public Reconciler
{
public:
    VeiledReconciler(std::shared_ptr<Reconciler> inner, Veil veil)
        : m_inner(std::move(inner))
        , m_veil(std::move(veil))
    {}

    Fetched<void> get(const Attempt &attempt) override
    {
        auto fetched = m_veil.call([&] { return m_inner->get(veiled(attempt)); });
        return fetched.kind() == Fetched<void>::Kind::Failed
                   ? Fetched<void>::failed(m_veil.over(fetched.error()))
                   : fetched;
    }
    Outcome add(const std::shared_ptr<const void> &object, const Attempt &attempt) override
    {
        return veiled(m_veil.call([&] { return m_inner->add(object, veiled(attempt)); }));
    }
    Outcome remove(const Attempt &attempt) override
    {
        return veiled(m_veil.call([&] { return m_inner->remove(veiled(attempt)); }));
    }

private:
    [[nodiscard]] Attempt veiled(Attempt attempt) const
    {
        if (attempt.sink)
            attempt.sink = std::make_shared<VeiledAttemptSink>(std::move(attempt.sink), m_veil);
        return attempt;
    }

    [[nodiscard]] Outcome veiled(Outcome outcome) const
    {
        switch (outcome.kind()) {
        case Outcome::Kind::Retry: return Outcome::retry(m_veil.over(outcome.text()));
        case Outcome::Kind::Park: return Outcome::park(m_veil.over(outcome.text()));
        case Outcome::Kind::Wait:
            return Outcome::wait(m_veil.over(outcome.text()), outcome.delay());
        case Outcome::Kind::Shortage:
            return Outcome::shortage(m_veil.over(outcome.text()), outcome.delay());
        case Outcome::Kind::Done: return Outcome::done(m_veil.over(outcome.text()));
        case Outcome::Kind::RequeueAfter:
            return Outcome::requeueAfter(outcome.delay(), m_veil.over(outcome.text()));
        }
        return outcome;
    }

    std::shared_ptr<Reconciler> m_inner;
    Veil m_veil;
};

class VeiledLock final : public ObjectLock
{
public:
    VeiledLock(std::unique_ptr<ObjectLock> inner, Veil veil)
        : m_inner(std::move(inner))
        , m_veil(std::move(veil))
    {}
    [[nodiscard]] std::uint64_t fence() const override
    {
        return m_veil.call([&] { return m_inner->fence(); });
    }
    [[nodiscard]] std::chrono::steady_clock::time_point validUntil() const override
    {
        return m_veil.call([&] { return m_inner->validUntil(); });
    }
    [[nodiscard]] std::optional<Error> release(std::stop_token stop) override
    {
        return m_veil.over(m_veil.call([&] { return m_inner->release(std::move(stop)); }));
    }

private:
    std::unique_ptr<ObjectLock> m_inner;
    Veil m_veil;
};

class VeiledLocker final : public ObjectLocker
{
public:
    VeiledLocker(std::shared_ptr<ObjectLocker> inner, Veil veil)
        : m_inner(std::move(inner))
        , m_veil(std::move(veil))
    {}
    LockResult acquire(const ObjectId &id, std::shared_ptr<LockSink> sink,
                       std::stop_token stop) override
    {
        LockResult result = m_veil.call(
            [&] { return m_inner->acquire(id, std::move(sink), std::move(stop)); });
        switch (result.kind()) {
        case LockResult::Kind::Granted:
            return LockResult::granted(std::make_unique<VeiledLock>(result.take(), m_veil));
        case LockResult::Kind::Refused:
            return LockResult::refused(m_veil.over(result.text()), result.retryAfter());
        case LockResult::Kind::Failed: return LockResult::failed(m_veil.over(result.text()));
        case LockResult::Kind::Away: break;
        }
        return LockResult::away(m_veil.over(result.text()));
    }

private:
    std::shared_ptr<ObjectLocker> m_inner;
    Veil m_veil;
};

class VeiledDescriber final : public Describer
{
public:
    VeiledDescriber(std::shared_ptr<Describer> inner, Veil veil)
        : m_inner(std::move(inner))
        , m_veil(std::move(veil))
    {}
    [[nodiscard]] std::string desired(const ObjectId &id, std::stop_token stop) override
    {
        return m_veil.over(m_veil.call([&] { return m_inner->desired(id, std::move(stop)); }));
    }
    [[nodiscard]] std::string actual(const ObjectId &id, std::stop_token stop) override
    {
        return m_veil.over(m_veil.call([&] { return m_inner->actual(id, std::move(stop)); }));
    }

private:
    std::shared_ptr<Describer> m_inner;
    Veil m_veil;
};

class VeiledOwners final : public OwnerRelation
{
public:
    VeiledOwners(std::shared_ptr<OwnerRelation> inner, Veil veil)
        : m_inner(std::move(inner))
        , m_veil(std::move(veil))
    {}
    [[nodiscard]] std::vector<ObjectId> ownersOf(const ObjectId &id, std::stop_token stop) override
    {
        return m_veil.call([&] { return m_inner->ownersOf(id, std::move(stop)); });
    }

private:
    std::shared_ptr<OwnerRelation> m_inner;
    Veil m_veil;
};

class VeiledAdapter final : public AnyConsistAdapter
{
public:
    VeiledAdapter(std::shared_ptr<AnyConsistAdapter> inner, Veil veil)
        : m_inner(std::move(inner))
        , m_veil(std::move(veil))
    {}

    [[nodiscard]] std::string controllerName() const override { return m_inner->controllerName(); }
    [[nodiscard]] Items expected(ConsistSide side, const ConsistEmployer &employer) override
    {
        return veiled(m_veil.call([&] { return m_inner->expected(side, employer); }));
    }
    [[nodiscard]] Items current(ConsistSide side, const ConsistEmployer &employer) override
    {
        return veiled(m_veil.call([&] { return m_inner->current(side, employer); }));
    }
    Applied apply(ConsistSide side, ConsistVerb verb, const ConsistEmployer &employer,
                  std::span<const AnyItem> items) override
    {
        Applied applied = m_veil.call([&] { return m_inner->apply(side, verb, employer, items); });
        for (ItemFailure &failure : applied.failed)
            failure.error = m_veil.over(std::move(failure.error));
        applied.error = m_veil.over(std::move(applied.error));
        return applied;
    }
    [[nodiscard]] bool isEqual(ConsistSide side, const AnyItem &a, const AnyItem &b) const override
    {
        return m_veil.call([&] { return m_inner->isEqual(side, a, b); });
    }
    [[nodiscard]] std::string statusOf(ConsistSide side, const AnyItem &item) const override
    {
        return m_veil.over(m_veil.call([&] { return m_inner->statusOf(side, item); }));
    }
    [[nodiscard]] std::optional<std::vector<std::string>> selectedEmployeeNames(
        const ConsistEmployer &employer) override
    {
        return m_veil.call([&] { return m_inner->selectedEmployeeNames(employer); });
    }
    [[nodiscard]] std::string recordOf(const ConsistEmployer &employer) override
    {
        return m_veil.call([&] { return m_inner->recordOf(employer); });
    }

private:
    [[nodiscard]] Items veiled(Items items) const
    {
        if (!items)
            return tl::unexpected(m_veil.over(std::move(items.error())));
        return items;
    }

    std::shared_ptr<AnyConsistAdapter> m_inner;
    Veil m_veil;
};

/// \a inner behind \a veil, as \a Veiled does it; null if there is none.
template<class Veiled, class Part>
std::shared_ptr<Part> behind(const Veil &veil, std::shared_ptr<Part> inner)
{
    return inner ? std::make_shared<Veiled>(std::move(inner), veil) : nullptr;
}

/// Functions of a consist controller's options; each returns an error, an expected or a value.
template<class Result, class... Arguments>
void cover(std::function<Result(Arguments...)> &function, const Veil &veil)
{
    if (!function)
        return;
    function = [inner = std::move(function), veil](Arguments... arguments) -> Result {
        Result result = veil.call([&] { return inner(std::forward<Arguments>(arguments)...); });
        if constexpr (std::is_same_v<Result, std::optional<Error>>)
            return veil.over(std::move(result));
        if constexpr (requires { result.error().message; }) {
            if (!result)
                return tl::unexpected(veil.over(std::move(result.error())));
        }
        return result;
    };
}

std::shared_ptr<const ConsistParts> behind(const Veil &veil, const ConsistParts &inner)
{
    ConsistParts parts = inner;
    parts.adapter = behind<VeiledAdapter>(veil, std::move(parts.adapter));
    cover(parts.options.labelsOf, veil);
    cover(parts.options.mayBegin, veil);
    cover(parts.options.deleteEmployee, veil);
    cover(parts.options.operationsOf, veil);
    for (auto &[type, does] : parts.options.operate)
        cover(does.call, veil);
    for (EmployeeSource &source : parts.options.employees) {
        source.listerWatcher = behind<VeiledSource>(veil, std::move(source.listerWatcher));
        source.employers = behind<VeiledOwners>(veil, std::move(source.employers));
    }
    return std::make_shared<const ConsistParts>(std::move(parts));
}

} // namespace

ControllerParts concealed(ControllerParts parts, const Concealer &secrets)
{
    if (secrets.isEmpty())
        return parts;
    const Veil veil(std::make_shared<const Concealer>(secrets));
    parts.listerWatcher = behind<VeiledSource>(veil, std::move(parts.listerWatcher));
    parts.reconciler = behind<VeiledReconciler>(veil, std::move(parts.reconciler));
    parts.locker = behind<VeiledLocker>(veil, std::move(parts.locker));
    parts.describer = behind<VeiledDescriber>(veil, std::move(parts.describer));
    for (RelatedSource &source : parts.related) {
        source.listerWatcher = behind<VeiledSource>(veil, std::move(source.listerWatcher));
        source.owners = behind<VeiledOwners>(veil, std::move(source.owners));
    }
    if (parts.consist)
        parts.consist = behind(veil, *parts.consist);
    return parts;
}

std::shared_ptr<ObjectLocker> concealed(std::shared_ptr<ObjectLocker> locker,
                                        const Concealer &secrets)
{
    if (secrets.isEmpty())
        return locker;
    return behind<VeiledLocker>(Veil(std::make_shared<const Concealer>(secrets)),
                                std::move(locker));
}

} // namespace qontroller
