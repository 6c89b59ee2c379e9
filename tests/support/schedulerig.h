// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/queue/workqueue.h"
#include "runresults.h"

#include <initializer_list>
#include <string>
#include <type_traits>

namespace qontroller::test {

/// A work queue with a clock in the test's hand, its gate open, and short words
/// for what source, workers, operator and front end do. For one thread.
class ScheduleRig
{
public:
    explicit ScheduleRig(ControllerOptions controllerOptions = {})
        : options(controllerOptions)
        , queue(clock, options)
    {
        on([](Schedule &schedule, TimePoint) { schedule.openGate(); });
    }

    template<class Function>
    std::invoke_result_t<Function, Schedule &, TimePoint> on(Function function)
    {
        return queue.update(function);
    }

    // Time

    void pass(Duration time)
    {
        clock.advance(time);
        while (on([](Schedule &schedule, TimePoint now) { return schedule.expire(now); })) {
        }
    }
    [[nodiscard]] TimePoint now() const { return clock.now(); }

    // The source

    void add(std::string_view id, Cause cause = Cause::Modified) { queue.add(id, cause); }
    void event(EventType type, std::string_view id, Version version = 0)
    {
        on([&](Schedule &schedule, TimePoint now) { schedule.event(type, id, version, now); });
    }
    void created(std::string_view id, Version version = 0) { event(EventType::Added, id, version); }
    void modified(std::string_view id, Version version = 0)
    {
        event(EventType::Modified, id, version);
    }
    void deleted(std::string_view id) { event(EventType::Deleted, id); }

    void beginList()
    {
        on([](Schedule &schedule, TimePoint) { schedule.beginList(); });
    }
    void listed(std::string_view id, Version version = 0)
    {
        on([&](Schedule &schedule, TimePoint now) { schedule.listed(id, version, now); });
    }
    void endList(const ListResult &result)
    {
        queue.endList(result, options);
    }
    /// Ends the list as complete; true if the guard holds removals.
    bool completeList()
    {
        const std::size_t before = held().size();
        endList(ListResult::complete());
        return held().size() > before;
    }
    /// A complete list from beginning to end.
    bool list(std::initializer_list<std::string_view> ids, Version version = 0)
    {
        beginList();
        for (const std::string_view id : ids)
            listed(id, version);
        return completeList();
    }
    /// A complete list of \a count objects: o0, o1, …
    bool listObjects(int count)
    {
        beginList();
        for (int i = 0; i < count; ++i)
            listed(objectName(i));
        return completeList();
    }
    static std::string objectName(int i) { return "o" + std::to_string(i); }

    // Workers

    /// Null if nothing may run now.
    [[nodiscard]] Item *take(int worker = 0)
    {
        return on([worker](Schedule &schedule, TimePoint now) {
            return schedule.take(worker, now).item;
        });
    }
    void finish(Item *item, RunResult result = {})
    {
        on([&](Schedule &schedule, TimePoint now) { schedule.finish(*item, result, now); });
    }
    /// Takes one and ends it at once; its id, or nothing.
    std::string run(RunResult result = {})
    {
        Item *item = take();
        if (!item)
            return {};
        const std::string id(item->id());
        if (item->isAbsent() && result.ran == Ran::Add)
            result = onRemoval(std::move(result));
        finish(item, std::move(result));
        return id;
    }
    /// Runs all that may run now; the ids in their order, a removal as "-id".
    std::string runAll(const RunResult &result = {})
    {
        std::string ids;
        while (Item *item = take()) {
            ids += (ids.empty() ? "" : " ") + std::string(item->isAbsent() ? "-" : "");
            ids += item->id();
            finish(item, item->isAbsent() && result.ran == Ran::Add ? onRemoval(result) : result);
        }
        return ids;
    }

    // The operator

    void pauseItem(std::string_view id, TimePoint until = TimePoint::max(),
                   const std::string &reason = {})
    {
        on([&](Schedule &schedule, TimePoint now) { schedule.pauseItem(id, until, reason, now); });
    }
    void resumeItem(std::string_view id)
    {
        on([&](Schedule &schedule, TimePoint now) { schedule.resumeItem(id, now); });
    }
    void requeue(std::string_view id, Ticket ticket = 0)
    {
        on([&](Schedule &schedule, TimePoint now) { schedule.requeueItem(id, ticket, now); });
    }

    // What can be seen

    [[nodiscard]] std::vector<ObjectId> held()
    {
        std::vector<ObjectId> ids;
        queue.walk([&ids](Schedule &schedule, ItemTable::Walk &walk, TimePoint) {
            schedule.held(walk, ids);
        });
        return ids;
    }
    /// What is left to be done, with the names of \a mostNamed.
    [[nodiscard]] Unfinished unfinished(std::size_t mostNamed = 10)
    {
        Unfinished left;
        queue.walk([&](Schedule &schedule, ItemTable::Walk &walk, TimePoint) {
            schedule.countUnfinished(walk, mostNamed, left);
        });
        return left;
    }
    [[nodiscard]] bool knows(std::string_view id) { return detail(id).has_value(); }
    [[nodiscard]] ItemRow row(std::string_view id) { return detail(id).value_or(ItemDetail{}).row; }
    [[nodiscard]] ItemState state(std::string_view id) { return row(id).state; }
    /// From now on the item's attempts are kept.
    [[nodiscard]] std::optional<ItemDetail> detail(std::string_view id)
    {
        return on([id](Schedule &schedule, TimePoint) {
            schedule.watch(id);
            return schedule.detail(id);
        });
    }
    [[nodiscard]] std::size_t depth() { return queue.depth(); }
    [[nodiscard]] std::size_t itemsInMemory()
    {
        return on([](Schedule &schedule, TimePoint) { return schedule.itemsInMemory(); });
    }
    [[nodiscard]] Gauges gauges()
    {
        return on([](Schedule &schedule, TimePoint now) {
            Gauges gauges;
            schedule.fill(gauges, now);
            return gauges;
        });
    }
    [[nodiscard]] std::uint64_t inState(ItemState state)
    {
        return gauges().states[static_cast<std::size_t>(state)];
    }
    [[nodiscard]] Counters counters()
    {
        return on([](Schedule &schedule, TimePoint) { return schedule.counters(); });
    }
    /// When something is due next, from now; Duration::max() if never.
    [[nodiscard]] Duration nextDue()
    {
        return on([](Schedule &schedule, TimePoint now) {
            const TimePoint due = schedule.nextDue();
            return due == TimePoint::max() ? Duration::max() : due - now;
        });
    }
    /// Nobody looks any more.
    void detach()
    {
        on([](Schedule &schedule, TimePoint) { schedule.detach(Front); });
    }
    [[nodiscard]] ControllerDelta pull()
    {
        ControllerDelta delta;
        while (on([&](Schedule &schedule, TimePoint) {
            return schedule.collect(Front, Reads::Everything, delta);
        })) {
        }
        return delta;
    }
    /// Events of one kind that were not seen before, as "id:text" one a line.
    [[nodiscard]] std::string newEvents(EventRecord::Kind kind)
    {
        std::string texts;
        for (const EventRecord &event : pull().events) {
            if (event.kind == kind)
                texts += (texts.empty() ? "" : "\n") + event.id + ":" + inWords(event.said);
        }
        return texts;
    }

    static constexpr ReaderId Front = 1; ///< the reader that pull() is
    ControllerOptions options;
    ManualClock clock;
    WorkQueue queue;
};

} // namespace qontroller::test
