// SPDX-License-Identifier: GPL-3.0-or-later
#include "fakefeed.h"

#include "core/engine/observe/events/errorsignature.h"
#include "core/engine/observe/feed/delta.h"
#include "core/engine/observe/items/givenup.h"
#include "core/engine/observe/items/itemdetail.h"
#include "core/engine/observe/items/itemmark.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace qontroller::test {

struct FakeFeed::Known
{
    struct Controller
    {
        ControllerDelta delta;
        std::map<ItemKey, ItemRow> rows;
        std::set<ItemKey> changed;
        bool isToCount = false; // what is given up

        void countFailures();
    };
    std::map<ControllerId, Controller> controllers;
    std::map<ObjectId, ItemDetail> details;
};

/// By cause, as the engine does.
void FakeFeed::Known::Controller::countFailures()
{
    std::map<std::string, FailureCause> causes;
    for (const auto &[key, row] : rows) {
        if (!countsAsGivenUp(row))
            continue;
        std::string signature = errorSignature(errorOf(row), row.id);
        if (!causes.contains(signature) && causes.size() >= MostFailureCauses)
            signature.clear(); // one of the others
        FailureCause &cause = causes[signature];
        cause.since = cause.count == 0 ? row.lastError : std::min(cause.since, row.lastError);
        ++cause.count;
        cause.parked += row.state == ItemState::Parked ? 1 : 0;
        cause.signature = signature;
        cause.text = errorOf(row);
    }
    delta.failures.clear();
    for (const auto &[signature, cause] : causes)
        delta.failures.push_back(cause);
    isToCount = false;
}

FakeFeed::FakeFeed()
    : m_known(std::make_unique<Known>())
{}

FakeFeed::~FakeFeed() = default;

std::vector<ControllerId> FakeFeed::ids() const
{
    const std::lock_guard lock(m_mutex);
    std::vector<ControllerId> ids;
    for (const auto &[id, known] : m_known->controllers)
        ids.push_back(id);
    return ids;
}

ControllerId FakeFeed::addController(const std::string &name, const std::string &plugin, HostRun of)
{
    const std::lock_guard lock(m_mutex);
    const ControllerId id(m_nextController++, of);
    ControllerDelta &delta = m_known->controllers[id].delta;
    delta.id = id;
    delta.name = name;
    delta.plugin = plugin;
    delta.state = ControllerState::Running;
    delta.watch = WatchState::Live;
    delta.lists.last = ListEnd::Complete;
    delta.lists.wasComplete = true;
    delta.lists.endedAt = m_now - std::chrono::seconds(12);
    delta.startedAt = m_now - std::chrono::hours(3);
    delta.gauges.workers = delta.options.workers;
    return id;
}

void FakeFeed::removeController(ControllerId id)
{
    const std::lock_guard lock(m_mutex);
    m_known->controllers.erase(id);
    m_removed.push_back(id);
}

void FakeFeed::edit(ControllerId id, const std::function<void(ControllerView &)> &change)
{
    const std::lock_guard lock(m_mutex);
    change(m_known->controllers.at(id).delta);
}

void FakeFeed::handle(ControllerId id, Duration latency, std::uint64_t times)
{
    const std::lock_guard lock(m_mutex);
    m_known->controllers.at(id).delta.latencies.handler.record(latency, times);
}

ItemKey FakeFeed::setItem(ControllerId id, ItemRow row)
{
    const std::lock_guard lock(m_mutex);
    auto &fake = m_known->controllers.at(id);
    if (row.key == 0)
        row.key = m_nextKey++;
    Gauges &gauges = fake.delta.gauges;
    const auto known = fake.rows.find(row.key);
    if (known != fake.rows.end())
        --gauges.states[static_cast<std::size_t>(known->second.state)];
    ++gauges.states[static_cast<std::size_t>(row.state)];
    fake.rows[row.key] = row;
    fake.changed.insert(row.key);
    gauges.known = fake.rows.size();
    fake.isToCount = true;
    return row.key;
}

ItemKey FakeFeed::setItem(ControllerId id, const std::string &name, ItemState state,
                          const std::string &text, std::uint32_t errors)
{
    ItemRow row;
    {
        const std::lock_guard lock(m_mutex);
        for (const auto &[key, known] : m_known->controllers.at(id).rows) {
            if (known.id == name)
                row = known;
        }
        row.since = m_now;
        row.firstSeen = row.firstSeen == TimePoint{} ? m_now : row.firstSeen;
    }
    row.id = name;
    row.state = state;
    row.paused = state == ItemState::Paused;
    row.text = text;
    if (errors == 0 && state != ItemState::Failed && state != ItemState::Parked)
        row.lastError = {};
    else if (errors != row.errors || row.lastError == TimePoint{})
        row.lastError = now();
    const bool isGivenUp = state == ItemState::Failed || state == ItemState::Parked;
    row.givenUp = isGivenUp || (row.givenUp && row.lastError != TimePoint{});
    row.errors = errors;
    row.worker = state == ItemState::Running || state == ItemState::Stuck ? 1 : -1;
    return setItem(id, row);
}

