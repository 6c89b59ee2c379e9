// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/host/host.h"

#include "core/base/threads/ownedthread.h"
#include "core/engine/api/missingparts.h"
#include "core/engine/controller/controller.h"
#include "core/engine/host/farewell.h"
#include "core/engine/host/lastwords.h"
#include "core/engine/observe/feed/delta.h"
#include "core/engine/observe/items/description.h"
#include "core/engine/observe/items/itemdetail.h"

#include <algorithm>
#include <atomic>
#include <malloc.h>
#include <map>
#include <memory>
#include <set>
#include <system_error>

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
    if (const auto missing = whatIsMissing(spec.parts))
        return broken(*missing);
    return std::nullopt;
}

} // namespace

struct Host::Private : std::enable_shared_from_this<Host::Private>
{
    explicit Private(Clock &c)
        : clock(c)
    {}

    using Controllers = std::vector<std::shared_ptr<Controller>>;
    struct Entry
    {
        std::shared_ptr<Controller> controller;
        std::shared_ptr<Farewell> farewell;
        bool takesCommands = true; ///< false: it tells what it knew, and would forget the rest
    };

    /// All, or the one of that id. Copies: no caller waits for the lock while a controller works.
    [[nodiscard]] Controllers find(ControllerId id)
    {
        MutexLock lock(mutex);
        return findLocked(id);
    }
    [[nodiscard]] Controllers findLocked(ControllerId id) QONTROLLER_REQUIRES(mutex)
    {
        Controllers found;
        for (const Entry &entry : controllers) {
            if (id.means(entry.controller->id()))
                found.push_back(entry.controller);
        }
        return found;
    }

    /// A controller whose threads are being started. What it runs may give commands already.
    struct Starting
    {
        std::string name;
        std::shared_ptr<Controller> controller; ///< null before it is made
        std::optional<Ticket> removal;          ///< a command wants it gone again
    };
    [[nodiscard]] Starting *findStarting(const std::string &name) QONTROLLER_REQUIRES(mutex)
    {
        const auto found = std::ranges::find(starting, name, &Starting::name);
        return found == starting.end() ? nullptr : &*found;
    }
    /// As find() with those that are being started, but for those that take no commands any more.
    /// endCommand() follows: what a controller knows is not told before.
    [[nodiscard]] Controllers beginCommand(ControllerId id);
    void endCommand(const Controllers &reached);
    /// Counts \a action if it gives \a controller another number of workers, or the same once more.
    void countWorkerWord(Controller &controller, const Action &action);

    /// A front end that pulls.
    struct Reader
    {
        ReaderId id;
        Reads reads;
        std::size_t pulls = 0;
        std::set<ControllerId> told{}; ///< controllers that were in its last pull
    };
    [[nodiscard]] std::vector<Reader> readersNow()
    {
        MutexLock lock(mutex);
        return readers;
    }
    /// Each reader of \a controller is told no more by it: how far it is.
    [[nodiscard]] LastWords::Places releaseReaders(Controller &controller);
    /// Adds to \a delta of \a reader what it is to know of controllers that are gone.
    void addGone(Reader &reader, Delta &delta, std::size_t room) QONTROLLER_REQUIRES(mutex);
    /// Null: it is detached.
    [[nodiscard]] Reader *findReader(ReaderId reader) QONTROLLER_REQUIRES(mutex)
    {
        const auto found = std::ranges::find(readers, reader, &Reader::id);
        return found == readers.end() ? nullptr : &*found;
    }

    /// A thread that drains a controller, takes it out and destroys it.
    struct Removal
    {
        ControllerId id;
        std::string name;
        std::shared_ptr<LastKnown> known; ///< what it knew goes there; null: nowhere
        std::optional<StopReport> report; ///< nothing: it drains
        bool isOver = false;              ///< it was before a stop began, which is not told of it
        OwnedThread thread;
    };

