// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/isolation/partsprocess.h"

#include "core/isolation/createcall.h"
#include "core/isolation/restartbackoff.h"

#include <poll.h>
#include <sys/eventfd.h>

#include <algorithm>
#include <array>
#include <utility>

namespace qontroller::isolation {

using namespace std::chrono_literals;

namespace {

/// A process that ends closes its connections a moment before its end is known.
constexpr Duration Farewell = 200ms;
/// So that who waits for a restart comes when it has begun.
constexpr Duration Afterwards = 50ms;
constexpr Duration TryAgain = 250ms;
/// How often to look where the kernel does not tell of an end.
constexpr Duration LookInterval = 100ms;
constexpr std::size_t MostNotes = 100;

std::string inSeconds(Duration time)
{
    return std::to_string(std::chrono::ceil<std::chrono::seconds>(time).count()) + " s";
}

} // namespace

PartsProcess::PartsProcess(IsolationSettings settings, Clock &clock)
    : m_settings(std::move(settings))
    , m_clock(clock)
    , m_wake(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK))
    , m_thread([this] { run(); })
{}

PartsProcess::~PartsProcess()
{
    end();
    m_thread.join();
}

tl::expected<Shape, Refusal> PartsProcess::firstStart()
{
    MutexLock lock(m_mutex);
    while (!m_shape && m_state != State::Over)
        m_changed.wait(lock);
    if (m_shape)
        return *m_shape;
    return tl::unexpected(m_refusal);
}

// The calling side

tl::expected<PartsProcess::Lent, Unavailable> PartsProcess::lend(Patience patience,
                                                                 const std::stop_token &stop)
{
    std::shared_ptr<Child> child;
    {
        std::optional<std::stop_callback<std::function<void()>>> onStop;
        MutexLock lock(m_mutex);
        while (m_state == State::Starting
               || (m_state == State::BackingOff && patience == Patience::ForRestart)) {
            if (!onStop) { // outside the lock: it may run at once
                lock.unlock();
                onStop.emplace(stop, [this] {
                    MutexLock inner(m_mutex);
                    m_changed.notifyAll();
                });
                lock.lock();
                continue;
            }
            if (stop.stop_requested())
                break;
            m_changed.wait(lock);
        }
        if (m_state != State::Running || m_endBy != TimePoint::max())
            return tl::unexpected(unavailable());
        child = m_child;
    }
    auto connection = child->lend();
    if (connection)
        return Lent{std::move(child), std::move(*connection)};
    const Child::NoConnection &why = connection.error();
    if (why.isItsFault)
        accuse(child, why.text, {});
    return tl::unexpected(Unavailable{"its process " + why.text, TryAgain, !why.isItsFault});
}

Unavailable PartsProcess::unavailable() const
{
    if (m_state == State::Starting)
        return {"its process starts", TryAgain};
    if (m_state != State::BackingOff)
        return {"its process comes to its end with its controller", TryAgain};
    const Duration wait = std::max(m_nextStart - m_clock.now(), Duration::zero());
    return {"its process starts again in " + inSeconds(wait), wait + Afterwards};
}

void PartsProcess::accuse(const std::shared_ptr<Child> &child, const std::string &why,
                          std::optional<CallNumber> culprit)
{
    {
        MutexLock lock(m_mutex);
        if (m_child != child)
            return;
        if (culprit)
            m_accused.insert(*culprit);
        if (m_killAt != TimePoint::max())
            return;
        m_accusation = "it " + why;
        m_killAt = m_clock.now() + Farewell;
    }
    wake();
}

Failure PartsProcess::fail(const Lent &lent, const std::string &why)
{
    const CallNumber call = lent.connection.callNumber();
    accuse(lent.child, why, call);
    ChildEnd end = lent.child->awaitEnd();
    const auto fault = end.isShortage      ? Failure::Fault::Host
                       : end.accuses(call) ? Failure::Fault::Own
                                           : Failure::Fault::Another;
    return {std::move(end.sentence), fault};
}

void PartsProcess::cancel(const Lent &lent, Grace grace)
{
    lent.child->cancel(lent.connection.callNumber());
    if (grace == Grace::Unlimited)
        return;
    {
        MutexLock lock(m_mutex);
        if (m_child != lent.child)
            return;
        m_cancelled.emplace(lent.connection.callNumber(),
                            m_clock.now() + m_settings.patience.cancel);
    }
    wake();
}