void FakeFeed::removeItem(ControllerId id, ItemKey key)
{
    const std::lock_guard lock(m_mutex);
    auto &fake = m_known->controllers.at(id);
    --fake.delta.gauges.states[static_cast<std::size_t>(fake.rows.at(key).state)];
    fake.rows.erase(key);
    fake.changed.erase(key);
    fake.delta.removed.push_back(key);
    fake.delta.gauges.known = fake.rows.size();
    fake.isToCount = true;
}

void FakeFeed::addEvent(ControllerId id, EventRecord event)
{
    const std::lock_guard lock(m_mutex);
    if (event.time == TimePoint{})
        event.time = m_now;
    m_known->controllers.at(id).delta.events.push_back(std::move(event));
}

void FakeFeed::setDetail(const ItemDetail &detail)
{
    const std::lock_guard lock(m_mutex);
    m_known->details[detail.row.id] = detail;
}

void FakeFeed::onDescribe(std::function<Description(const ObjectId &, std::stop_token)> answer)
{
    const std::lock_guard lock(m_mutex);
    m_describe = std::move(answer);
}

void FakeFeed::setStep(Duration step)
{
    const std::lock_guard lock(m_mutex);
    m_step = step;
}

void FakeFeed::stopAt(TimePoint now)
{
    const std::lock_guard lock(m_mutex);
    m_step = {};
    m_now = now;
}

TimePoint FakeFeed::now() const
{
    const std::lock_guard lock(m_mutex);
    return m_now;
}

void FakeFeed::setCalendar(WallTime now)
{
    const std::lock_guard lock(m_mutex);
    m_calendar = {m_now, now};
}

void FakeFeed::hang()
{
    const std::lock_guard lock(m_mutex);
    m_hung = true;
}

void FakeFeed::release()
{
    const std::lock_guard lock(m_mutex);
    m_hung = false;
    m_released.notify_all();
}

bool FakeFeed::isAwaited() const
{
    const std::lock_guard lock(m_mutex);
    return m_waiting > 0;
}

int FakeFeed::pulls() const
{
    const std::lock_guard lock(m_mutex);
    return m_pulls;
}

int FakeFeed::detaches() const
{
    const std::lock_guard lock(m_mutex);
    return m_detaches;
}

bool FakeFeed::waitForSamples(int more)
{
    std::unique_lock lock(m_mutex);
    const int wanted = m_samples + more;
    return m_sampled.wait_for(lock, std::chrono::minutes(1), [&] { return m_samples >= wanted; });
}

Sample FakeFeed::sample()
{
    std::unique_lock lock(m_mutex);
    ++m_waiting;
    while (m_hung)
        m_released.wait(lock);
    --m_waiting;
    ++m_samples;
    m_sampled.notify_all();
    Sample sample;
    sample.now = m_now;
    for (const auto &[id, fake] : m_known->controllers)
        sample.controllers.push_back({id, fake.delta.counters, fake.delta.gauges});
    return sample;
}

ReaderId FakeFeed::attach(Reads)
{
    return 1;
}

Delta FakeFeed::pull(ReaderId)
{
    std::unique_lock lock(m_mutex);
    ++m_waiting;
    while (m_hung)
        m_released.wait(lock);
    --m_waiting;
    ++m_pulls;
    m_now += m_step;
    Delta delta;
    delta.now = m_now;
    delta.wall = m_calendar.wallOf(m_now);
    for (auto &[id, fake] : m_known->controllers) {
        if (fake.isToCount)
            fake.countFailures();
        ControllerDelta copy = fake.delta;
        while (!fake.changed.empty() && copy.changed.size() < DeltaRowLimit) {
            copy.changed.push_back(fake.rows.at(*fake.changed.begin()));
            fake.changed.erase(fake.changed.begin());
        }
        copy.rowsPending = fake.changed.size();
        fake.delta.removed.clear();
        fake.delta.events.clear();
        delta.controllers.push_back(std::move(copy));
    }
    delta.removed = std::exchange(m_removed, {});
    return delta;
}

Delta FakeFeed::pull()
{
    return pull(0);
}

void FakeFeed::detach(ReaderId)
{
    const std::lock_guard lock(m_mutex);
    ++m_detaches;
}

std::optional<ItemDetail> FakeFeed::detail(ControllerId controller, const ObjectId &id)
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_known->details.find(id);
    if (found != m_known->details.end())
        return found->second;
    const auto fake = m_known->controllers.find(controller);
    if (fake == m_known->controllers.end())
        return {};
    for (const auto &[key, row] : fake->second.rows) {
        if (row.id == id)
            return ItemDetail{row, {}, {}, {{.kind = Explanation::Kind::InSync}}};
    }
    return {};
}

std::optional<Description> FakeFeed::describe(ControllerId controller, const ObjectId &id,
                                              std::stop_token stop)
{
    std::unique_lock lock(m_mutex);
    if (!m_known->controllers.contains(controller))
        return {};
    const auto answer = m_describe;
    lock.unlock();
    return answer ? answer(id, std::move(stop)) : Description{{}, {}, "nothing is described"};
}

std::vector<ObjectId> FakeFeed::held(ControllerId controller)
{
    const std::lock_guard lock(m_mutex);
    std::vector<ObjectId> ids;
    for (const auto &[key, row] : m_known->controllers.at(controller).rows) {
        if (row.state == ItemState::Held)
            ids.push_back(row.id);
    }
    return ids;
}

} // namespace qontroller::test
