// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/jobs/jobs.h"

#include "core/base/text/text.h"
#include "core/base/threads/wait.h"
#include "core/engine/filter/filterparser.h"
#include "core/engine/observe/feed/delta.h"

#include <algorithm>
#include <cmath>
#include <system_error>
#include <utility>

namespace qontroller {

namespace {

/// How long a controller whose number of workers is to go back may be away: a session that is
/// applied stops some and starts them again.
constexpr Duration AwayAtMost = std::chrono::minutes(2);
/// How often the ends of runs are looked for.
constexpr auto Glance = std::chrono::milliseconds(50);
/// How long one job may give out commands before it is the turn of the next.
constexpr auto Turn = std::chrono::milliseconds(50);

std::optional<std::string> problemOf(const JobRequest &request)
{
    if (!std::isfinite(request.pace) || request.pace < 0)
        return "a pace is a number of objects a second, as in 10 or 0.5";
    if (request.pace > 0 && request.pace < 0.001)
        return "a pace of less than one object in 1000 s is too slow";
    if (request.terms.expiry && *request.terms.expiry <= Duration::zero())
        return "the time of a pause is more than 0, as in 2h: to end one, resume its objects";
    if (request.objects.empty() && request.filter.empty())
        return "a job needs objects or a filter";
    if (!request.objects.empty() && !request.filter.empty())
        return "a job has objects or a filter, and not both";
    if (std::ranges::count(request.objects, ControllerId(0), &JobObjects::controller) > 0)
        return "a job's objects are of one controller each: name it";
    if (const auto filter = readFilter(request.filter); !filter)
        return filter.error();
    return std::nullopt;
}

} // namespace

struct Jobs::Job
{
    explicit Job(JobRun &&r)
        : run(std::move(r))
        , shown(run.status())
    {}

