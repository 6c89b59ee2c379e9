// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"
#include "core/base/threads/mutex.h"
#include "core/engine/control/controlport.h"
#include "core/engine/control/journalport.h"
#include "core/engine/jobs/jobrun.h"
#include "core/engine/jobs/reversals.h"
#include "core/engine/observe/feed/feed.h"
#include "core/engine/observe/items/objectrows.h"

#include <tl/expected.hpp>

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace qontroller {

/// The jobs of a host. They belong to the host and not to the program that asked for them.
///
/// One thread gives out the commands of all jobs; it begins with the first job. Thread-safe, but
/// for the destructor, which stops what still runs.
class Jobs final
{
public:
    static constexpr std::size_t MostAtOnce = 20; ///< that are prepared or run
    static constexpr std::size_t MostKept = 100;  ///< that have ended
    /// That one caller has prepared and not begun. With one more the oldest of them goes, unless
    /// the sets of all are still being frozen; with MostAtOnce in all the oldest one that is
    /// prepared, whoever asked for it.
    static constexpr std::size_t MostPrepared = 5;
    /// A job that was prepared and not begun is stopped after this.
    static constexpr Duration PreparedFor = std::chrono::minutes(10);

    /// A number of workers whose time was over.
    struct WorkersAgain
    {
        std::string controller;
        std::string who;  ///< asked for it
        std::string text; ///< that it went back, or why not
    };
    /// Told of a number of workers of a controller that is about to change for a time.
    using KeepWorkers =
        std::function<void(const std::string &controller, const TemporaryWorkers &)>;
    /// Waits until what was done before the call is on disk, if it is kept.
    using AwaitKept = std::function<void()>;
    /// All of them outlive this. \a note is told, on the thread of the jobs, of each job that ends,
    /// and before that of one that does not end at once; \a noteWorkers likewise of numbers of
    /// workers that go back. \a keeper is told, before \a note is, of jobs that have begun and do
    /// not end at once; those that it keeps are not stopped with this. Null: none is kept.
    /// \a control waits for no disk: \a awaitKept is called once for all that jobs have given in
    /// a turn, before they are said to be so far.
    Jobs(
        ObjectRows &rows, ControlPort &control, Feed &feed, Clock &clock,
        std::function<void(const NotedJob &job)> note,
        std::function<void(const WorkersAgain &again)> noteWorkers = [](const WorkersAgain &) {},
        KeepWorkers keepWorkers = [](const std::string &, const TemporaryWorkers &) {},
        JobKeeper *keeper = nullptr, AwaitKept awaitKept = [] {});
    ~Jobs();
    Jobs(const Jobs &) = delete;
    Jobs &operator=(const Jobs &) = delete;

    /// Stops what still runs, and leaves what is kept as it is; nothing is done from now on. Not
    /// for several threads at once.
    void close();

    /// Nothing is given out from now on: controllers take none, for the program ends. What was goes
    /// on and counts.
    void giveNoMore();

    /// Why there is no job.
    struct Problem
    {
        enum class Kind : std::uint8_t {
            WrongRequest, ///< another one would do
            NotNow,       ///< the host has no room for it
        };
        Kind kind = Kind::WrongRequest;
        std::string sentence;
    };
    /// Freezes the set of a job for \a who, and does nothing to it yet. The search for it ends
    /// early when \a isGone, asked for each object, says that nobody waits for it any more.
    [[nodiscard]] tl::expected<JobStatus, Problem> prepare(
        JobRequest request, std::string who,
        const std::function<bool()> &isGone = [] { return false; });
    /// Begins a job that is prepared, and waits until its first commands are given: one that is
    /// small and asks for no runs has ended then. Nothing if there is no such job.
    std::optional<JobStatus> begin(JobId id);
    /// What it has given out goes on. Nothing if there is no such job.
    std::optional<JobStatus> stop(JobId id);

    /// Changes the number of workers of \a controller for \a time, because \a who asks. Then it
    /// goes back to the last permanent number, which is returned, even if the controller was
    /// started anew meanwhile; not if another command has set a number since, even the same. The
    /// error is a sentence.
    [[nodiscard]] tl::expected<int, std::string> setWorkersFor(ControllerId controller, int workers,
                                                               Duration time, std::string who = {});

    /// \a controller has started with a number of workers that an earlier life of the program has
    /// set for a time, and that is to go back. Who keeps such numbers knows it already.
    void goOn(const std::string &controller, const TemporaryWorkers &workers);

    /// Goes on with \a job, which was begun in an earlier life of the program and is kept. It has
    /// another number where its own is taken. Nothing: no thread can be had for it.
    std::optional<JobStatus> goOn(KeptJob job);

    /// Oldest first.
    [[nodiscard]] std::vector<JobStatus> list() const;
    [[nodiscard]] std::optional<JobStatus> find(JobId id) const;

private:
    struct Job;
    using JobPtr = std::shared_ptr<Job>;

    class Freezing;

    [[nodiscard]] JobPtr findLocked(JobId id) const QONTROLLER_REQUIRES(m_mutex);
    [[nodiscard]] std::vector<JobPtr> unendedLocked() const QONTROLLER_REQUIRES(m_mutex);
    void forgetOldLocked() QONTROLLER_REQUIRES(m_mutex);
    /// False: there is no thread to be had.
    [[nodiscard]] bool startThreadLocked() QONTROLLER_REQUIRES(m_mutex);
    void run();
    /// Gives out what is due of all jobs, and says when to look again.
    [[nodiscard]] TimePoint work();
    /// Stops one that is only prepared, if \a who has too many, or all. Why there is no room.
    [[nodiscard]] std::optional<std::string> makeRoomLocked(const std::string &who)
        QONTROLLER_REQUIRES(m_mutex);
    /// False: its controller may come back, and is to be asked again.
    [[nodiscard]] bool reverse(const Reversals::Reversal &reversal);
    /// All that are due. When the next are.
    [[nodiscard]] TimePoint reverseDue();
    void countEnds(const std::vector<JobPtr> &jobs);
    /// Whether there was anything to give.
    bool give(JobRun &run);
    /// Tells the keeper how far \a job is.
    void keep(Job &job);
    /// Notes what is to be noted of \a job; whether anything is.
    bool note(Job &job);
    /// Publishes how far \a jobs are.
    void show(const std::vector<JobPtr> &jobs);

    ObjectRows &m_rows;
    ControlPort &m_control;
    Feed &m_feed;
    Clock &m_clock;
    const std::function<void(const NotedJob &)> m_note;
    const std::function<void(const WorkersAgain &)> m_noteWorkers;
    const KeepWorkers m_keepWorkers;
    JobKeeper *const m_keeper;
    const AwaitKept m_awaitKept;
    std::optional<FeedReader> m_ends; // of runs; on the thread, while a job runs
    Mutex m_workersMutex; // held while a number of workers changes for a time, or goes back
    mutable Mutex m_mutex;
    Condition m_changed;
    std::deque<JobPtr> m_jobs QONTROLLER_GUARDED_BY(m_mutex);
    std::multiset<std::string> m_freezing QONTROLLER_GUARDED_BY(m_mutex); // whose sets
    Reversals m_reversals QONTROLLER_GUARDED_BY(m_mutex);
    JobId m_lastId QONTROLLER_GUARDED_BY(m_mutex) = 0;
    bool m_news QONTROLLER_GUARDED_BY(m_mutex) = false; // for the thread
    bool m_gives QONTROLLER_GUARDED_BY(m_mutex) = true;
    std::stop_source m_end;
    std::thread m_thread;
};

} // namespace qontroller
