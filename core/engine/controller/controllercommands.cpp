// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/controller/controllercommands.h"

#include "core/engine/controller/refusedids.h"

#include <algorithm>
#include <deque>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <utility>

namespace qontroller {

namespace {

/// Calls \a function for each id, a portion for each hold of the queue's lock.
template<class Function>
void forEachOf(const Ids &ids, WorkQueue &queue, Function function)
{
    constexpr std::size_t Portion = 256;
    for (std::size_t begin = 0; begin < ids.size(); begin += Portion) {
        const auto portion = std::span(ids).subspan(begin, std::min(Portion, ids.size() - begin));
        queue.update<Orders>([&](Orders &orders, TimePoint now) {
            for (const ObjectId &id : portion)
                function(orders, id, now);
        });
    }
}

} // namespace

struct ControllerCommands::Apply
{
    ControllerCommands &commands;
    Ticket ticket;

    static TimePoint endOf(const std::optional<Duration> &expiry, TimePoint now)
    {
        return expiry ? later(now, *expiry) : TimePoint::max();
    }

    void log(Said said) const { commands.say(ticket, std::move(said)); }

    void logNotDiscarded(std::size_t count, const char *why) const
    {
        if (count > 0)
            log((count == 1 ? "1 object was" : std::to_string(count) + " objects were")
                + " not discarded: " + why);
    }

    /// Why the command could not take effect.
    using Problem = std::optional<std::string>;

    /// Calls \a function for each usable id; counts and shows the others, and gives their number.
    template<class Function>
    std::uint64_t forEach(const Ids &ids, Function function) const
    {
        RefusedIds refused;
        forEachOf(ids, commands.m_queue, [&](Orders &orders, const ObjectId &id, TimePoint now) {
            if (refused.passes(id))
                function(orders, id, now);
        });
        if (refused.number() == 0)
            return 0;
        commands.m_incidents.refuseIds(refused.number());
        commands.m_queue.update<Orders>([&](Orders &orders, TimePoint now) {
            orders.log(EventRecord::Kind::IdsRefused, refused.said(), now, ticket);
        });
        return refused.number();
    }

    /// Answers as many runs of the ticket that will never be.
    void endRefused(std::uint64_t number) const
    {
        if (number == 0 || ticket == 0)
            return;
        commands.m_queue.update<Orders>([&](Orders &orders, TimePoint now) {
            orders.endRuns({}, ticket, number, Said::idsRefused(1, {}), now);
        });
    }

    /// Changes the options, if the result holds, and lets it take effect.
    [[nodiscard]] Problem change(const Action &action) const
    {
        MutexLock turn(commands.m_changeMutex);
        ControllerOptions before;
        ControllerOptions changed;
        {
            MutexLock lock(commands.m_optionsMutex);
            before = commands.m_options;
            changed = withChange(before, action);
            if (auto problem = validate(changed))
                return problem;
            commands.m_options = changed;
        }
        if (changed.resyncInterval != before.resyncInterval) {
            for (const auto &source : commands.m_sources)
                source->setResyncInterval(changed.resyncInterval);
        }
        commands.m_queue.update<Orders>([&](Orders &orders, TimePoint now) {
            orders.setMaxRetries(changed.maxRetries);
            orders.setBackOff(changed.backoffBase, changed.backoffMax);
            orders.setRetryRate(changed.retryRate, changed.retryBurst, now);
            orders.setParkedRetry(parkedRetryOf(changed));
            orders.setGuarded(changed.massDeletionGuard);
        });
        if (changed.workers == before.workers && !namesWorkers(action))
            return std::nullopt;
        return setWorkers(changed.workers);
    }

    /// Also the number that is: threads that have ended are cleared away.
    [[nodiscard]] Problem setWorkers(int wanted) const QONTROLLER_REQUIRES(commands.m_changeMutex)
    {
        auto problem = commands.m_pool.setWorkers(wanted);
        if (problem) {
            const int started = commands.m_pool.workers();
            MutexLock lock(commands.m_optionsMutex);
            commands.m_options.workers = started;
        }
        return problem;
    }

    void pause(const Ids &ids, const PauseTerms &terms) const
    {
        forEach(ids, [&](Orders &orders, const ObjectId &id, TimePoint now) {
            orders.pauseItem(id, endOf(terms.expiry, now), terms.reason, now);
        });
    }

    void resume(const Ids &ids) const
    {
        forEach(ids, [](Orders &orders, const ObjectId &id, TimePoint now) {
            orders.resumeItem(id, now);
        });
    }

