// SPDX-License-Identifier: LGPL-3.0-or-later
// What an operator's commands do to one controller.
#include "core/controller/controller.h"

#include "core/controller/refusedids.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <type_traits>

namespace qontroller {

template<class Function>
void Controller::forEach(const Ids &ids, Function function)
{
    constexpr std::size_t Portion = 256;
    for (std::size_t begin = 0; begin < ids.size(); begin += Portion) {
        const auto portion = std::span(ids).subspan(begin, std::min(Portion, ids.size() - begin));
        m_queue.update<Desk>([&](Desk &desk, TimePoint now) {
            for (const ObjectId &id : portion)
                function(desk, id, now);
        });
    }
}

struct Controller::Apply
{
    Controller &controller;
    Ticket ticket;

    static TimePoint endOf(const std::optional<Duration> &expiry, TimePoint now)
    {
        return expiry ? later(now, *expiry) : TimePoint::max();
    }

    void log(const std::string &text) const { controller.say(ticket, text); }

    void logNotDiscarded(std::size_t count, const char *why) const
    {
        if (count > 0)
            log((count == 1 ? "1 item was" : std::to_string(count) + " items were")
                + " not discarded: " + why);
    }

    /// Why the command could not take effect.
    using Problem = std::optional<std::string>;

    /// Calls \a function for each usable id; counts and shows the others, and gives their number.
    template<class Function>
    std::uint64_t forEach(const Ids &ids, Function function) const
    {
        RefusedIds refused;
        controller.forEach(ids, [&](Desk &desk, const ObjectId &id, TimePoint now) {
            if (refused.passes(id))
                function(desk, id, now);
        });
        if (refused.number() == 0)
            return 0;
        controller.m_incidents.refuseIds(refused.number());
        controller.m_queue.update<Desk>([&](Desk &desk, TimePoint now) {
            desk.log(EventRecord::Kind::IdsRefused, refused.said(), now, ticket);
        });
        return refused.number();
    }

    /// Answers as many runs of the ticket that will never be.
    void endRefused(std::uint64_t number) const
    {
        controller.m_queue.update<Desk>([&](Desk &desk, TimePoint now) {
            for (; number > 0 && ticket != 0; --number)
                desk.log(EventRecord::Kind::TicketDone, Said::idsRefused(1, {}), now, ticket);
        });
    }

    /// Changes a field of the options, if the result holds.
    template<class Change>
    [[nodiscard]] Problem change(Change change) const
    {
        MutexLock lock(controller.m_optionsMutex);
        ControllerOptions changed = controller.m_options;
        change(changed);
        if (auto problem = validate(changed))
            return problem;
        controller.m_options = changed;
        return std::nullopt;
    }

    void operator()(const PauseItems &a) const
    {
        forEach(a.ids, [&](Desk &desk, const ObjectId &id, TimePoint now) {
            desk.pauseItem(id, endOf(a.expiry, now), a.reason, now);
        });
    }

    void operator()(const ResumeItems &a) const
    {
        forEach(a.ids,
                [](Desk &desk, const ObjectId &id, TimePoint now) { desk.resumeItem(id, now); });
    }

    void operator()(const RequeueItems &a) const
    {
        endRefused(forEach(a.ids, [this](Desk &desk, const ObjectId &id, TimePoint now) {
            desk.requeueItem(id, ticket, now);
        }));
    }

    void operator()(const DiscardItems &a) const
    {
        std::size_t running = 0;
        std::size_t owing = 0;
        std::vector<std::shared_ptr<const void>> objects; // they end when the lock is given up
        forEach(a.ids, [&](Desk &desk, const ObjectId &id, TimePoint now) {
            if (auto object = desk.lastObject(id))
                objects.push_back(std::move(object));
            const Desk::Discard result = desk.discardItem(id, now);
            running += result == Desk::Discard::Running;
            owing += result == Desk::Discard::OwesRemoval;
        });
        logNotDiscarded(running, "running now");
        logNotDiscarded(owing, "removal still owed or held");
    }

    void operator()(const ConfirmHeld &a) const
    {
        const Ids ids = a.ids.empty() ? controller.held() : a.ids;
        forEach(ids,
                [](Desk &desk, const ObjectId &id, TimePoint now) { desk.confirmHeld(id, now); });
    }

    void operator()(const RefuseHeld &a) const
    {
        const Ids ids = a.ids.empty() ? controller.held() : a.ids;
        forEach(ids,
                [](Desk &desk, const ObjectId &id, TimePoint now) { desk.refuseHeld(id, now); });
    }

    void operator()(const PauseController &a) const
    {
        controller.m_queue.update<Desk>(
            [&](Desk &desk, TimePoint now) { desk.pause(endOf(a.expiry, now), a.reason); });
    }

    void operator()(const ResumeController &) const
    {
        controller.m_queue.update<Desk>([](Desk &desk, TimePoint) { desk.resume(); });
    }

    Problem operator()(const SetWorkers &a) const
    {
        if (auto problem = change([&](ControllerOptions &options) { options.workers = a.workers; }))
            return problem;
        auto problem = controller.m_pool.setWorkers(a.workers);
        if (problem) {
            const int workers = controller.m_pool.workers();
            static_cast<void>(
                change([=](ControllerOptions &options) { options.workers = workers; }));
        }
        return problem;
    }

    Problem operator()(const SetResyncInterval &a) const
    {
        auto problem = change(
            [&](ControllerOptions &options) { options.resyncInterval = a.interval; });
        if (problem)
            return problem;
        for (const auto &source : controller.m_sources)
            source->setResyncInterval(a.interval);
        const Duration parkedRetry = parkedRetryOf(controller.options());
        controller.m_queue.update<Desk>(
            [parkedRetry](Desk &desk, TimePoint) { desk.setParkedRetry(parkedRetry); });
        return std::nullopt;
    }

    Problem operator()(const SetMaxRetries &a) const
    {
        auto problem = change(
            [&](ControllerOptions &options) { options.maxRetries = a.maxRetries; });
        if (problem)
            return problem;
        controller.m_queue.update<Desk>(
            [&](Desk &desk, TimePoint) { desk.setMaxRetries(a.maxRetries); });
        return std::nullopt;
    }

    Problem operator()(const SetRetryRate &a) const
    {
        auto problem = change([&](ControllerOptions &options) {
            options.retryRate = a.rate;
            options.retryBurst = a.burst;
        });
        if (problem)
            return problem;
        controller.m_queue.update<Desk>(
            [&](Desk &desk, TimePoint now) { desk.setRetryRate(a.rate, a.burst, now); });
        return std::nullopt;
    }

    void operator()(const ResyncNow &) const
    {
        for (const auto &source : controller.m_sources)
            source->resyncNow();
    }

    void operator()(const RemoveController &) const {} // the host's part
    void operator()(const EndDrain &) const {}         // the host's part
};

void Controller::apply(const Action &action, Ticket ticket)
{
    const Apply apply{*this, ticket};
    const auto problem = std::visit(
        [&apply](const auto &each) -> Apply::Problem {
            if constexpr (std::is_void_v<decltype(apply(each))>)
                return apply(each), std::nullopt;
            else
                return apply(each);
        },
        action);
    if (problem)
        apply.log("not done: " + *problem);
    else if (ticket != 0)
        apply.log(qontroller::describe(action));
}

void Controller::say(Ticket ticket, const std::string &text)
{
    m_queue.update<Desk>([&](Desk &desk, TimePoint now) {
        desk.log(EventRecord::Kind::Command, text, now, ticket);
    });
}

} // namespace qontroller
