// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/host/host.h"

#include "core/engine/api/missingparts.h"
#include "core/engine/host/readers.h"
#include "core/engine/host/removals.h"
#include "core/engine/host/roster.h"
#include "core/engine/observe/feed/delta.h"
#include "core/engine/observe/items/description.h"
#include "core/engine/observe/items/itemdetail.h"

#include <atomic>
#include <memory>
#include <optional>
#include <system_error>
#include <utility>

namespace qontroller {

namespace {

std::optional<std::string> problemOf(const ControllerSpec &spec)
{
    const auto broken = [&spec](const std::string &what) {
        return "controller \"" + spec.name + "\": " + what;
    };
    if (spec.name.empty())
        return "a controller needs a name";
    if (const auto problem = validate(spec.options))
        return broken(*problem);
    if (const auto missing = whatIsMissing(spec.parts))
        return broken(*missing);
    return std::nullopt;
}

/// \a action gives another number of workers than \a now has, or the same once more.
bool givesWorkers(const Action &action, const ControllerOptions &now)
{
    const ControllerOptions wanted = withChange(now, action);
    return !validate(wanted) && (namesWorkers(action) || wanted.workers != now.workers);
}

} // namespace

struct Host::Private
{
    explicit Private(Clock &c)
        : clock(c)
        , removals(c, roster, readers)
    {}

    /// The one of that id; null: there is none (any more).
    [[nodiscard]] Roster::ControllerPtr find(ControllerId id) const
    {
        const Roster::Controllers found = id == 0 ? Roster::Controllers() : roster.find(id);
        return found.empty() ? nullptr : found.front();
    }

