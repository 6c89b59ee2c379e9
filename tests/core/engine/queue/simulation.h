// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "rowmirror.h"

#include "core/engine/queue/workqueue.h"

#include <deque>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace qontroller::test {

/// One random life of a work queue, in one thread and on a clock of its own, beside
/// a model of the source and of the world that the handlers make. Everything
/// follows from the seed.
///
/// Now and then the program ends, and its next life is told what a journal knows. After
/// every step what can be seen from outside has to agree with itself and with
/// the model. In the end all faults stop: then the world has to be what the source
/// is, and nothing may be left to do. Even seeds lose events and end with a complete
/// list; odd seeds lose none and have to get there without one.
class Simulation
{
public:
    enum class Trace {
        Off,
        On
    };
    explicit Simulation(std::uint64_t seed, Trace trace = Trace::Off);

    /// What went wrong, as a sentence; nothing if all was well.
    [[nodiscard]] std::optional<std::string> run();
    /// What happened, one step a line, if it was asked for.
    [[nodiscard]] const std::vector<std::string> &trace() const { return m_trace; }

private:
    /// An object in the source, as the engine should come to know it, and in the world.
    struct Object
    {
        enum class World {
            Never,
            Present,
            Ignored,
            Removed,
            Broken
        };

        Version version = 0; // 0: does not exist
        bool ignored = false;
        World world = World::Never;
        Version worldVersion = 0;
        bool uncertain = false;    // discarded: nobody owes it a run
        bool refused = false;      // kept although lists do not show it
        bool failedLast = false;   // its last run that did not only wait ended with an error
        bool removedLast = false;  // its last run was to remove it
        bool owed = false;         // there is a reason to run
        bool mayBeAbsent = false;  // there is a reason to remove it
        bool mayBePresent = false; // there is a reason to add it
        bool shown = false;        // by the list under way
        bool deletedInThisList = false;
        std::uint32_t eventInList = 0; // the list under way at its last event
        TimePoint notBefore;           // of a planned run that nothing has superseded
    };
    struct Event
    {
        EventType type;
        std::size_t object;
        Version version;
    };
    struct Run
    {
        Item *item = nullptr;
        Seat *seat = nullptr;
        std::size_t object = 0;
        bool read = false; // the state and the storage, just before the handler
        bool removal = false;
        bool ignored = false;
        bool triggered = false;
        Version version = 0;
    };
    struct List
    {
        bool active = false;
        bool live = false; // reads while it runs; else it was read when it began
        std::size_t next = 0;
        std::vector<Version> snapshot;
    };

    // The source (simulationsource.cpp)
    void changeSource(std::size_t object);
    void vanish();
    void deliverEvent();
    void beginList();
    void continueList();
    void endList();
    [[nodiscard]] std::set<ObjectId> held();
    [[nodiscard]] bool isMissingMany();
    void completeList(const ControllerOptions &options);
    void showInList(std::size_t object, Version version);
    void deliver(EventType type, std::size_t object, Version version);

    // Workers
    void take();
    void begin(Seat &seat, Item &item);
    void continueRun(std::size_t index);
    void readState(Run &run);
    void finishRun(std::size_t index, const RunResult &result);
    [[nodiscard]] RunResult randomResult(const Run &run);
    void changeWorld(const Run &run, const RunResult &result);
    void planNext(const Run &run, const RunResult &result);

    // The operator (simulationoperator.cpp)
    void operate();
    void pauseOrResumeItem();
    void pauseOrResumeAll();
    void triggerByHand();
    void discard();
    void judgeHeld();
    void removeHeld(const ObjectId &id);

    // Time, checks, the end
    void step();
    void begin();
    void restart();
    void pass(Duration time);
    [[nodiscard]] ControllerDelta pullAs(ReaderId reader);
    void pull();
    void check();
    void comeToRest();
    void listForTheLastTime();
    void workUntilQuiet();
    void finishAllRuns();
    void requeueAll(ItemState state);
    void checkParked();
    void checkRest();

    void triggered(std::size_t object);
    void require(bool condition, std::string_view what, std::string_view which = {}) const;
    template<class... Parts>
    void note(const Parts &...parts);
    [[nodiscard]] std::size_t below(std::size_t end) { return m_random() % end; }
    [[nodiscard]] bool chance(unsigned percent) { return m_random() % 100 < percent; }
    [[nodiscard]] std::size_t anyObject() { return below(m_objects.size()); }
    [[nodiscard]] static std::string nameOf(std::size_t object) { return std::to_string(object); }
    template<class Door, class Function>
    auto on(Function function)
    {
        return m_queue->update<Door>(function);
    }

    std::mt19937_64 m_random;
    ControllerOptions m_options;
    ManualClock m_clock;
    std::optional<WorkQueue> m_queue;
    static constexpr ReaderId Front = 1;
    static constexpr ReaderId SlowFront = 2;
    RowMirror m_mirror;
    RowMirror m_slowMirror; // of a front end that pulls now and then
    std::vector<Object> m_objects;
    std::deque<Event> m_inFlight;
    std::vector<Run> m_runs;
    std::unordered_map<ItemKey, TimePoint> m_pausedUntil;
    TimePoint m_allPausedUntil;
    List m_list;
    std::uint32_t m_listNumber = 0;
    Version m_lastVersion = 0;
    std::size_t m_workers = 3;
    static constexpr std::size_t Seats = 4; // as many workers as there may be
    std::deque<Seat> m_seats;
    std::vector<std::string> m_trace;
    bool m_tracing;
    bool m_lossy;
    bool m_versions; // the source gives them
    bool m_discards;
    bool m_heldSome = false;
};

} // namespace qontroller::test
