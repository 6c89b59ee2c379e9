// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/observe/feed/delta.h"
#include "core/engine/observe/items/itemdetail.h"
#include "queueing.h"
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
        on<Intake>([](Intake &intake, TimePoint) { intake.openGate(); });
    }

    template<class Door, class Function>
    std::invoke_result_t<Function, Door &, TimePoint> on(Function function)
    {
        return queue.update<Door>(function);
    }

    // Time

    void pass(Duration time)
    {
        clock.advance(time);
        while (on<View>([](View &view, TimePoint now) { return view.expire(now); })) {
        }
    }
    [[nodiscard]] TimePoint now() const { return clock.now(); }

    // The source

    void add(std::string_view id, Cause cause = Cause::Modified) { test::add(queue, id, cause); }
    void addAfter(std::string_view id, Duration delay) { test::addAfter(queue, id, delay); }
    void event(EventType type, std::string_view id, Version version = 0)
    {
        on<Intake>([&](Intake &intake, TimePoint now) { intake.event(type, id, version, now); });
    }
    void created(std::string_view id, Version version = 0) { event(EventType::Added, id, version); }
    void modified(std::string_view id, Version version = 0)
    {
        event(EventType::Modified, id, version);
    }
    void ownerChanged(std::string_view id)
    {
        on<Intake>([&](Intake &intake, TimePoint now) { intake.lookAt(id, Cause::Owner, now); });
    }
    void deleted(std::string_view id) { event(EventType::Deleted, id); }

    void beginList()
    {
        on<Intake>([](Intake &intake, TimePoint) { intake.beginList(); });
    }
    void listed(std::string_view id, Version version = 0) { list({id, queue.hash()(id), version}); }
    void list(const Intake::Listed &entry)
    {
        on<Intake>([&](Intake &intake, TimePoint now) { intake.listed({&entry, 1}, now); });
    }
    void endList(const ListResult &result) { queue.endList(result, options); }
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
    bool listObjects(int count, Version version = 0)
    {
        beginList();
        for (int i = 0; i < count; ++i)
            listed(objectName(i), version);
        return completeList();
    }
    static std::string objectName(int i) { return "o" + std::to_string(i); }

    // Workers

    /// Null if nothing may run now.
    [[nodiscard]] Item *take(int worker = 0)
    {
        return on<Runs>(
            [worker](Runs &runs, TimePoint now) { return runs.take(worker, now).item; });
    }
    void finish(Item *item, RunResult result = {})
    {
        on<Runs>([&](Runs &runs, TimePoint now) { runs.finish(*item, result, now); });
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
        on<Orders>(
            [&](Orders &orders, TimePoint now) { orders.pauseItem(id, until, reason, now); });
    }
    void resumeItem(std::string_view id)
    {
        on<Orders>([&](Orders &orders, TimePoint now) { orders.resumeItem(id, now); });
    }
    void requeue(std::string_view id, Ticket ticket = 0)
    {
        on<Orders>([&](Orders &orders, TimePoint now) { orders.requeueItem(id, ticket, now); });
    }

    // What can be seen

    [[nodiscard]] std::vector<ObjectId> held()
    {
        std::vector<ObjectId> ids;
        queue.walk<View>(
            [&ids](View &view, ItemTable::Walk &walk, TimePoint) { view.held(walk, ids); });
        return ids;
    }
    /// What is left to be done, with the names of \a mostNamed.
    [[nodiscard]] Unfinished unfinished(std::size_t mostNamed = 10)
    {
        Unfinished left;
        queue.walk<View>([&](View &view, ItemTable::Walk &walk, TimePoint) {
            view.countUnfinished(walk, mostNamed, left);
        });
        return left;
    }
    [[nodiscard]] bool knows(std::string_view id) { return detail(id).has_value(); }
    [[nodiscard]] ItemRow row(std::string_view id) { return detail(id).value_or(ItemDetail{}).row; }
    [[nodiscard]] ItemState state(std::string_view id) { return row(id).state; }
    /// From now on the item's attempts are kept.
    [[nodiscard]] std::optional<ItemDetail> detail(std::string_view id)
    {
        return on<View>([id](View &view, TimePoint) { return view.detail(id); });
    }
    [[nodiscard]] std::size_t depth()
    {
        return on<View>([](View &view, TimePoint) { return view.depth(); });
    }
    [[nodiscard]] std::size_t itemsInMemory()
    {
        return on<View>([](View &view, TimePoint) { return view.known(); });
    }
    [[nodiscard]] Gauges gauges()
    {
        return on<View>([](View &view, TimePoint now) {
            Gauges gauges;
            view.fill(gauges, now);
            return gauges;
        });
    }
    [[nodiscard]] std::uint64_t inState(ItemState state)
    {
        return gauges().states[static_cast<std::size_t>(state)];
    }
    [[nodiscard]] Counters counters()
    {
        return on<View>([](View &view, TimePoint) { return view.counters(); });
    }
    /// When something is due next, from now; Duration::max() if never.
    [[nodiscard]] Duration nextDue()
    {
        return on<View>([](View &view, TimePoint now) {
            const TimePoint due = view.nextDue();
            return due == TimePoint::max() ? Duration::max() : due - now;
        });
    }
    /// No more than \a room bytes, about.
    [[nodiscard]] ControllerDelta pull(std::size_t room = DeltaBytes)
    {
        ControllerDelta delta;
        while (on<View>([&](View &view, TimePoint) {
            return view.collect(Front, Reads::Everything, delta, room);
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
