// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/host/host.h"

#include "core/controller/controller.h"

#include <algorithm>
#include <atomic>
#include <iterator>
#include <system_error>
#include <thread>

namespace qontroller {

namespace {

/// How long a controller that an operator removes may drain.
constexpr Duration RemovalDeadline = std::chrono::seconds(30);

std::optional<std::string> problemOf(const ControllerSpec &spec)
{
    const auto broken = [&spec](const std::string &what) {
        return "controller \"" + spec.name + "\": " + what;
    };
    if (spec.name.empty())
        return "a controller needs a name";
    if (const auto problem = validate(spec.options))
        return broken(*problem);
    if (!spec.parts.listerWatcher)
        return broken("its plugin gave no ListerWatcher");
    if (!spec.parts.reconciler)
        return broken("its plugin gave no Storage and Handler");
    const bool complete = std::ranges::all_of(spec.parts.related, [](const RelatedSource &related) {
        return related.listerWatcher && related.owners;
    });
    if (!complete)
        return broken("its plugin gave a related source without ListerWatcher or owner relation");
    return std::nullopt;
}

/// Adds what a controller left. It may have been pulled a moment before: that is not lost.
void addLast(Delta &delta, ControllerDelta last)
{
    delta.removed.push_back(last.id);
    const auto before = std::ranges::find(delta.controllers, last.id, &ControllerDelta::id);
    if (before == delta.controllers.end()) {
        delta.controllers.push_back(std::move(last));
        return;
    }
    std::ranges::move(last.events, std::back_inserter(before->events));
    last.events = std::move(before->events);
    std::ranges::move(last.ticketEnds, std::back_inserter(before->ticketEnds));
    last.ticketEnds = std::move(before->ticketEnds);
    *before = std::move(last);
}

} // namespace

struct Host::Private
{
    explicit Private(Clock &c)
        : clock(c)
    {}

    using Controllers = std::vector<std::shared_ptr<Controller>>;

    /// All, or the one of that id. Copies: nobody waits for the lock while a controller works.
    [[nodiscard]] Controllers find(ControllerId id)
    {
        MutexLock lock(mutex);
        if (id == 0)
            return controllers;
        Controllers found;
        std::ranges::copy_if(controllers, std::back_inserter(found),
                             [id](const auto &controller) { return controller->id() == id; });
        return found;
    }

    /// A thread that drains a controller and takes it out.
    struct Removal
    {
        std::shared_ptr<Controller> controller;
        std::atomic<bool> ended{false};
        std::thread thread;
    };

    [[nodiscard]] bool isBeingRemoved(const std::shared_ptr<Controller> &controller)
        QONTROLLER_REQUIRES(mutex)
    {
        return std::ranges::any_of(removals, [&controller](const auto &removal) {
            return removal->controller == controller;
        });
    }
    void remove(const std::shared_ptr<Controller> &controller, Ticket ticket);
    void endDrain(const std::shared_ptr<Controller> &controller);
    [[nodiscard]] std::vector<std::unique_ptr<Removal>> takeEndedRemovals();
    void endRemovals();

