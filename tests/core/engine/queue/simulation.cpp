// SPDX-License-Identifier: LGPL-3.0-or-later
#include "simulation.h"
#include "simulationnote.h"

#include "restoring.h"

#include <algorithm>
#include <stdexcept>

namespace qontroller::test {

using namespace std::chrono_literals;

namespace {

ControllerOptions randomOptions(std::mt19937_64 &random)
{
    ControllerOptions options;
    options.maxRetries = static_cast<int>(random() % 4);
    options.backoffBase = std::chrono::milliseconds(1 + random() % 50);
    options.backoffMax = options.backoffBase * (1 + random() % 20);
    options.retryRate = random() % 2 ? 1000 : 10;
    options.priorities = random() % 4 != 0;
    options.massDeletionGuard = random() % 2;
    options.detectDeletions = random() % 5 != 0;
    options.ageing = std::chrono::milliseconds(20 + random() % 1000);
    return options;
}

} // namespace

Simulation::Simulation(std::uint64_t seed, Trace trace)
    : m_random(seed)
    , m_options(randomOptions(m_random))
    , m_queue(std::in_place, m_clock, m_options, seed + 1)
    , m_seats(Seats)
    , m_tracing(trace == Trace::On)
    , m_lossy(seed % 2 == 0)
    , m_versions(chance(50))
    , m_discards(chance(30))
{
    constexpr std::size_t Most[] = {4, 8, 8, 30, 60, 250};
    m_objects.resize(1 + below(Most[below(std::size(Most))]));
    for (Object &object : m_objects) {
        if (chance(60))
            object.version = ++m_lastVersion;
    }
}

std::optional<std::string> Simulation::run()
{
    try {
        begin();
        for (std::size_t steps = 150 + below(450); steps > 0; --steps) {
            step();
            check();
        }
        note("--- all faults stop ---");
        comeToRest();
        checkRest();
    } catch (const std::exception &failure) {
        return failure.what();
    }
    return std::nullopt;
}

/// The first list of a life.
void Simulation::begin()
{
    on<Intake>([](Intake &intake, TimePoint) { intake.openGate(); });
    beginList();
    while (m_list.next < m_objects.size()) {
        const std::size_t index = m_list.next++;
        if (m_objects[index].version != 0)
            showInList(index, m_objects[index].version);
    }
    completeList(m_options);
}

/// What runs is interrupted. Events come late, but they come: its watch has a cursor.
void Simulation::restart()
{
    note("--- the program ends, and starts again ---");
    pull();
    std::unordered_map<ObjectId, TimePoint> pauses;
    for (const auto &[key, row] : m_mirror.rows()) {
        if (const auto pause = m_pausedUntil.find(key); pause != m_pausedUntil.end())
            pauses[row.id] = pause->second;
    }
    for (const Run &run : m_runs)
        m_objects[run.object].owed = true;
    m_runs.clear();
    m_seats = std::deque<Seat>(Seats);
    const Known known = knownOf(*m_queue, m_clock);
    const KnownWave wave = waveOf(*m_queue, m_clock);
    m_queue.emplace(m_clock, m_options, m_random());
    m_clock.advance(std::chrono::milliseconds(below(3000)));
    restore(*m_queue, m_clock, known, wave);
    require(waveOf(*m_queue, m_clock) == wave, "what the guard has counted is known");
    const Known knownNow = knownOf(*m_queue, m_clock);
    require(knownNow.size() == known.size(), "all that was known is known");
    for (const auto &[id, item] : knownNow)
        require(agree(item, nextLife(known.at(id)), m_clock), "object " + id + ": is what it was");
    m_mirror = m_slowMirror = {};
    pull();
    m_pausedUntil.clear();
    for (const auto &[id, until] : pauses)
        m_pausedUntil[m_mirror.find(id)->key] = until;
    m_allPausedUntil = {};
    m_listNumber = 0;
    for (Object &object : m_objects)
        object.eventInList = 0;
    begin();
}

void Simulation::step()
{
    const std::size_t dice = below(100);
    if (dice < 17)
        changeSource(anyObject());
    else if (dice < 38)
        deliverEvent();
    else if (dice < 58)
        take();
    else if (dice < 80 && !m_runs.empty())
        continueRun(below(m_runs.size()));
    else if (dice < 86)
        continueList();
    else if (dice < 94)
        pass(std::chrono::milliseconds(chance(80) ? below(20) : below(2000)));
    else if (dice < 99)
        operate();
    else if (chance(30))
        restart();
    else if (m_lossy && chance(50))
        vanish();
    else
        on<View>([](View &view, TimePoint) { return view.detach(Front); });
}

void Simulation::triggered(std::size_t index)
{
    m_objects[index].owed = true;
    m_objects[index].notBefore = {};
    for (Run &run : m_runs)
        run.triggered = run.triggered || run.object == index;
}

void Simulation::pass(Duration time)
{
    note("time passes");
    m_clock.advance(time);
    if (chance(50))
        on<View>([](View &view, TimePoint now) { return view.expire(now); });
}

ControllerDelta Simulation::pullAs(ReaderId reader)
{
    ControllerDelta delta;
    std::size_t room = DeltaBytes;
    while (on<View>([&](View &view, TimePoint) {
        return view.collect(reader, Reads::Everything, delta, room);
    })) {
    }
    return delta;
}

void Simulation::pull()
{
    const ControllerDelta delta = pullAs(Front);
    m_mirror.apply(delta);
    if (chance(5))
        m_slowMirror.apply(pullAs(SlowFront));
    for (const ItemKey key : delta.removed)
        m_pausedUntil.erase(key);
}

void Simulation::check()
{
    if (!chance(40))
        return;
    pull();
    Gauges gauges;
    std::vector<FailureCause> failures;
    on<View>([&](View &view, TimePoint now) {
        view.fill(gauges, now);
        failures = view.failures();
    });
    require(countEachOnce(failures, gauges), "the causes count what is given up");
    const auto states = m_mirror.countStates();
    require(states == gauges.states, "the rows agree with the gauges on the states");
    require(m_mirror.rows().size() == gauges.known, "there is a row for each known item");
    require(gauges.running == m_runs.size(), "as many run as were handed out");

    std::size_t ready = 0;
    std::size_t running = 0;
    for (const auto &[key, row] : m_mirror.rows()) {
        const bool planned = row.nextRun != TimePoint{};
        ready += row.state == ItemState::Waiting && !planned;
        running += row.state == ItemState::Running || row.state == ItemState::Stuck;
        const bool waits = row.state == ItemState::BackOff
                           || row.state == ItemState::WaitingForLock;
        require(!waits || planned, "who waits for a time has one");
        const bool gaveUp = row.state == ItemState::Parked || row.state == ItemState::Failed;
        require(!gaveUp || m_objects[std::stoul(row.id)].failedLast, "who gave up has failed");
        require(row.state != ItemState::Paused || m_pausedUntil.contains(key),
                "what is paused was paused");
    }
    require(ready == gauges.depth, "the depth is what waits for a worker");
    require(running == m_runs.size(), "what is shown as running runs");
}

void Simulation::comeToRest()
{
    m_workers = 3;
    on<Orders>([](Orders &orders, TimePoint) { orders.resume(); });
    m_allPausedUntil = {};
    for (std::size_t i = 0; i < m_objects.size(); ++i)
        on<Orders>([i](Orders &orders, TimePoint now) { orders.resumeItem(nameOf(i), now); });
    m_pausedUntil.clear();
    while (m_list.active)
        continueList();
    while (!m_inFlight.empty())
        deliverEvent();
    for (std::size_t i = 0; i < m_objects.size(); ++i) {
        if (m_objects[i].refused && m_objects[i].version == 0)
            deliver(EventType::Deleted, i, 0);
    }
    workUntilQuiet();
    if (m_lossy)
        listForTheLastTime();
    checkParked();
    requeueAll(ItemState::Parked);
    requeueAll(ItemState::Failed);
    workUntilQuiet();
}

void Simulation::listForTheLastTime()
{
    ControllerOptions options = m_options;
    options.detectDeletions = true;
    options.massDeletionGuard = false;
    beginList();
    for (std::size_t i = 0; i < m_objects.size(); ++i) {
        if (m_objects[i].version != 0)
            showInList(i, m_objects[i].version);
    }
    completeList(options);
    for (const ObjectId &id : held()) // what the source does not have any more
        removeHeld(id);
    workUntilQuiet();
}

void Simulation::checkParked()
{
    pull();
    for (const auto &[key, row] : m_mirror.rows()) {
        const Object &object = m_objects[std::stoul(row.id)];
        const bool mayNotKnow = m_lossy && !m_versions; // what is made anew looks like before
        require(row.state != ItemState::Parked || mayNotKnow
                    || object.removedLast == (object.version == 0),
                "object " + row.id + ": is not parked once it came or went");
        require(!m_lossy || row.state != ItemState::Failed, "a resync tries again what has failed");
    }
}

void Simulation::requeueAll(ItemState state)
{
    pull();
    for (const auto &[key, row] : m_mirror.rows()) {
        if (row.state != state)
            continue;
        triggered(std::stoul(row.id));
        on<Orders>(
            [&id = row.id](Orders &orders, TimePoint now) { orders.requeueItem(id, 0, now); });
    }
}

void Simulation::workUntilQuiet()
{
    for (int rounds = 0; rounds < 10'000; ++rounds) {
        finishAllRuns();
        take();
        if (!m_runs.empty())
            continue;
        const TimePoint due = on<View>([](View &view, TimePoint) { return view.nextDue(); });
        if (due == TimePoint::max())
            return;
        m_clock.advance(std::max(due - m_clock.now(), Duration::zero()));
    }
    require(false, "it comes to rest");
}

void Simulation::checkRest()
{
    pull();
    m_slowMirror.apply(pullAs(SlowFront));
    require(m_slowMirror.countStates() == m_mirror.countStates()
                && m_slowMirror.rows().size() == m_mirror.rows().size(),
            "who pulls seldom knows the same");
    Unfinished left;
    m_queue->walk<View>([&left](View &view, ItemTable::Walk &walk, TimePoint) {
        view.countUnfinished(walk, 1, left);
    });
    require(left.count == 0, "nothing is left to do");
    for (std::size_t i = 0; i < m_objects.size(); ++i) {
        const Object &object = m_objects[i];
        const ItemRow *row = m_mirror.find(nameOf(i));
        const std::string which = "object " + nameOf(i) + ": ";
        if (row)
            note(which, name(row->state), row->absent ? ", absent" : "", ", ", row->errors,
                 " errors");
        if (object.uncertain && (!m_lossy || object.version == 0))
            continue;
        if (object.version == 0) {
            require(object.world == Object::World::Never || object.world == Object::World::Removed,
                    "what is gone from the source is gone from the world", which);
            require(!row, "what is gone is forgotten", which);
            continue;
        }
        require(object.world == (object.ignored ? Object::World::Ignored : Object::World::Present)
                    && object.worldVersion == object.version,
                "the world is what the source is", which);
        require(row && row->state == (object.ignored ? ItemState::Ignored : ItemState::InSync),
                "it is shown as in sync", which);
        require(!row->absent && row->errors == 0, "its row knows of no trouble", which);
    }
    const Counters counters = on<View>([](View &view, TimePoint) { return view.counters(); });
    require(counters.handled == counters.dequeued, "each run that began has ended");
    require(m_discards || m_heldSome || counters.queued == counters.dequeued,
            "what was queued has run");
}

void Simulation::require(bool condition, std::string_view what, std::string_view which) const
{
    if (!condition)
        throw std::runtime_error("not true: " + std::string(which) + std::string(what));
}

} // namespace qontroller::test
