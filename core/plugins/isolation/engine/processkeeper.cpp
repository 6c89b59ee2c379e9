// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/plugins/isolation/engine/processkeeper.h"

#include "core/plugins/isolation/engine/inseconds.h"
#include "core/plugins/isolation/engine/restartbackoff.h"
#include "core/plugins/isolation/wire/createcall.h"

#include <poll.h>

#include <algorithm>
#include <array>
#include <utility>

namespace qontroller::isolation {

using namespace std::chrono_literals;

namespace {

/// How often to look where the kernel does not tell of an end.
constexpr Duration LookInterval = 100ms;
/// To kill a process and to reap it.
constexpr Duration KillTime = 1s;
constexpr const char *NotInOrder = ": it was not stopped in order, and what it has started may run "
                                   "on";

} // namespace

ProcessKeeper::ProcessKeeper(IsolationSettings settings, Clock &clock)
    : m_settings(std::move(settings))
    , m_clock(clock)
    , m_notes(clock)
    , m_calls(m_settings.patience.cancel, clock, m_wakeUp)
    , m_thread([this] { run(); })
{}

ProcessKeeper::~ProcessKeeper()
{
    end();
    m_thread.join();
}

tl::expected<Shape, Refusal> ProcessKeeper::firstStart()
{
    MutexLock lock(m_mutex);
    while (!m_shape && !m_isOver)
        m_changed.wait(lock);
    if (m_shape)
        return *m_shape;
    return tl::unexpected(m_lastEnd);
}

ProcessStatus ProcessKeeper::status() const
{
    MutexLock lock(m_mutex);
    return {true, m_pid, m_starts > 0 ? m_starts - 1 : 0};
}

std::optional<ProcessAbsence> ProcessKeeper::awaitRunning(const std::stop_token &stop)
{
    auto child = m_calls.awaitProcess(Patience::ForRestart, stop);
    if (child)
        return std::nullopt;
    return ProcessAbsence{std::move(child.error().text), child.error().wait};
}

void ProcessKeeper::end()
{
    beginEnd(m_clock.now() + m_settings.patience.end);
}

void ProcessKeeper::endNow()
{
    beginEnd(m_clock.now());
}

// Its patience is its own: what becomes of the process has to be known to be said.
void ProcessKeeper::awaitEnd(TimePoint deadline)
{
    MutexLock lock(m_mutex);
    if (m_overBy != TimePoint::max())
        deadline = std::max(deadline, m_overBy);
    while (!m_isOver && m_clock.now() < deadline)
        m_clock.waitUntil(m_changed, lock, deadline);
    if (!m_isOver)
        m_notes.addTrouble(std::string("its process does not end") + NotInOrder);
}

void ProcessKeeper::beginEnd(TimePoint deadline)
{
    m_calls.refuseCalls();
    {
        MutexLock lock(m_mutex);
        m_endBy = std::min(m_endBy, deadline);
        if (m_overBy == TimePoint::max()) // the process, the start of its successor, that one's end
            m_overBy = m_clock.now() + 3 * m_settings.patience.end + 3 * KillTime;
        m_changed.notifyAll();
    }
    m_wakeUp.wake();
}

TimePoint ProcessKeeper::endBy() const
{
    MutexLock lock(m_mutex);
    return m_endBy;
}

void ProcessKeeper::run()
{
    TimePoint begun;
    do {
        begun = m_clock.now();
        runOnce();
    } while (backOff(m_clock.now() - begun));
    conclude();
    MutexLock lock(m_mutex);
    m_isOver = true;
    m_changed.notifyAll();
}

void ProcessKeeper::runOnce()
{
    auto child = Child::start(m_settings);
    if (!child) {
        MutexLock lock(m_mutex);
        m_lastEnd = {child.error().isShortage ? Culprit::Shortage : Culprit::Process,
                     "its process " + child.error().text};
        return;
    }
    const TimePoint deadline = m_clock.now() + m_settings.patience.start;
    const bool isCondemned = accept(create(**child, deadline), *child) && supervise(**child);
    finish(**child, isCondemned);
}

tl::expected<Shape, Refusal> ProcessKeeper::create(Child &child, TimePoint deadline)
{
    const auto failed = [](const std::string &why) {
        return tl::unexpected(Refusal{Culprit::Crash, "its process " + why});
    };
    const auto broken = [&](const std::string &why) {
        return endsByItself(child) ? tl::unexpected(Refusal())
                                   : failed("was ended because it " + why);
    };
    auto connection = child.lend();
    if (!connection && !connection.error().isItsFault)
        return tl::unexpected(Refusal{Culprit::Shortage, "its process was ended because it "
                                                             + connection.error().text});
    if (!connection)
        return broken(connection.error().text);
    connection->stream.setPatience(
        std::chrono::ceil<std::chrono::milliseconds>(m_settings.patience.start));
    writeCreate(connection->writer, m_settings.create);
    if (auto sent = connection->stream.send(connection->writer); !sent)
        return broken(sent.error());
    if (!awaitAnswer(child, connection->stream.descriptor(), deadline))
        return failed(m_clock.now() < deadline
                          ? "has come to its end with its controller"
                          : "was ended because its controller was not made within "
                                + inSeconds(m_isSuccessor ? m_settings.patience.end
                                                          : m_settings.patience.start));
    auto frame = connection->stream.receive();
    if (frame)
        return readCreated(*frame);
    return broken(frame.error());
}

/// False: there is none by \a deadline, or none is wanted any more.
bool ProcessKeeper::awaitAnswer(Child &child, int answer, TimePoint deadline)
{
    pollfd waiting{answer, POLLIN, 0};
    while (::poll(&waiting, 1, 0) == 0) {
        if (m_clock.now() >= deadline)
            return false;
        static_cast<void>(watch(child, answer, deadline)); // its end closes the connection
        if (!m_isSuccessor && endBy() != TimePoint::max())
            return false;
    }
    return true;
}

bool ProcessKeeper::endsByItself(Child &child)
{
    const TimePoint deadline = m_clock.now() + Child::ClosingToEnd;
    while (watch(child, -1, deadline)) {
        if (m_clock.now() >= deadline)
            return false;
    }
    return true;
}

// The note comes before the status, and both before the first call: then what a call finds
// out about its process is never older than the call.
bool ProcessKeeper::accept(const tl::expected<Shape, Refusal> &made,
                           const std::shared_ptr<Child> &child)
{
    {
        MutexLock lock(m_mutex);
        m_lastEnd = made ? Refusal() : made.error();
        if (made && m_shape && *made != *m_shape)
            m_lastEnd = {Culprit::Process, "its process was ended because its controller has other "
                                           "parts than at its first start: load it anew"};
        if (!made || !m_lastEnd.sentence.empty())
            return false;
    }
    m_notes.add("its process runs, pid " + std::to_string(child->pid()));
    {
        MutexLock lock(m_mutex);
        m_pid = child->pid();
        ++m_starts;
    }
    m_calls.open(child);
    MutexLock lock(m_mutex);
    m_shape = *made; // a caller of firstStart() may make calls at once
    m_changed.notifyAll();
    return true;
}

bool ProcessKeeper::supervise(Child &child)
{
    while (watch(child, -1, std::min(endBy(), m_calls.nextDeadline()))) {
        const TimePoint deadline = endBy();
        if (deadline != TimePoint::max()) {
            child.askToEnd();
            m_isAsked = true;
        }
        if (m_calls.mustKill(deadline))
            return true;
    }
    return false;
}

void ProcessKeeper::finish(Child &child, bool isCondemned)
{
    m_calls.close(); // backOff() knows better for how long
    {
        MutexLock lock(m_mutex);
        m_pid = 0;
    }
    const bool isTooLate = child.hasEnded(); // our signal comes after its end
    ChildEnd end = child.finish();
    end.sentence = "its process " + end.sentence;
    if (isCondemned && !isTooLate)
        end = m_calls.condemnedEnd();
    {
        MutexLock lock(m_mutex);
        if (m_lastEnd.sentence.empty())
            m_lastEnd = {end.isShortage ? Culprit::Shortage : Culprit::Crash, end.sentence};
        else
            end = {m_lastEnd.sentence};
    }
    const bool wasEnding = m_isAsked && !isCondemned && !end.isKilled;
    m_last = !wasEnding ? Last::Absent : end.isOrderly ? Last::InOrder : Last::Lost;
    m_calls.forget();
    child.setEnd(std::move(end));
}

void ProcessKeeper::conclude()
{
    std::string why;
    {
        MutexLock lock(m_mutex);
        if (!m_shape || m_last == Last::InOrder)
            return;
        why = m_lastEnd.sentence;
    }
    if (m_last == Last::Absent && m_calls.hasWatched()) {
        m_notes.addTrouble(why + "; another is started that stops in order");
        why = endBySuccessor();
    }
    if (why.empty())
        m_notes.add("another process has stopped in order in its place");
    else
        m_notes.addTrouble(why + NotInOrder);
}

std::string ProcessKeeper::endBySuccessor()
{
    const auto child = Child::start(m_settings);
    if (!child)
        return "another process " + child.error().text;
    m_isSuccessor = true;
    const TimePoint madeBy = m_clock.now() + m_settings.patience.end;
    const auto made = create(**child, madeBy);
    std::string why = made ? beginWatch(**child, madeBy) : made.error().sentence;
    const TimePoint endBy = m_clock.now() + m_settings.patience.end;
    if (why.empty())
        (*child)->askToEnd();
    while (why.empty() && watch(**child, -1, endBy)) {
        if (m_clock.now() >= endBy)
            why = "another process was ended because it went on for "
                  + inSeconds(m_settings.patience.end) + " after it was asked to stop";
    }
    const ChildEnd end = (*child)->finish();
    if (why.empty() && !end.isOrderly)
        why = "another process " + end.sentence;
    (*child)->setEnd(end);
    return why;
}

std::string ProcessKeeper::beginWatch(Child &child, TimePoint deadline)
{
    auto connection = child.lend();
    if (!connection)
        return "another process " + connection.error().text;
    constexpr std::uint32_t Source = 0;
    connection->writer.begin(Message::Watch).number(++connection->call).number(Source).text("");
    if (auto sent = connection->stream.send(connection->writer); !sent)
        return "another process " + sent.error();
    if (!awaitAnswer(child, connection->stream.descriptor(), deadline))
        return "another process has not begun its work within "
               + inSeconds(m_settings.patience.end);
    return {}; // nothing reads what the watch sees
}

bool ProcessKeeper::watch(Child &child, int answer, TimePoint until)
{
    const bool tells = child.endDescriptor() >= 0 && m_wakeUp.get() >= 0;
    const Duration left = std::clamp<Duration>(until - m_clock.now(), 0ns,
                                               tells ? 1h : LookInterval);
    std::array<pollfd, 4> fds{pollfd{child.endDescriptor(), POLLIN, 0},
                              pollfd{child.outputDescriptor(), POLLIN, 0},
                              pollfd{m_wakeUp.get(), POLLIN, 0}, pollfd{answer, POLLIN, 0}};
    ::poll(fds.data(), fds.size(),
           static_cast<int>(std::chrono::ceil<std::chrono::milliseconds>(left).count()));
    if (fds[2].revents != 0)
        m_wakeUp.clear();
    if (fds[1].revents != 0)
        child.readOutput();
    return !child.hasEnded();
}

bool ProcessKeeper::backOff(Duration ran)
{
    if (startsAgain()) {
        m_backOff = nextBackOff(m_backOff, ran, m_settings.patience);
        const TimePoint nextStart = m_clock.now() + m_backOff;
        noteRestart();
        m_calls.closeUntil(nextStart);
        MutexLock lock(m_mutex);
        while (m_clock.now() < nextStart && m_endBy == TimePoint::max())
            m_clock.waitUntil(m_changed, lock, nextStart);
    }
    if (startsAgain()) {
        m_calls.close();
        return true;
    }
    m_calls.closeForGood();
    return false;
}

bool ProcessKeeper::startsAgain() const
{
    MutexLock lock(m_mutex);
    return m_shape && m_endBy == TimePoint::max();
}

void ProcessKeeper::noteRestart()
{
    std::string why;
    {
        MutexLock lock(m_mutex);
        why = m_lastEnd.sentence;
    }
    m_notes.addTrouble(why + "; it starts again in " + inSeconds(m_backOff));
}

} // namespace qontroller::isolation