    /// Null: it is not being removed.
    [[nodiscard]] Removal *findRemoval(ControllerId id) QONTROLLER_REQUIRES(mutex)
    {
        const auto found = std::ranges::find(removals, id, &Removal::id);
        return found == removals.end() ? nullptr : &*found;
    }
    void forgetEndedRemovals() QONTROLLER_REQUIRES(mutex)
    {
        std::erase_if(removals, [](const Removal &removal) { return removal.thread.hasEnded(); });
    }
    [[nodiscard]] bool isAnyDraining() QONTROLLER_REQUIRES(mutex)
    {
        return std::ranges::any_of(removals, [](const Removal &each) { return !each.report; });
    }
    /// Why no controller can have that name now; nothing: it is taken from now on.
    [[nodiscard]] std::optional<std::string> reserve(const std::string &name);
    void release(const std::string &name);
    /// \a controller is about to start.
    void announce(const std::shared_ptr<Controller> &controller);
    /// It has started. False: the host stops.
    [[nodiscard]] bool enter(const std::shared_ptr<Controller> &controller,
                             const std::shared_ptr<Farewell> &farewell);
    void remove(const std::shared_ptr<Controller> &controller, Ticket ticket,
                const std::shared_ptr<LastKnown> &known = nullptr);
    /// Where what it knew is to go; null: nowhere.
    [[nodiscard]] std::shared_ptr<LastKnown> heirOf(ControllerId removed)
    {
        MutexLock lock(mutex);
        return findRemoval(removed)->known;
    }
    /// \a controller takes no commands from now on, and those under way have taken effect.
    void closeToCommands(const std::shared_ptr<Controller> &controller);
    void runRemoval(Entry entry);
    void endDrain(const std::shared_ptr<Controller> &controller);
    /// Waits for what is being removed, but not beyond \a deadline; then ends its drain.
    void drainRemovals(TimePoint deadline);
    /// Adds the reports of what is being removed as soon as all are there.
    void reportRemovals(std::vector<StopReport> &reports);
    void joinRemovals(TimePoint deadline);

    Clock &clock;
    std::atomic<Ticket> lastTicket{0};
    Mutex mutex;
    std::uint32_t lastId QONTROLLER_GUARDED_BY(mutex) = 0;
    bool stopping QONTROLLER_GUARDED_BY(mutex) = false;
    std::vector<Starting> starting QONTROLLER_GUARDED_BY(mutex);
    std::vector<Entry> controllers QONTROLLER_GUARDED_BY(mutex);
    ReaderId lastReader QONTROLLER_GUARDED_BY(mutex) = 0;
    std::vector<Reader> readers QONTROLLER_GUARDED_BY(mutex);
    LastWords lastWords QONTROLLER_GUARDED_BY(mutex);
    std::vector<Removal> removals QONTROLLER_GUARDED_BY(mutex);
    Condition reported; ///< a removal has its report
    std::multiset<ControllerId> commanded QONTROLLER_GUARDED_BY(mutex); ///< commands under way
    Condition commandEnded;
    /// By controller's name: see NamedController::workerWords.
    std::map<std::string, std::uint64_t> workerWords QONTROLLER_GUARDED_BY(mutex);
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
    if (auto problem = d->reserve(name))
        return tl::unexpected(std::move(*problem));
    const ControllerId id = [this] {
        MutexLock lock(d->mutex);
        return ControllerId(++d->lastId);
    }();
    const auto farewell = std::make_shared<Farewell>();
    const std::shared_ptr<Controller> controller(new Controller(id, std::move(spec), d->clock),
                                                 [farewell](Controller *last) {
                                                     farewell->leave(last);
                                                 });
    std::string problem = "the host stops: nothing new is started";
    try {
        if (const auto unknown = controller->restore()) {
            problem = "controller \"" + name + "\": " + *unknown;
        } else {
            d->announce(controller);
            for (const Private::Reader &reader : d->readersNow())
                controller->attach(reader.id);
            controller->start();
            if (d->enter(controller, farewell))
                return id;
        }
    } catch (const std::system_error &error) {
        problem = "controller \"" + name + "\" cannot start its threads: " + error.code().message();
    }
    controller->stop(d->clock.now());
    d->release(name);
    return tl::unexpected(std::move(problem));
}