    JobRun run;           ///< on the thread of the jobs, once it is in the list
    bool isNoted = false; ///< that it goes on; likewise
    bool isKept = false;  ///< likewise
    // Guarded by the mutex of Jobs
    JobStatus shown;
    bool wantsBegin = false;
    bool wantsStop = false;
    bool isBegun = false;
};

/// A job whose set is being frozen, which takes a walk over all objects, counts as one that is
/// prepared until this ends.
class Jobs::Freezing
{
public:
    Freezing(Jobs &jobs, std::multiset<std::string>::iterator whose)
        : m_jobs(jobs)
        , m_whose(whose)
    {}
    ~Freezing()
    {
        if (m_isOver)
            return;
        MutexLock lock(m_jobs.m_mutex);
        m_jobs.m_freezing.erase(m_whose);
    }
    /// The caller takes out what this would have taken out in the end.
    [[nodiscard]] std::multiset<std::string>::iterator release()
    {
        m_isOver = true;
        return m_whose;
    }
    Freezing(const Freezing &) = delete;
    Freezing &operator=(const Freezing &) = delete;

private:
    Jobs &m_jobs;
    const std::multiset<std::string>::iterator m_whose;
    bool m_isOver = false;
};

Jobs::Jobs(ObjectRows &rows, ControlPort &control, Feed &feed, Clock &clock,
           std::function<void(const NotedJob &)> note,
           std::function<void(const WorkersAgain &)> noteWorkers, KeepWorkers keepWorkers,
           JobKeeper *keeper, AwaitKept awaitKept)
    : m_rows(rows)
    , m_control(control)
    , m_feed(feed)
    , m_clock(clock)
    , m_note(std::move(note))
    , m_noteWorkers(std::move(noteWorkers))
    , m_keepWorkers(std::move(keepWorkers))
    , m_keeper(keeper)
    , m_awaitKept(std::move(awaitKept))
{}

Jobs::~Jobs()
{
    close();
}

void Jobs::close()
{
    m_end.request_stop();
    if (m_thread.joinable())
        m_thread.join();
}

void Jobs::giveNoMore()
{
    MutexLock lock(m_mutex);
    m_gives = false;
    m_news = true;
    m_changed.notifyAll();
}

tl::expected<JobStatus, Jobs::Problem> Jobs::prepare(JobRequest request, std::string who,
                                                     const std::function<bool()> &isGone)
{
    if (auto problem = problemOf(request))
        return tl::unexpected(Problem{Problem::Kind::WrongRequest, std::move(*problem)});
    JobId id = 0;
    std::multiset<std::string>::iterator whose;
    {
        MutexLock lock(m_mutex);
        if (auto problem = makeRoomLocked(who))
            return tl::unexpected(Problem{Problem::Kind::NotNow, std::move(*problem)});
        if (!startThreadLocked())
            return tl::unexpected(Problem{Problem::Kind::NotNow, "no thread can be had for jobs"});
        id = ++m_lastId;
        whose = m_freezing.insert(who);
    }
    Freezing freezing(*this, whose);
    const auto job = std::make_shared<Job>(
        JobRun(id, std::move(who), std::move(request), m_rows, m_clock.now(), isGone));
    if (isGone())
        return tl::unexpected(Problem{Problem::Kind::NotNow, "its caller has gone"});
    MutexLock lock(m_mutex);
    m_freezing.erase(freezing.release());
    m_jobs.push_back(job);
    forgetOldLocked();
    m_news = true; // for the end of its time
    m_changed.notifyAll();
    return job->shown;
}

std::optional<JobStatus> Jobs::begin(JobId id)
{
    MutexLock lock(m_mutex);
    const JobPtr job = findLocked(id);
    if (!job)
        return std::nullopt;
    job->wantsBegin = m_news = true;
    m_changed.notifyAll();
    while (job->shown.state == JobState::Prepared && !m_end.stop_requested())
        m_changed.wait(lock);
    return job->shown;
}

std::optional<JobStatus> Jobs::stop(JobId id)
{
    MutexLock lock(m_mutex);
    const JobPtr job = findLocked(id);
    if (!job)
        return std::nullopt;
    job->wantsStop = m_news = true;
    m_changed.notifyAll();
    while (!job->shown.hasEnded() && !m_end.stop_requested())
        m_changed.wait(lock);
    return job->shown;
}

tl::expected<int, std::string> Jobs::setWorkersFor(ControllerId controller, int workers,
                                                   Duration time, std::string who)
{
    ControllerOptions options;
    options.workers = workers;
    if (auto problem = validate(options))
        return tl::unexpected(std::move(*problem));
    if (time <= Duration::zero())
        return tl::unexpected(std::string("a time must be more than 0, as in 2h"));
    const MutexLock turn(m_workersMutex);
    const auto all = m_rows.controllers();
    const auto now = std::ranges::find(all, controller, &NamedController::id);
    if (now == all.end())
        return tl::unexpected(std::string("there is no such controller (any more)"));
    MutexLock lock(m_mutex);
    if (!startThreadLocked())
        return tl::unexpected(std::string("no thread can be had for it"));
    const int before = m_reversals.add({now->name, workers, now->workers,
                                        later(m_clock.now(), time), time, now->workerWords + 1,
                                        who});
    m_news = true;
    m_changed.notifyAll();
    lock.unlock();
    TemporaryWorkers temporary{workers, before, m_clock.wallNow() + time, time, std::move(who)};
    m_keepWorkers(now->name, temporary); // before the number: else it would be one that stays
    m_control.submit({controller, setWorkers(workers)});
    const auto after = m_rows.controllers();
    const auto made = std::ranges::find(after, controller, &NamedController::id);
    if (made != after.end() && made->workers != workers) {
        temporary.workers = made->workers; // fewer than asked for, where threads are short
        m_keepWorkers(now->name, temporary);
        lock.lock();
        m_reversals.setWorkers(now->name, made->workers);
        lock.unlock();
    }
    m_awaitKept();
    return before;
}

void Jobs::goOn(const std::string &controller, const TemporaryWorkers &workers)
{
    const MutexLock turn(m_workersMutex);
    const auto all = m_rows.controllers();
    const auto now = std::ranges::find(all, controller, &NamedController::name);
    MutexLock lock(m_mutex);
    if (now == all.end())
        return;
    if (!startThreadLocked()) {
        lock.unlock();
        return m_noteWorkers({controller, workers.who,
                              "workers will not be set to " + std::to_string(workers.before)
                                  + " again: no thread can be had for it"});
    }
    const Duration left = workers.until - m_clock.wallNow();
    static_cast<void>(m_reversals.add({controller, now->workers, workers.before,
                                       later(m_clock.now(), std::max(left, Duration::zero())),
                                       workers.time, now->workerWords, workers.who}));
    m_news = true;
    m_changed.notifyAll();
}

bool Jobs::reverse(const Reversals::Reversal &reversal)
{
    const std::string number = std::to_string(reversal.before);
    const std::string over = lengthInWords(reversal.time) + " are over";
    const auto all = m_rows.controllers();
    const auto found = std::ranges::find_if(all, [&](const NamedController &each) {
        return each.name == reversal.controller && !each.isLeaving;
    });
    if (found == all.end()) {
        if (m_clock.now() < later(reversal.at, AwayAtMost))
            return false;
        m_noteWorkers(
            {reversal.controller, reversal.who,
             "workers not set to " + number + " again after " + over + ": the controller is gone"});
    } else if (found->workerWords == reversal.words && found->workers == reversal.workers) {
        const std::string text = "set workers to " + number + " again: " + over;
        m_control.submit({found->id, setWorkers(reversal.before), text});
        m_noteWorkers({reversal.controller, reversal.who, text});
    }
    return true;
}

std::optional<JobStatus> Jobs::goOn(KeptJob job)
{
    const std::vector<NamedController> run = m_rows.controllers();
    MutexLock lock(m_mutex);
    if (!startThreadLocked())
        return std::nullopt;
    const bool isTaken = job.id <= m_lastId;
    if (isTaken)
        m_keeper->forget(std::exchange(job.id, m_lastId + 1));
    m_lastId = job.id;
    const auto kept = std::make_shared<Job>(JobRun(std::move(job), run, m_clock.moment()));
    kept->isKept = !isTaken; // else anew, under its number
    kept->isNoted = kept->wantsBegin = kept->isBegun = true;
    m_jobs.push_back(kept);
    m_news = true;
    m_changed.notifyAll();
    return kept->shown;
}

std::vector<JobStatus> Jobs::list() const
{
    MutexLock lock(m_mutex);
    std::vector<JobStatus> all;
    for (const JobPtr &job : m_jobs) {
        if (job->isBegun || !job->shown.hasEnded())
            all.push_back(job->shown);
    }
    return all;
}

std::optional<JobStatus> Jobs::find(JobId id) const
{
    MutexLock lock(m_mutex);
    const JobPtr job = findLocked(id);
    return job ? std::optional(job->shown) : std::nullopt;
}

std::optional<std::string> Jobs::makeRoomLocked(const std::string &who)
{
    const std::vector<JobPtr> unended = unendedLocked(); // oldest first
    const auto isPrepared = [](const JobPtr &job) {
        return job->shown.state == JobState::Prepared && !job->wantsBegin && !job->wantsStop;
    };
    const auto isTheirs = [&](const JobPtr &job) {
        return isPrepared(job) && job->shown.who == who;
    };
    const auto theirs = static_cast<std::size_t>(std::ranges::count_if(unended, isTheirs));
    const bool hasTooMany = theirs + m_freezing.count(who) >= MostPrepared;
    if (!hasTooMany && unended.size() + m_freezing.size() < MostAtOnce)
        return std::nullopt;
    const auto goes = hasTooMany ? std::ranges::find_if(unended, isTheirs)
                                 : std::ranges::find_if(unended, isPrepared);
    if (goes == unended.end())
        return hasTooMany
                   ? std::to_string(MostPrepared)
                         + " jobs of yours are being prepared already: try again later"
                   : std::to_string(MostAtOnce) + " jobs run already: stop one, or try again later";
    (*goes)->wantsStop = m_news = true;
    m_changed.notifyAll();
    return std::nullopt;
}

Jobs::JobPtr Jobs::findLocked(JobId id) const
{
    const auto found = std::ranges::find_if(m_jobs, [id](const JobPtr &job) {
        return job->shown.id == id;
    });
    return found == m_jobs.end() ? nullptr : *found;
}

std::vector<Jobs::JobPtr> Jobs::unendedLocked() const
{
    std::vector<JobPtr> unended;
    std::ranges::copy_if(m_jobs, std::back_inserter(unended),
                         [](const JobPtr &job) { return !job->shown.hasEnded(); });
    return unended;
}

void Jobs::forgetOldLocked()
{
    std::erase_if(m_jobs, [](const JobPtr &job) { // a question that was answered with no
        return job->shown.hasEnded() && !job->isBegun;
    });
    auto ended = m_jobs.size() - unendedLocked().size();
    std::erase_if(m_jobs, [&ended](const JobPtr &job) {
        return job->shown.hasEnded() && ended > MostKept && ended-- > 0;
    });
}

bool Jobs::startThreadLocked()
{
    try {
        if (!m_thread.joinable())
            m_thread = std::thread([this] { run(); });
    } catch (const std::system_error &) {
        return false;
    }
    return true;
}

void Jobs::run()
{
    const WakeOnStop wake(m_end.get_token(), m_mutex, m_changed);
    while (!m_end.stop_requested()) {
        const TimePoint next = work();
        MutexLock lock(m_mutex);
        if (!m_news && !m_end.stop_requested())
            m_clock.waitUntil(m_changed, lock, next);
        m_news = false;
    }
    static_cast<void>(work()); // stops what still runs, but for what is kept
}

TimePoint Jobs::work()
{
    std::vector<JobPtr> jobs;
    TimePoint next = reverseDue();
    bool gives = false;
    {
        MutexLock lock(m_mutex);
        jobs = unendedLocked();
        gives = m_gives && !m_end.stop_requested();
        for (const JobPtr &job : jobs) {
            const TimePoint now = m_clock.now();
            const bool isLate = !job->wantsBegin
                                && now >= later(job->run.status().startedAt, PreparedFor);
            const bool goesOn = m_keeper && m_keeper->keeps(job->shown.id);
            if (job->wantsStop || isLate || (m_end.stop_requested() && !goesOn))
                job->run.stop(now);
            else if (job->wantsBegin && job->run.status().state == JobState::Prepared)
                job->run.begin(now), job->isBegun = true;
        }
    }
    countEnds(jobs);
    bool isAnyToAwait = false;
    for (const JobPtr &job : jobs) {
        const bool isRunning = job->run.status().state == JobState::Running;
        if (isRunning && gives)
            isAnyToAwait |= give(job->run);
        else if (isRunning)
            job->run.endIfDone(m_clock.now()), job->run.noteHostStops();
        isAnyToAwait |= note(*job);
    }
    if (isAnyToAwait)
        m_awaitKept();
    show(jobs);
    for (const JobPtr &job : jobs) {
        if (job->run.status().state == JobState::Prepared)
            next = std::min(next, later(job->run.status().startedAt, PreparedFor));
        if (job->run.status().state == JobState::Running)
            next = std::min({next, gives ? job->run.nextDue() : TimePoint::max(),
                             later(m_clock.now(), Glance)});
    }
    return next;
}

TimePoint Jobs::reverseDue()
{
    const MutexLock turn(m_workersMutex);
    MutexLock lock(m_mutex);
    std::vector<Reversals::Reversal> due = m_reversals.takeDue(m_clock.now());
    lock.unlock();
    std::erase_if(due, [this](const Reversals::Reversal &each) { return reverse(each); });
    lock.lock();
    for (Reversals::Reversal &each : due)
        m_reversals.keep(std::move(each));
    return due.empty() ? m_reversals.next() : later(m_clock.now(), Glance);
}

void Jobs::countEnds(const std::vector<JobPtr> &jobs)
{
    const bool isAnyRunning = std::ranges::any_of(jobs, [](const JobPtr &job) {
        return job->run.status().state == JobState::Running;
    });
    if (!isAnyRunning)
        return m_ends.reset();
    if (!m_ends) // what ended before does not count
        m_ends.emplace(m_feed, Reads::Events);
    const Delta news = m_ends->pull();
    for (const JobPtr &job : jobs) {
        for (const ControllerDelta &controller : news.controllers)
            job->run.count(controller);
    }
}

bool Jobs::give(JobRun &run)
{
    bool hasGiven = false;
    const TimePoint end = later(m_clock.now(), Turn);
    for (TimePoint now = m_clock.now(); now < end; now = m_clock.now()) {
        auto command = run.next(m_rows, now);
        if (!command)
            break;
        run.submitted(m_control.submit(*std::move(command)), m_rows);
        hasGiven = true;
    }
    run.endIfDone(m_clock.now());
    run.lookForBlocked(m_rows, m_clock.now());
    return hasGiven;
}

void Jobs::keep(Job &job)
{
    const JobStatus &status = job.run.status();
    if (!m_keeper || !job.run.wasBegun() || job.shown.hasEnded())
        return;
    if (status.hasEnded() && std::exchange(job.isKept, false))
        m_keeper->forget(status.id);
    else if (!status.hasEnded() && !std::exchange(job.isKept, true))
        m_keeper->keep(job.run.kept(m_clock.moment()));
    else if (static_cast<const JobProgress &>(job.shown) != status && !status.hasEnded())
        m_keeper->note(status.id, status);
}

bool Jobs::note(Job &job)
{
    const JobStatus &status = job.run.status();
    keep(job);
    if (!job.run.wasBegun() || (!status.hasEnded() && std::exchange(job.isNoted, true)))
        return false;
    m_note(job.run.noted());
    return true;
}

void Jobs::show(const std::vector<JobPtr> &jobs)
{
    MutexLock lock(m_mutex);
    for (const JobPtr &job : jobs)
        job->shown = job->run.status();
    m_changed.notifyAll();
}

} // namespace qontroller
