// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/host/host.h"
#include "core/engine/observe/feed/delta.h"
#include "core/engine/observe/items/itemdetail.h"
#include "core/sdk/testing/scriptedsource.h"
#include "eventually.h"
#include "latch.h"
#include "printing.h"
#include "probe.h"

#include <deque>
#include <filesystem>
#include <initializer_list>
#include <set>
#include <thread>

namespace qontroller::test {

/// How many threads this process has.
[[nodiscard]] inline std::ptrdiff_t threadCount()
{
    const std::filesystem::directory_iterator tasks("/proc/self/task");
    return std::distance(begin(tasks), end(tasks));
}

/// One controller with a scripted source and handler, threads of its own, and a
/// clock in the test's hand. Change the public members, then start().
class EngineRig
{
public:
    EngineRig()
    {
        options.resyncInterval = std::chrono::hours(1);
        probe->onGet([world = source](const Attempt &attempt) { // its storage is its source's world
            return world->isGone(attempt.id) ? Fetched<std::string>::gone()
                                             : Probe::object(attempt.id);
        });
    }
    ~EngineRig()
    {
        for (Latch &latch : m_latches)
            latch.open();
    }

    /// A latch that is opened before the controller is stopped, however the test ends.
    [[nodiscard]] Latch &latch() { return m_latches.emplace_back(); }

    [[nodiscard]] ControllerSpec spec(std::string name = "batman") const
    {
        ControllerParts parts{source, qontroller::makeReconciler<std::string>(probe, probe), locker,
                              nullptr, related};
        return {std::move(name), "test",  std::move(parts), options,
                nullptr,         nullptr, ownership,        log};
    }
    void start()
    {
        const auto added = host.add(spec());
        if (!added)
            qFatal("%s", added.error().c_str());
        id = *added;
    }
    /// … and waits until the first list has ended. Time that goes on before the watch
    /// stands is taken for a watch that cannot start, and the source lists twice.
    [[nodiscard]] bool startAndList()
    {
        start();
        return eventually([this] { return counters().lists + counters().listFailures > 0; });
    }
    /// … and waits until the first list is handled.
    [[nodiscard]] bool startAndSettle()
    {
        start();
        return settles();
    }

    // Time

    void pass(Duration time) { clock.advance(time); }
    /// Moves time to wherever a thread waits for, no further than \a limit from now
    /// in all, until \a condition holds.
    template<class Condition>
    [[nodiscard]] bool passUntil(Condition condition, Duration limit = std::chrono::minutes(50))
    {
        const TimePoint end = clock.now() + limit;
        return eventually([&] {
            if (condition())
                return true;
            const TimePoint next = clock.nextDeadline();
            if (next <= end && next > clock.now())
                clock.advance(next - clock.now());
            return false;
        });
    }
    /// Moves time to the next planned run of \a item, and to the queue's next tick.
    [[nodiscard]] bool passToNextRun(const ObjectId &item)
    {
        if (!eventually([&] { return row(item).nextRun != TimePoint{}; }))
            return false;
        pass(row(item).nextRun + std::chrono::milliseconds(1) - clock.now());
        return true;
    }

    // What can be seen

    [[nodiscard]] ControllerStatus status() const
    {
        for (ControllerStatus &status : host.status()) {
            if (status.id == id)
                return std::move(status);
        }
        return {};
    }
    [[nodiscard]] Counters counters() const { return status().counters; }
    [[nodiscard]] Gauges gauges() const { return status().gauges; }
    [[nodiscard]] std::uint64_t inState(ItemState state) const
    {
        return gauges().states[static_cast<std::size_t>(state)];
    }
    [[nodiscard]] bool knows(const ObjectId &item) { return host.detail(id, item).has_value(); }
    [[nodiscard]] ItemRow row(const ObjectId &item)
    {
        return host.detail(id, item).value_or(ItemDetail{}).row;
    }
    /// The last fact of why nothing happens to \a item: the one that is about itself.
    [[nodiscard]] Explanation explanation(const ObjectId &item)
    {
        const auto facts = host.detail(id, item).value_or(ItemDetail{}).explanation;
        return facts.empty() ? Explanation() : facts.back();
    }
    /// Waits until \a item is in \a state.
    [[nodiscard]] bool reaches(const ObjectId &item, ItemState state)
    {
        return eventually([&] { return knows(item) && row(item).state == state; });
    }
    /// Waits until the first list is handled and nothing is queued, running or planned.
    [[nodiscard]] bool settles()
    {
        return eventually([this] { return status().isIdle(); });
    }
    /// Waits until \a count triggers have come in, from the controller's beginning.
    [[nodiscard]] bool triggered(std::uint64_t count)
    {
        return eventually([&] { return counters().triggers >= count; });
    }
    /// What this controller says of itself; its events are kept for events().
    [[nodiscard]] ControllerDelta pull()
    {
        for (ControllerDelta &delta : reader->pull().controllers) {
            if (delta.id != id)
                continue;
            m_events.insert(m_events.end(), delta.events.begin(), delta.events.end());
            m_events.insert(m_events.end(), delta.ticketEnds.begin(), delta.ticketEnds.end());
            return std::move(delta);
        }
        return {};
    }
    /// All events of one kind so far.
    [[nodiscard]] std::vector<EventRecord> events(EventRecord::Kind kind)
    {
        static_cast<void>(pull());
        std::vector<EventRecord> found;
        std::ranges::copy_if(m_events, std::back_inserter(found),
                             [kind](const EventRecord &event) { return event.kind == kind; });
        return found;
    }
    /// Waits for an event of that kind; the last one's text.
    [[nodiscard]] std::string awaitEvent(EventRecord::Kind kind)
    {
        if (!eventually([&] { return !events(kind).empty(); }))
            return "no event";
        return inWords(events(kind).back().said);
    }

    // The operator

    Ticket command(Action action) { return host.submit({id, std::move(action)}); }
    /// Has the source listed once more and waits for the end of it.
    [[nodiscard]] bool resync()
    {
        const Counters before = counters();
        command(ControllerVerb::Resync);
        return eventually([&] {
            const Counters now = counters();
            return now.lists + now.listFailures > before.lists + before.listFailures;
        });
    }

    ControllerOptions options;
    std::shared_ptr<ScriptedSource> source = std::make_shared<ScriptedSource>();
    std::shared_ptr<Probe> probe = std::make_shared<Probe>();
    std::shared_ptr<ObjectLocker> locker;
    std::vector<RelatedSource> related;
    std::shared_ptr<Ownership> ownership;
    AttemptLog log;
    ManualClock clock;
    ControllerId id = 0;

private:
    std::vector<EventRecord> m_events;
    std::deque<Latch> m_latches; // outlive the host's threads

public:
    Host host{clock};
    std::optional<FeedReader> reader{std::in_place, host};
};

/// One whose first list is handled when a test begins.
struct SettledRig : EngineRig
{
    explicit SettledRig(std::initializer_list<const char *> objects = {})
    {
        for (const char *object : objects)
            source->put(object);
        settle();
    }
    explicit SettledRig(int objects)
    {
        source->putMany(objects);
        settle();
    }

private:
    void settle()
    {
        if (!startAndSettle())
            qFatal("it does not settle");
    }
};

} // namespace qontroller::test