    void requeue(const Ids &ids) const
    {
        endRefused(forEach(ids, [this](Orders &orders, const ObjectId &id, TimePoint now) {
            orders.requeueItem(id, ticket, now);
        }));
    }

    void discard(const Ids &ids) const
    {
        std::size_t running = 0;
        std::size_t owing = 0;
        std::deque<std::shared_ptr<const void>> objects; // they end when the lock is given up
        forEach(ids, [&](Orders &orders, const ObjectId &id, TimePoint now) {
            if (auto object = orders.lastObject(id))
                objects.push_back(std::move(object));
            const Orders::Discard result = orders.discardItem(id, now);
            running += result == Orders::Discard::Running;
            owing += result == Orders::Discard::OwesRemoval;
        });
        logNotDiscarded(running, "running now");
        logNotDiscarded(owing, "removal still owed or held");
    }

    void removeHeld(const Ids &ids) const
    {
        endRefused(forEach(ids, [this](Orders &orders, const ObjectId &id, TimePoint now) {
            orders.removeHeld(id, ticket, now);
        }));
    }

    void keepHeld(const Ids &ids) const
    {
        forEach(ids, [](Orders &orders, const ObjectId &id, TimePoint now) {
            orders.keepHeld(id, now);
        });
    }

    Problem operator()(const ItemsAction &a) const
    {
        const Ids held = factsOf(a.verb).isOfHeld && a.ids.empty() ? commands.held() : Ids();
        const Ids &ids = held.empty() ? a.ids : held;
        switch (a.verb) {
        case ItemVerb::Requeue: requeue(ids); break;
        case ItemVerb::Pause: pause(ids, a.terms); break;
        case ItemVerb::Resume: resume(ids); break;
        case ItemVerb::Discard: discard(ids); break;
        case ItemVerb::Remove: removeHeld(ids); break;
        case ItemVerb::Keep: keepHeld(ids); break;
        }
        return std::nullopt;
    }

    Problem operator()(const ControllerAction &a) const
    {
        const auto update = [this](auto change) { commands.m_queue.update<Orders>(change); };
        switch (a.verb) {
        case ControllerVerb::Pause:
            update([&](Orders &orders, TimePoint now) {
                orders.pause(endOf(a.terms.expiry, now), a.terms.reason, now);
            });
            break;
        case ControllerVerb::Resume:
            update([](Orders &orders, TimePoint) { orders.resume(); });
            break;
        case ControllerVerb::Resync:
            for (const auto &source : commands.m_sources)
                source->resyncNow();
            break;
        case ControllerVerb::Take:
            for (const auto &source : commands.m_sources)
                source->takeOver();
            break;
        case ControllerVerb::Remove:
        case ControllerVerb::EndDrain: break; // the host's part
        }
        return std::nullopt;
    }

    Problem operator()(const SetOptions &a) const
    {
        for (const OptionChange &each : a.changes) {
            if (!each.option->isLive)
                return each.option->fullName() + " changes with a new start only";
        }
        return change(a);
    }
};

ControllerCommands::ControllerCommands(ControllerOptions options, WorkQueue &queue,
                                       WorkerPool &pool, const Sources &sources,
                                       Incidents &incidents)
    : m_queue(queue)
    , m_pool(pool)
    , m_sources(sources)
    , m_incidents(incidents)
    , m_options(options)
{}

void ControllerCommands::apply(const Action &action, Ticket ticket,
                               const std::optional<std::string> &note)
{
    const Apply apply{*this, ticket};
    if (const auto problem = std::visit(apply, action))
        apply.log("not done: " + *problem);
    else if (ticket != 0 && (!note || !note->empty()))
        apply.log({Said::Kind::Taken, note ? *note : qontroller::describe(action)});
}

void ControllerCommands::say(Ticket ticket, Said said)
{
    m_queue.update<Orders>([&](Orders &orders, TimePoint now) {
        orders.log(EventRecord::Kind::Command, std::move(said), now, ticket);
    });
}

ControllerOptions ControllerCommands::options() const
{
    MutexLock lock(m_optionsMutex);
    return m_options;
}

std::vector<ObjectId> ControllerCommands::held()
{
    std::vector<ObjectId> ids;
    std::vector<ObjectId> portion;
    m_queue.walk<View>([&portion](const View &view, ItemTable::Walk &walk,
                                  TimePoint) { view.held(walk, portion); },
                       [&] { // millions are moved when the list grows
                           std::ranges::move(portion, std::back_inserter(ids));
                           portion.clear();
                       });
    return ids;
}

} // namespace qontroller