void PartsProcess::returned(const Lent &lent)
{
    MutexLock lock(m_mutex);
    if (m_child == lent.child)
        m_cancelled.erase(lent.connection.callNumber());
}

ProcessStatus PartsProcess::status() const
{
    MutexLock lock(m_mutex);
    return {true, m_child ? m_child->pid() : 0, m_starts > 0 ? m_starts - 1 : 0};
}

std::vector<ProcessNote> PartsProcess::takeNotes()
{
    MutexLock lock(m_mutex);
    std::vector<ProcessNote> notes(std::make_move_iterator(m_notes.begin()),
                                   std::make_move_iterator(m_notes.end()));
    m_notes.clear();
    return notes;
}

void PartsProcess::end()
{
    endBy(m_clock.now() + m_settings.patience.end);
}

void PartsProcess::endNow()
{
    endBy(m_clock.now());
}

void PartsProcess::endBy(TimePoint deadline)
{
    {
        MutexLock lock(m_mutex);
        m_endBy = std::min(m_endBy, deadline);
        m_changed.notifyAll();
    }
    wake();
}

void PartsProcess::note(std::string text)
{
    if (m_notes.size() == MostNotes)
        m_notes.pop_front();
    m_notes.push_back({m_clock.now(), std::move(text)});
}

// Its counter overflows never: the thread reads it whenever it wakes.
void PartsProcess::wake()
{
    const std::uint64_t one = 1;
    static_cast<void>(::write(m_wake.get(), &one, sizeof one));
}

// The process's own thread

void PartsProcess::run()
{
    TimePoint begun;
    do {
        begun = m_clock.now();
        runOnce();
    } while (backOff(m_clock.now() - begun));
}

void PartsProcess::runOnce()
{
    auto child = Child::start(m_settings);
    if (!child) {
        MutexLock lock(m_mutex);
        m_refusal = {Culprit::Process, "its process " + child.error()};
        return;
    }
    if (accept(create(**child), *child))
        supervise(**child);
    finish(**child);
}

tl::expected<Shape, Refusal> PartsProcess::create(Child &child)
{
    const auto failed = [](const std::string &why) {
        return tl::unexpected(Refusal{Culprit::Process, "its process " + why});
    };
    const auto broken = [&](const std::string &why) {
        return endsByItself(child) ? tl::unexpected(Refusal())
                                   : failed("was ended because it " + why);
    };
    auto connection = child.lend();
    if (!connection)
        return broken(connection.error().text);
    const TimePoint deadline = m_clock.now() + m_settings.patience.start;
    connection->stream.setPatience(
        std::chrono::ceil<std::chrono::milliseconds>(m_settings.patience.start));
    writeCreate(connection->writer, m_settings.create);
    if (auto sent = connection->stream.send(connection->writer); !sent)
        return broken(sent.error());
    pollfd answer{connection->stream.descriptor(), POLLIN, 0};
    while (::poll(&answer, 1, 0) == 0) {
        if (m_clock.now() >= deadline)
            return failed("was ended because its controller was not made within "
                          + inSeconds(m_settings.patience.start));
        static_cast<void>(watch(child, answer.fd, deadline)); // its end closes the connection
        MutexLock lock(m_mutex);
        if (m_endBy != TimePoint::max())
            return failed("has come to its end with its controller");
    }
    auto frame = connection->stream.receive();
    if (frame)
        return readCreated(*frame);
    return broken(frame.error());
}

bool PartsProcess::endsByItself(Child &child)
{
    const TimePoint deadline = m_clock.now() + Farewell;
    while (watch(child, -1, deadline)) {
        if (m_clock.now() >= deadline)
            return false;
    }
    return true;
}

bool PartsProcess::accept(const tl::expected<Shape, Refusal> &made,
                          const std::shared_ptr<Child> &child)
{
    MutexLock lock(m_mutex);
    m_refusal = made ? Refusal() : made.error();
    if (made && m_shape && *made != *m_shape)
        m_refusal = {Culprit::Process, "its process was ended because its controller has other "
                                       "parts than at its first start: load it anew"};
    if (!made || !m_refusal.sentence.empty())
        return false;
    m_shape = *made;
    m_child = child;
    m_state = State::Running;
    ++m_starts;
    note("its process runs, pid " + std::to_string(child->pid()));
    m_changed.notifyAll();
    return true;
}

