// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/conformance/harness/instance.h"

#include "core/base/faults/callforeign.h"

namespace qontroller::conformance {

namespace {

constexpr unsigned FirstAttempt = 1;
constexpr std::uint64_t NoFence = 0;

class Collector final : public ListSink
{
public:
    Collector(Listing &listing, const std::function<void()> &onId)
        : m_listing(listing)
        , m_onId(onId)
    {}
    void add(std::string_view id, Version) override
    {
        m_listing.ids.emplace(id);
        if (m_onId)
            m_onId();
    }
    void addLeftover(std::string_view id) override { m_listing.leftovers.emplace(id); }

private:
    Listing &m_listing;
    const std::function<void()> &m_onId;
};

Attempt attemptAt(const ObjectId &id, const std::stop_token &stop)
{
    return {id, "conformance", FirstAttempt, NoFence, stop};
}

} // namespace

template<class Function>
auto Instance::call(std::string name, Function function)
{
    CallNote note(m_notes, std::move(name));
    auto result = callForeign(std::move(function));
    if (!result)
        note.thrown(result.error().text);
    return result;
}

Listing Instance::list(const std::stop_token &stop, const std::function<void()> &onId)
{
    Listing listing;
    Collector sink(listing, onId);
    auto result = call("list", [&] { return m_parts.listerWatcher->list(sink, stop); });
    listing.result = result ? *std::move(result)
                            : ListResult::failed(std::move(result.error().text));
    return listing;
}

WatchEnd Instance::watch(WatchSink &sink, const std::string &cursor, const std::stop_token &stop)
{
    auto end = call("watch", [&] { return m_parts.listerWatcher->watch(sink, cursor, stop); });
    return end ? *std::move(end) : WatchEnd::failed(std::move(end.error().text));
}

Fetched<void> Instance::get(const ObjectId &id, const std::stop_token &stop, Listed listed)
{
    Attempt attempt = attemptAt(id, stop);
    attempt.isMissing = listed == Listed::No;
    return get(attempt);
}

Fetched<void> Instance::get(const Attempt &attempt)
{
    auto fetched = call("get of " + quoted(attempt.id),
                        [&] { return m_parts.reconciler->get(attempt); });
    return fetched ? *std::move(fetched) : Fetched<void>::failed(std::move(fetched.error().text));
}

Outcome Instance::add(const ObjectId &id, const std::shared_ptr<const void> &object,
                      const std::stop_token &stop)
{
    return add(object, attemptAt(id, stop));
}

Outcome Instance::add(const std::shared_ptr<const void> &object, const Attempt &attempt)
{
    auto outcome = call("add of " + quoted(attempt.id),
                        [&] { return m_parts.reconciler->add(object, attempt); });
    return outcome ? *std::move(outcome) : Outcome::retry(std::move(outcome.error().text));
}

Outcome Instance::remove(const ObjectId &id, const std::stop_token &stop)
{
    return remove(attemptAt(id, stop));
}

Outcome Instance::remove(const Attempt &attempt)
{
    auto outcome = call("remove of " + quoted(attempt.id),
                        [&] { return m_parts.reconciler->remove(attempt); });
    return outcome ? *std::move(outcome) : Outcome::retry(std::move(outcome.error().text));
}

Outcome Instance::handle(const ObjectId &id, const std::stop_token &stop)
{
    const Fetched<void> fetched = get(id, stop);
    switch (fetched.kind()) {
    case Fetched<void>::Kind::Found:
    case Fetched<void>::Kind::Assumed: return add(id, fetched.object(), stop);
    case Fetched<void>::Kind::Gone: return remove(id, stop);
    case Fetched<void>::Kind::Ignored: return Outcome::done();
    case Fetched<void>::Kind::Failed: break;
    }
    return Outcome::retry(fetched.error());
}

void Instance::describe(const ObjectId &id, const std::stop_token &stop)
{
    if (!m_parts.describer)
        return;
    static_cast<void>(call("describe of " + quoted(id), [&] {
        return m_parts.describer->desired(id, stop) + m_parts.describer->actual(id, stop);
    }));
}

} // namespace qontroller::conformance