std::optional<std::string> Host::Private::reserve(const std::string &name)
{
    MutexLock lock(mutex);
    if (stopping)
        return "the host stops: nothing new is started";
    const bool isTaken = findStarting(name)
                         || std::ranges::any_of(controllers, [&name](const Entry &entry) {
                                return entry.controller->name() == name;
                            });
    if (isTaken)
        return "there is a controller named \"" + name + "\" already";
    starting.push_back({name, nullptr, std::nullopt});
    return std::nullopt;
}

void Host::Private::release(const std::string &name)
{
    MutexLock lock(mutex);
    std::erase_if(starting, [&](const Starting &one) { return one.name == name; });
}

void Host::Private::announce(const std::shared_ptr<Controller> &controller)
{
    MutexLock lock(mutex);
    findStarting(controller->name())->controller = controller;
}

Host::Private::Controllers Host::Private::beginCommand(ControllerId id)
{
    MutexLock lock(mutex);
    Controllers found;
    for (const Entry &entry : controllers) {
        if (entry.takesCommands && id.means(entry.controller->id()))
            found.push_back(entry.controller);
    }
    for (const Starting &one : starting) {
        if (one.controller && id.means(one.controller->id()))
            found.push_back(one.controller);
    }
    for (const auto &controller : found)
        commanded.insert(controller->id());
    return found;
}

void Host::Private::endCommand(const Controllers &reached)
{
    MutexLock lock(mutex);
    for (const auto &controller : reached)
        commanded.erase(commanded.find(controller->id()));
    commandEnded.notifyAll();
}

void Host::Private::countWorkerWord(Controller &controller, const Action &action)
{
    const ControllerOptions now = controller.commands().options();
    const ControllerOptions wanted = withChange(now, action);
    if (validate(wanted) || (!namesWorkers(action) && wanted.workers == now.workers))
        return;
    MutexLock lock(mutex);
    ++workerWords[controller.name()];
}

void Host::Private::closeToCommands(const std::shared_ptr<Controller> &controller)
{
    MutexLock lock(mutex);
    const auto entry = std::ranges::find(controllers, controller, &Entry::controller);
    if (entry != controllers.end())
        entry->takesCommands = false;
    while (commanded.contains(controller->id()))
        commandEnded.wait(lock);
}

bool Host::Private::enter(const std::shared_ptr<Controller> &controller,
                          const std::shared_ptr<Farewell> &farewell)
{
    std::optional<Ticket> removal;
    {
        MutexLock lock(mutex);
        if (stopping)
            return false;
        removal = findStarting(controller->name())->removal;
        std::erase_if(starting, [&](const Starting &one) { return one.controller == controller; });
        controllers.push_back({controller, farewell});
    }
    if (removal)
        remove(controller, *removal);
    return true;
}

// One thread waits for all: they drain side by side, and each step has one end for all. What is
// being removed drains on threads of its own.
std::vector<StopReport> Host::stop(Duration deadline)
{
    const TimePoint end = later(d->clock.now(), deadline);
    Private::Controllers ending;
    {
        MutexLock lock(d->mutex);
        if (std::exchange(d->stopping, true))
            return {};
        d->forgetEndedRemovals();
        for (Private::Removal &removal : d->removals)
            removal.isOver = removal.report && removal.report->calls.empty();
        for (const Private::Entry &entry : d->controllers) {
            if (!d->findRemoval(entry.controller->id()))
                ending.push_back(entry.controller);
        }
    }
    for (const auto &controller : ending)
        controller->beginStop();
    for (const auto &controller : ending)
        controller->drain(end);
    d->drainRemovals(end);
    const TimePoint last = later(d->clock.now(), Controller::StopGrace);
    for (const auto &controller : ending)
        controller->endProcess(last - Controller::ProcessGrace);
    std::vector<StopReport> reports;
    for (const auto &controller : ending)
        reports.push_back(controller->end(last));
    d->reportRemovals(reports);
    d->joinRemovals(last);
    return reports;
}

void Host::stopNow()
{
    for (const auto &controller : d->find(0))
        controller->stopNow();
}

