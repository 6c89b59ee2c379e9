// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/remote/attach/attachment.h"

#include <algorithm>
#include <utility>

namespace qontroller::remote {

namespace {

/// A socket of this computer needs nothing.
std::string securedBy(Address::Kind kind)
{
    switch (kind) {
    case Address::Kind::Ssh: return "ssh";
    case Address::Kind::Tls: return "TLS";
    case Address::Kind::Named:
    case Address::Kind::Unix: break;
    }
    return {};
}

} // namespace

Attachment::Attachment(HostId id, Address address, Clock &clock)
    : m_address(std::move(address))
    , m_clock(clock)
{
    MutexLock lock(m_mutex);
    m_status.id = id;
    m_status.name = m_address.name.empty() ? m_address.label() : m_address.name;
    m_status.address = m_address.fullText();
    m_status.place = m_address.text();
    m_status.colour = m_address.colour;
    m_status.secured = securedBy(m_address.kind);
    m_status.since = m_clock.now();
}

HostStatus Attachment::status() const
{
    MutexLock lock(m_mutex);
    return m_status;
}

void Attachment::tryNow()
{
    MutexLock lock(m_mutex);
    m_status.nextTry = m_clock.now();
}

void Attachment::close()
{
    m_end.request_stop();
    MutexLock lock(m_mutex);
    if (m_connection)
        m_connection->host->close();
}

Attachment::ConnectionPtr Attachment::connection() const
{
    MutexLock lock(m_mutex);
    return m_connection;
}

Attachment::ConnectionPtr Attachment::connectionTo(ControllerId &controller) const
{
    MutexLock lock(m_mutex);
    if (!m_connection || m_end.stop_requested())
        return nullptr;
    if (controller.of != m_connection->run)
        return nullptr; // of an earlier run
    controller.of = {};
    return m_connection;
}

Attachment::ConnectionPtr Attachment::reach()
{
    {
        MutexLock lock(m_mutex);
        if (m_connection || m_isConnecting || m_end.stop_requested()
            || m_clock.now() < m_status.nextTry)
            return m_connection;
        m_isConnecting = true;
    }
    auto made = RemoteHost::connect(m_address, m_end.get_token(), Patience);
    take(std::move(made));
    return connection();
}

void Attachment::take(tl::expected<std::unique_ptr<RemoteHost>, RemoteError> made)
{
    MutexLock lock(m_mutex);
    m_isConnecting = false;
    if (!made)
        return setLost(made.error());
    const Introduction introduction = (*made)->introduction();
    setRun(introduction.instance);
    m_connection = std::make_shared<Connection>(
        Connection{*std::move(made), {m_status.id, m_status.run}, m_status});
    m_status.state = HostState::Connected;
    m_status.since = m_status.heard = m_clock.now();
    m_status.nextTry = {};
    m_status.why.clear();
    m_status.version = introduction.version;
    m_status.who = introduction.who;
    m_status.maySteer = introduction.maySteer;
    if (m_end.stop_requested())
        m_connection->host->close();
}

// A host that is too old to say which run of it this is may have been started anew.
void Attachment::setRun(const std::string &instance)
{
    if (m_instance.empty() || instance != m_instance)
        ++m_status.run;
    m_instance = instance;
}

void Attachment::setLost(const RemoteError &error)
{
    const HostState state = error.kind == RemoteError::Kind::NotAllowed ? HostState::Refused
                                                                        : HostState::Lost;
    if (m_status.state != state)
        m_status.since = m_clock.now();
    m_status.state = state;
    m_status.why = error.sentence;
    m_status.nextTry = m_clock.now() + m_pause;
    m_pause = std::min(2 * m_pause, LongestPause);
}

void Attachment::review(const ConnectionPtr &used)
{
    const auto loss = used->host->loss();
    const auto problem = used->host->problem();
    ConnectionPtr gone; // its end may take a moment, and is not under the lock
    MutexLock lock(m_mutex);
    if (m_connection != used)
        return;
    if (!problem || problem->kind != RemoteError::Kind::NotReached)
        m_status.heard = m_clock.now();
    if (!loss)
        return;
    gone = std::exchange(m_connection, nullptr);
    if (!gone->hasTold) { // what is known is as old as it was
        m_status.state = gone->before.state;
        m_status.since = gone->before.since;
        m_status.heard = gone->before.heard;
    }
    setLost(*loss);
}

void Attachment::noteTold(Connection &by)
{
    MutexLock lock(m_mutex);
    by.hasTold = true;
    m_pause = FirstPause;
}

RemoteError Attachment::notConnected() const
{
    return {RemoteError::Kind::NotReached, status().name + " is not connected: try again later"};
}

} // namespace qontroller::remote