    Clock &clock;
    std::atomic<Ticket> lastTicket{0};
    Roster roster;
    Readers readers;
    Removals removals;
};

Host::Host(Clock &clock)
    : d(std::make_shared<Private>(clock))
{}

Host::~Host()
{
    stop(Duration::zero());
}

tl::expected<ControllerId, std::string> Host::add(ControllerSpec spec)
{
    if (auto problem = problemOf(spec))
        return tl::unexpected(std::move(*problem));
    const std::string name = spec.name;
    if (auto problem = d->roster.reserve(name))
        return tl::unexpected(std::move(*problem));
    const auto farewell = std::make_shared<Farewell>();
    const Roster::ControllerPtr controller(new Controller(d->roster.nextId(), std::move(spec),
                                                          d->clock),
                                           [farewell](Controller *last) { farewell->leave(last); });
    auto problem = start(controller, farewell);
    if (!problem)
        return controller->id();
    controller->stop(d->clock.now());
    d->roster.release(name);
    return tl::unexpected(*std::move(problem));
}

std::optional<std::string> Host::start(const std::shared_ptr<Controller> &controller,
                                       const std::shared_ptr<Farewell> &farewell)
{
    const std::string named = "controller \"" + controller->name() + "\"";
    try {
        if (const auto unknown = controller->restore())
            return named + ": " + *unknown;
        d->roster.announce(controller);
        for (const ReaderId reader : d->readers.all())
            controller->attach(reader);
        controller->start();
    } catch (const std::system_error &error) {
        return named + " cannot start its threads: " + error.code().message();
    }
    const Roster::Entered entered = d->roster.enter(controller, farewell);
    if (entered.removal)
        d->removals.begin(controller, *entered.removal, nullptr, d);
    return entered.isIn ? std::nullopt
                        : std::optional<std::string>("the host stops: nothing new is started");
}

// One thread waits for all: they drain side by side, and each step has one end for all. What is
// being removed drains on threads of its own.
std::vector<StopReport> Host::stop(Duration deadline)
{
    const TimePoint end = later(d->clock.now(), deadline);
    const auto ending = d->removals.closeRoster();
    if (!ending)
        return {};
    for (const auto &controller : *ending)
        controller->beginStop();
    for (const auto &controller : *ending)
        controller->drain(end);
    d->removals.drain(end);
    const TimePoint last = later(d->clock.now(), Controller::StopGrace);
    for (const auto &controller : *ending)
        controller->endProcess(last - Controller::ProcessGrace);
    std::vector<StopReport> reports;
    for (const auto &controller : *ending)
        reports.push_back(controller->end(last));
    d->removals.report(reports);
    d->removals.join(last);
    return reports;
}

void Host::awaitRemoved()
{
    d->removals.awaitParts();
}

void Host::stopNow()
{
    for (const auto &controller : d->roster.find(0))
        controller->stopNow();
}

std::vector<std::string> Host::leaving() const
{
    return d->removals.leaving();
}

std::vector<ControllerStatus> Host::status() const
{
    std::vector<ControllerStatus> all;
    for (const auto &controller : d->roster.find(0))
        all.push_back(controller->status());
    return all;
}

LatencyBreakdown Host::latencies(ControllerId id) const
{
    const auto found = d->find(id);
    return found ? found->latencies() : LatencyBreakdown{};
}

Ticket Host::submit(Command command)
{
    const Ticket ticket = ++d->lastTicket;
    const auto *whole = std::get_if<ControllerAction>(&command.action);
    const Roster::Controllers reached = d->roster.beginCommand(command.controller);
    for (const auto &controller : reached) {
        if (givesWorkers(command.action, controller->commands().options()))
            d->roster.noteWorkers(controller->name());
        controller->commands().apply(command.action, ticket, command.note);
        if (!whole)
            continue;
        switch (whole->verb) {
        case ControllerVerb::Remove: d->removals.begin(controller, ticket, nullptr, d); break;
        case ControllerVerb::EndDrain: d->removals.endDrain(controller); break;
        case ControllerVerb::Pause:
        case ControllerVerb::Resume:
        case ControllerVerb::Resync:
        case ControllerVerb::Take: break;
        }
    }
    d->roster.endCommand(reached);
    return ticket;
}

std::shared_ptr<LastKnown> Host::replace(ControllerId controller, const std::string &note)
{
    auto known = std::make_shared<LastKnown>();
    const Ticket ticket = ++d->lastTicket;
    if (const auto removed = d->find(controller)) {
        removed->commands().apply(ControllerVerb::Remove, ticket, note);
        d->removals.begin(removed, ticket, known, d);
    }
    return known;
}

ReaderId Host::attach(Reads reads)
{
    const ReaderId reader = d->readers.attach(reads);
    for (const auto &controller : d->roster.find(0))
        controller->attach(reader);
    return reader;
}

Delta Host::pull(ReaderId reader)
{
    Delta delta;
    const Moment moment = d->clock.moment();
    delta.now = moment.now;
    delta.wall = moment.wall;
    const auto turn = d->readers.nextTurn(reader);
    if (!turn)
        return delta;
    Roster::Controllers all = d->roster.find(0);
    const bool stops = d->roster.isClosed();
    std::size_t room = DeltaBytes;
    delta.controllers.resize(all.size());
    for (std::size_t i = 0; i < all.size(); ++i) { // each has its turn to be the first
        const std::size_t next = (turn->number + i) % all.size();
        delta.controllers[next] = all[next]->pull(reader, turn->reads, room);
        delta.controllers[next].hostStops = stops;
    }
    all.clear(); // one may end with it
    d->readers.addGone(reader, delta, room);
    return delta;
}

void Host::detach(ReaderId reader)
{
    d->readers.detach(reader);
    for (const auto &controller : d->roster.find(0))
        controller->detach(reader);
}

Sample Host::sample()
{
    Sample sample;
    sample.now = d->clock.now();
    for (ControllerStatus &status : this->status())
        sample.controllers.push_back({status.id, status.counters, status.gauges});
    return sample;
}

std::optional<ItemDetail> Host::detail(ControllerId controller, const ObjectId &id)
{
    const auto found = d->find(controller);
    return found ? found->detail(id) : std::nullopt;
}

std::optional<Description> Host::describe(ControllerId controller, const ObjectId &id,
                                          std::stop_token stop)
{
    const auto found = d->find(controller);
    return found ? std::optional(found->describe(id, std::move(stop))) : std::nullopt;
}

std::vector<ObjectId> Host::held(ControllerId controller)
{
    const auto found = d->find(controller);
    return found ? found->commands().held() : std::vector<ObjectId>{};
}

TimePoint Host::now() const
{
    return d->clock.now();
}

std::vector<NamedController> Host::controllers()
{
    std::vector<NamedController> all;
    for (const auto &controller : d->roster.find(0)) {
        NamedController &named = all.emplace_back(controller->named());
        named.isLeaving = d->removals.has(named.id);
        named.workerWords = d->roster.workerWords(named.name);
    }
    return all;
}

void Host::forEachRow(ControllerId controller, unsigned states,
                      const std::function<bool(const ItemRow &)> &look)
{
    if (const auto found = d->find(controller))
        found->forEachRow(states, look);
}

std::vector<ItemRow> Host::rows(ControllerId controller, std::span<const ObjectId> ids)
{
    const auto found = d->find(controller);
    return found ? found->rows(ids) : std::vector<ItemRow>{};
}

} // namespace qontroller