void Host::Private::remove(const std::shared_ptr<Controller> &controller, Ticket ticket,
                           const std::shared_ptr<LastKnown> &known)
{
    MutexLock lock(mutex);
    if (stopping)
        return;
    forgetEndedRemovals();
    if (Starting *const early = findStarting(controller->name())) {
        early->removal = ticket;
        return;
    }
    const auto entry = std::ranges::find(controllers, controller, &Entry::controller);
    if (entry == controllers.end())
        return;
    if (Removal *const removal = findRemoval(controller->id())) {
        removal->known = known ? known : removal->known;
        return;
    }
    try {
        removals.push_back({controller->id(), controller->name(), known, std::nullopt, false,
                            OwnedThread(shared_from_this(), [this, entry = *entry]() mutable {
                                runRemoval(std::move(entry));
                            })});
    } catch (const std::system_error &error) {
        lock.unlock();
        controller->commands().say(ticket, "it is not removed, for no thread can be had: "
                                               + error.code().message());
    }
}

// The controller is used by front ends and by calls that have not returned as well; it is
// destroyed here once all of them are through with it.
void Host::Private::runRemoval(Entry entry)
{
    StopReport report = entry.controller->stop(later(clock.now(), RemovalDeadline));
    closeToCommands(entry.controller);
    if (const auto known = heirOf(entry.controller->id()))
        entry.controller->tell(*known);
    LastWords::Places places = releaseReaders(*entry.controller);
    ControllerDelta words = entry.controller->lastWords();
    entry.farewell->expect();
    {
        MutexLock lock(mutex);
        findRemoval(entry.controller->id())->report = std::move(report);
        reported.notifyAll();
        std::erase_if(controllers,
                      [&entry](const Entry &each) { return each.controller == entry.controller; });
        std::erase_if(places, [this](const auto &each) { return !findReader(each.first); });
        lastWords.add(std::move(words), std::move(places));
    }
    entry.controller.reset();
    entry.farewell->take();
    malloc_trim(0); // its items lay all over the heap
}

LastWords::Places Host::Private::releaseReaders(Controller &controller)
{
    LastWords::Places places;
    for (const Reader &reader : readersNow()) {
        const ChangeLog::Read read = controller.release(reader.id);
        places[reader.id] = {{read.events}, {read.ticketEnds}};
    }
    return places;
}

void Host::Private::addGone(Reader &reader, Delta &delta, std::size_t room)
{
    room = std::min(room, std::size_t{1} << 20); // it is copied under the lock
    lastWords.read(reader.id, delta, room);
    std::set<ControllerId> there;
    for (const ControllerDelta &controller : delta.controllers)
        there.insert(controller.id);
    for (const ControllerId id : reader.told) { // it came too late for their last words
        if (!there.contains(id))
            delta.removed.push_back(id);
    }
    for (const ControllerId gone : delta.removed)
        there.erase(gone);
    reader.told = std::move(there);
}

void Host::Private::endDrain(const std::shared_ptr<Controller> &controller)
{
    {
        MutexLock lock(mutex);
        if (!findRemoval(controller->id()))
            return;
    }
    controller->stopNow();
}

void Host::Private::drainRemovals(TimePoint deadline)
{
    Controllers late;
    MutexLock lock(mutex);
    while (isAnyDraining() && clock.now() < deadline)
        clock.waitUntil(reported, lock, deadline);
    for (const Entry &entry : controllers) {
        if (findRemoval(entry.controller->id()))
            late.push_back(entry.controller);
    }
    lock.unlock();
    for (const auto &controller : late)
        controller->stopNow();
}

void Host::Private::reportRemovals(std::vector<StopReport> &reports)
{
    MutexLock lock(mutex);
    while (isAnyDraining()) // no longer than Controller::stop() may last
        reported.wait(lock);
    for (Removal &removal : removals) {
        if (!removal.isOver)
            reports.push_back(std::move(*removal.report));
    }
}

void Host::Private::joinRemovals(TimePoint deadline)
{
    std::vector<Removal> ending;
    {
        MutexLock lock(mutex);
        ending.swap(removals);
    }
    for (Removal &removal : ending)
        static_cast<void>(removal.thread.join(clock, deadline));
}

