// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/qontrollerctl/top/hostwatch.h"

#include "app/qontrollerctl/snapshot.h"

#include <algorithm>
#include <utility>

namespace qontroller::top {

namespace {

std::string nameOf(const remote::RemoteHost &host, const remote::Address &address)
{
    const std::string &name = host.introduction().name;
    return name.empty() ? address.label() : name;
}

/// \a sentence without the address at its begin: who reads it knows which host is meant, and
/// there is little room.
std::string shortened(const std::string &sentence, const remote::Address &address)
{
    const std::string prefix = address.text() + ": ";
    return sentence.starts_with(prefix) ? sentence.substr(prefix.size()) : sentence;
}

} // namespace

HostWatch::HostWatch(remote::Address address, std::string sort, const WakeFd &wake)
    : m_address(std::move(address))
    , m_sort(std::move(sort))
    , m_wake(wake)
{
    {
        MutexLock lock(m_mutex);
        m_news.link.host = m_address.label();
        m_due = m_clock.now();
    }
    m_thread = std::thread([this] { run(); });
}

HostWatch::~HostWatch()
{
    m_end.request_stop();
    {
        MutexLock lock(m_mutex);
        if (m_connection)
            m_connection->close();
        m_changed.notifyAll();
    }
    m_thread.join();
}

void HostWatch::Connection::close() const
{
    host->close();
    calls->close();
}

void HostWatch::ask(const Question &question)
{
    MutexLock lock(m_mutex);
    if (question.number == m_question.number)
        return;
    m_question = question;
    if (m_connection)
        m_due = m_clock.now();
    m_changed.notifyAll();
}

void HostWatch::steer(Steering steering)
{
    MutexLock lock(m_mutex);
    if (!m_connection)
        return tell(notDone(steering, {CtlStatus::NotReached, m_news.link.trouble}));
    m_steerings.push_back(std::move(steering));
    m_due = m_clock.now();
    m_changed.notifyAll();
}

News HostWatch::take()
{
    MutexLock lock(m_mutex);
    if (m_thrown)
        std::rethrow_exception(m_thrown);
    News news = std::exchange(m_news, {});
    m_news.link = news.link;
    return news;
}

void HostWatch::run()
{
    try {
        while (waitForWork()) {
            if (const ConnectionPtr connection = reach()) {
                steerAll(*connection);
                askOnce(*connection);
            }
        }
    } catch (...) {
        MutexLock lock(m_mutex);
        m_thrown = std::current_exception();
        m_wake.wake();
    }
}

bool HostWatch::waitForWork()
{
    MutexLock lock(m_mutex);
    while (!m_end.stop_requested() && m_clock.now() < m_due)
        m_clock.waitUntil(m_changed, lock, m_due);
    return !m_end.stop_requested();
}

HostWatch::ConnectionPtr HostWatch::reach()
{
    {
        MutexLock lock(m_mutex);
        if (m_connection)
            return m_connection;
    }
    auto host = remote::RemoteHost::connect(m_address, m_end.get_token());
    if (!host) {
        lose(problemOf(host.error()));
        return nullptr;
    }
    auto calls = std::make_unique<remote::HostCalls>(**host);
    MutexLock lock(m_mutex);
    m_news.link.host = nameOf(**host, m_address);
    m_connection = std::make_shared<const Connection>(
        Connection{*std::move(host), std::move(calls), ++m_runs});
    if (m_end.stop_requested())
        m_connection->close();
    return m_connection;
}

void HostWatch::steerAll(const Connection &connection)
{
    MutexLock lock(m_mutex);
    for (const Steering &each : std::exchange(m_steerings, {})) {
        lock.unlock();
        std::string outcome = each.run == connection.run
                                  ? carryOut(each, connection.both())
                                  : notDone(each, {CtlStatus::NotReached,
                                                   "the connection to the host is a new one"});
        lock.lock();
        tell(std::move(outcome));
    }
}

void HostWatch::askOnce(const Connection &connection)
{
    MutexLock lock(m_mutex);
    const Question question = m_question;
    lock.unlock();
    const TimePoint asked = m_clock.now();
    auto listing = listingFor(question, m_sort, connection.both());
    const TimePoint answered = m_clock.now();
    if (!listing && listing.error().status == CtlStatus::NotReached)
        return lose(listing.error());
    lock.lock();
    m_news.link.trouble.clear();
    m_news.answers.push_back({question, connection.run, asked, std::move(listing)});
    m_pause = FirstPause;
    const Duration took = answered - asked; // a host that needs long is not asked all the time
    if (question.number == m_question.number && m_steerings.empty())
        m_due = answered + std::max(Interval - took, std::min(took, Interval));
    m_wake.wake();
}

void HostWatch::lose(const CtlProblem &problem)
{
    ConnectionPtr gone; // its end may take a moment, and is not under the lock
    MutexLock lock(m_mutex);
    gone = std::exchange(m_connection, nullptr);
    for (const Steering &each : std::exchange(m_steerings, {}))
        tell(notDone(each, problem));
    m_due = m_clock.now() + m_pause;
    m_pause = std::min(2 * m_pause, LongestPause);
    m_news.link.trouble = shortened(problem.sentence, m_address);
    m_news.link.nextTry = m_due;
    m_wake.wake();
}

void HostWatch::tell(std::string outcome)
{
    m_news.outcomes.push_back(std::move(outcome));
    m_wake.wake();
}

} // namespace qontroller::top