    Clock &clock;
    std::atomic<Ticket> lastTicket{0};
    Mutex mutex;
    ControllerId lastId QONTROLLER_GUARDED_BY(mutex) = 0;
    bool stopping QONTROLLER_GUARDED_BY(mutex) = false;
    Controllers controllers QONTROLLER_GUARDED_BY(mutex);
    std::vector<ControllerDelta> gone QONTROLLER_GUARDED_BY(mutex); // since the last pull
    std::vector<std::unique_ptr<Removal>> removals QONTROLLER_GUARDED_BY(mutex);
};

Host::Host(Clock &clock)
    : d(std::make_unique<Private>(clock))
{}

Host::~Host()
{
    stop(Duration::zero());
}

tl::expected<ControllerId, std::string> Host::add(ControllerSpec spec)
{
    if (auto problem = problemOf(spec))
        return tl::unexpected(std::move(*problem));
    MutexLock lock(d->mutex);
    if (d->stopping)
        return tl::unexpected(std::string("the host stops: nothing new is started"));
    const auto sameName = [&spec](const auto &controller) { return controller->name() == spec.name; };
    if (std::ranges::any_of(d->controllers, sameName))
        return tl::unexpected("there is a controller named \"" + spec.name + "\" already");
    const std::string name = spec.name;
    try {
        const ControllerId id = d->lastId + 1;
        d->controllers.push_back(std::make_shared<Controller>(id, std::move(spec), d->clock));
        return d->lastId = id;
    } catch (const std::system_error &error) {
        return tl::unexpected("controller \"" + name + "\" cannot start its threads: "
                              + error.code().message());
    }
}

std::vector<StopReport> Host::stop(Duration deadline)
{
    Private::Controllers controllers;
    {
        MutexLock lock(d->mutex);
        if (std::exchange(d->stopping, true))
            return {};
        std::ranges::copy_if(d->controllers, std::back_inserter(controllers),
                             [this](const auto &controller) QONTROLLER_REQUIRES(d->mutex) {
                                 return !d->isBeingRemoved(controller);
                             });
    }
    const TimePoint end = later(d->clock.now(), deadline);
    std::vector<StopReport> reports(controllers.size());
    std::vector<std::thread> stops;
    for (std::size_t i = 0; i < controllers.size(); ++i) {
        const auto stop = [&, i] { reports[i] = controllers[i]->stop(end); };
        try {
            stops.emplace_back(stop);
        } catch (const std::system_error &) { // no thread to be had: one after the other
            stop();
        }
    }
    for (std::thread &stop : stops)
        stop.join();
    d->endRemovals();
    return reports;
}

void Host::stopNow()
{
    for (const auto &controller : d->find(0))
        controller->stopNow();
}

void Host::Private::remove(const std::shared_ptr<Controller> &controller, Ticket ticket)
{
    for (const auto &ended : takeEndedRemovals())
        ended->thread.join();
    MutexLock lock(mutex);
    if (stopping || isBeingRemoved(controller))
        return;
    removals.push_back(std::make_unique<Removal>());
    Removal *removal = removals.back().get();
    removal->controller = controller;
    try {
        removal->thread = std::thread([this, removal] {
            removal->controller->stop(clock.now() + RemovalDeadline);
            ControllerDelta last = removal->controller->pull();
            MutexLock own(mutex);
            std::erase(controllers, removal->controller);
            gone.push_back(std::move(last));
            removal->ended = true;
        });
    } catch (const std::system_error &error) {
        removals.pop_back();
        controller->say(ticket, "it is not removed, for no thread can be had: " + error.code().message());
    }
}

void Host::Private::endDrain(const std::shared_ptr<Controller> &controller)
{
    {
        MutexLock lock(mutex);
        if (!isBeingRemoved(controller))
            return;
    }
    controller->stopNow();
}

// Taken out, to be destroyed without the lock: with a controller its plugin's parts end,
// and nobody knows for how long.
std::vector<std::unique_ptr<Host::Private::Removal>> Host::Private::takeEndedRemovals()
{
    std::vector<std::unique_ptr<Removal>> ended;
    MutexLock lock(mutex);
    for (auto &removal : removals) {
        if (removal->ended)
            ended.push_back(std::move(removal));
    }
    std::erase(removals, nullptr);
    return ended;
}

void Host::Private::endRemovals()
{
    std::vector<std::unique_ptr<Removal>> ending;
    {
        MutexLock lock(mutex);
        ending.swap(removals);
    }
    for (const auto &removal : ending) {
        removal->controller->stopNow();
        removal->thread.join();
    }
}

std::vector<ControllerStatus> Host::status() const
{
    std::vector<ControllerStatus> all;
    for (const auto &controller : d->find(0))
        all.push_back(controller->status());
    return all;
}

LatencyBreakdown Host::latencies(ControllerId id) const
{
    const auto found = d->find(id);
    return found.empty() ? LatencyBreakdown{} : found.front()->latencies();
}

Ticket Host::submit(Command command)
{
    const Ticket ticket = ++d->lastTicket;
    for (const auto &controller : d->find(command.controller)) {
        controller->apply(command.action, ticket);
        if (std::holds_alternative<RemoveController>(command.action))
            d->remove(controller, ticket);
        if (std::holds_alternative<EndDrain>(command.action))
            d->endDrain(controller);
    }
    return ticket;
}

Delta Host::pull()
{
    Delta delta;
    delta.now = d->clock.now();
    for (const auto &controller : d->find(0))
        delta.controllers.push_back(controller->pull());
    std::vector<ControllerDelta> gone;
    {
        MutexLock lock(d->mutex);
        gone.swap(d->gone);
    }
    for (ControllerDelta &last : gone)
        addLast(delta, std::move(last));
    return delta;
}

Sample Host::sample()
{
    Sample sample;
    sample.now = d->clock.now();
    for (ControllerStatus &status : this->status())
        sample.controllers.push_back({status.id, status.counters, status.gauges});
    return sample;
}

void Host::detach()
{
    for (const auto &controller : d->find(0))
        controller->detach();
}

std::optional<ItemDetail> Host::detail(ControllerId controller, const ObjectId &id)
{
    const auto found = d->find(controller);
    return found.empty() ? std::nullopt : found.front()->detail(id);
}

std::optional<Description> Host::describe(ControllerId controller, const ObjectId &id,
                                          std::stop_token stop)
{
    const auto found = d->find(controller);
    return found.empty() ? std::nullopt : std::optional(found.front()->describe(id, stop));
}

std::vector<ObjectId> Host::held(ControllerId controller)
{
    const auto found = d->find(controller);
    return found.empty() ? std::vector<ObjectId>{} : found.front()->held();
}

} // namespace qontroller