std::vector<std::string> Host::leaving() const
{
    MutexLock lock(d->mutex);
    std::vector<std::string> names;
    for (const Private::Removal &removal : d->removals) {
        if (!removal.thread.hasEnded())
            names.push_back(removal.name);
    }
    return names;
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
    const Private::Controllers reached = d->beginCommand(command.controller);
    for (const auto &controller : reached) {
        d->countWorkerWord(*controller, command.action);
        controller->commands().apply(command.action, ticket, command.note);
        if (std::holds_alternative<RemoveController>(command.action))
            d->remove(controller, ticket);
        if (std::holds_alternative<EndDrain>(command.action))
            d->endDrain(controller);
    }
    d->endCommand(reached);
    return ticket;
}

std::shared_ptr<LastKnown> Host::replace(ControllerId controller, const std::string &note)
{
    auto known = std::make_shared<LastKnown>();
    const Ticket ticket = ++d->lastTicket;
    for (const auto &removed : d->find(controller)) {
        removed->commands().apply(RemoveController{}, ticket, note);
        d->remove(removed, ticket, known);
    }
    return known;
}

ReaderId Host::attach(Reads reads)
{
    MutexLock lock(d->mutex);
    const ReaderId reader = ++d->lastReader;
    d->readers.push_back({reader, reads});
    const Private::Controllers all = d->findLocked(0);
    lock.unlock();
    for (const auto &controller : all)
        controller->attach(reader);
    return reader;
}

Delta Host::pull(ReaderId reader)
{
    Delta delta;
    const Moment moment = d->clock.moment();
    delta.now = moment.now;
    delta.wall = moment.wall;
    MutexLock lock(d->mutex);
    Private::Reader *attached = d->findReader(reader);
    if (!attached)
        return delta;
    const Reads reads = attached->reads;
    const std::size_t turn = attached->pulls++;
    Private::Controllers all = d->findLocked(0);
    lock.unlock();
    std::size_t room = DeltaBytes;
    delta.controllers.resize(all.size());
    for (std::size_t i = 0; i < all.size(); ++i) { // each has its turn to be the first
        const std::size_t next = (turn + i) % all.size();
        delta.controllers[next] = all[next]->pull(reader, reads, room);
    }
    all.clear(); // one may end with it, and not under the lock
    lock.lock();
    if (Private::Reader *still = d->findReader(reader))
        d->addGone(*still, delta, room);
    return delta;
}

void Host::detach(ReaderId reader)
{
    {
        MutexLock lock(d->mutex);
        std::erase_if(d->readers,
                      [reader](const Private::Reader &each) { return each.id == reader; });
        d->lastWords.forget(reader);
    }
    for (const auto &controller : d->find(0))
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
    return found.empty() ? std::vector<ObjectId>{} : found.front()->commands().held();
}

TimePoint Host::now() const
{
    return d->clock.now();
}

std::vector<NamedController> Host::controllers()
{
    std::vector<NamedController> all;
    for (const auto &controller : d->find(0))
        all.push_back({.id = controller->id(),
                       .name = controller->name(),
                       .isPaused = controller->isPaused(),
                       .hasListed = controller->hasListed(),
                       .workers = controller->commands().options().workers});
    MutexLock lock(d->mutex);
    for (NamedController &each : all) {
        each.isLeaving = d->findRemoval(each.id) != nullptr;
        if (const auto found = d->workerWords.find(each.name); found != d->workerWords.end())
            each.workerWords = found->second;
    }
    return all;
}

void Host::forEachRow(ControllerId controller, unsigned states,
                      const std::function<bool(const ItemRow &)> &look)
{
    if (const auto found = d->find(controller); !found.empty())
        found.front()->forEachRow(states, look);
}

std::vector<ItemRow> Host::rows(ControllerId controller, std::span<const ObjectId> ids)
{
    const auto found = d->find(controller);
    return found.empty() ? std::vector<ItemRow>{} : found.front()->rows(ids);
}

} // namespace qontroller