void PartsProcess::supervise(Child &child)
{
    while (watch(child, -1, nextDeadline()) && !endIfDue(child)) {
    }
}

TimePoint PartsProcess::nextDeadline() const
{
    MutexLock lock(m_mutex);
    TimePoint next = std::min(m_killAt, m_endBy);
    for (const auto &[call, deadline] : m_cancelled)
        next = std::min(next, deadline);
    return next;
}

bool PartsProcess::endIfDue(Child &child)
{
    MutexLock lock(m_mutex);
    const TimePoint now = m_clock.now();
    if (m_endBy != TimePoint::max())
        child.askToEnd();
    bool late = false;
    for (const auto &[call, deadline] : m_cancelled) {
        if (deadline > now)
            continue;
        late = true;
        m_accused.insert(call);
    }
    if (m_killAt == TimePoint::max() && (late || m_endBy <= now)) {
        m_killAt = now;
        m_accusation = late ? "an attempt went on for " + inSeconds(m_settings.patience.cancel)
                                  + " after it was asked to stop"
                            : "it went on after its controller had stopped";
    }
    m_isKilled = m_killAt <= now;
    return m_isKilled;
}

void PartsProcess::finish(Child &child)
{
    {
        MutexLock lock(m_mutex);
        m_child.reset();
        m_state = State::Starting; // until backOff() knows better; nobody gets a connection
    }
    const bool isEnded = child.hasEnded(); // then our signal comes too late
    ChildEnd how = child.finish();
    how.sentence = "its process " + how.sentence;
    ChildEnd end;
    {
        MutexLock lock(m_mutex);
        end = describeEnd(std::move(how), isEnded || !m_isKilled);
        m_refusal.sentence = end.sentence;
        m_isKilled = false;
        m_accusation.clear();
        m_accused.clear();
        m_killAt = TimePoint::max();
        m_cancelled.clear();
    }
    child.setEnd(std::move(end));
}

ChildEnd PartsProcess::describeEnd(ChildEnd how, bool byItself)
{
    if (!m_refusal.sentence.empty())
        return {m_refusal.sentence};
    if (byItself)
        return how;
    return {"its process was ended because " + m_accusation, m_accused};
}

bool PartsProcess::watch(Child &child, int answer, TimePoint until)
{
    const bool tells = child.endDescriptor() >= 0 && m_wake;
    const Duration left = std::clamp<Duration>(until - m_clock.now(), 0ns, tells ? 1h : LookInterval);
    std::array<pollfd, 4> fds{pollfd{child.endDescriptor(), POLLIN, 0},
                              pollfd{child.outputDescriptor(), POLLIN, 0},
                              pollfd{m_wake.get(), POLLIN, 0}, pollfd{answer, POLLIN, 0}};
    ::poll(fds.data(), fds.size(),
           static_cast<int>(std::chrono::ceil<std::chrono::milliseconds>(left).count()));
    if (fds[2].revents != 0) {
        std::uint64_t count = 0;
        static_cast<void>(::read(m_wake.get(), &count, sizeof count));
    }
    if (fds[1].revents != 0)
        child.readOutput();
    return !child.hasEnded();
}

bool PartsProcess::backOff(Duration ran)
{
    MutexLock lock(m_mutex);
    if (m_shape && m_endBy == TimePoint::max()) {
        m_backOff = nextBackOff(m_backOff, ran, m_settings.patience);
        m_nextStart = m_clock.now() + m_backOff;
        m_state = State::BackingOff;
        note(m_refusal.sentence + "; it starts again in " + inSeconds(m_backOff));
        m_changed.notifyAll();
        while (m_clock.now() < m_nextStart && m_endBy == TimePoint::max())
            m_clock.waitUntil(m_changed, lock, m_nextStart);
    }
    const bool goesOn = m_shape && m_endBy == TimePoint::max();
    m_state = goesOn ? State::Starting : State::Over;
    m_changed.notifyAll();
    return goesOn;
}

} // namespace qontroller::isolation
