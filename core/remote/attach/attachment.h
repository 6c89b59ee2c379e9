// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"
#include "core/base/threads/mutex.h"
#include "core/engine/observe/events/keys.h"
#include "core/remote/client/address.h"
#include "core/remote/client/hostcalls.h"
#include "core/remote/client/remotehost.h"
#include "core/remote/link/hoststatus.h"

#include <memory>
#include <stop_token>
#include <string>
#include <utility>

namespace qontroller::remote {

/// The connection to a host in another process that a front end stays with, whatever becomes of
/// it.
///
/// While there is none, status() says since when and why. The reach() that comes when the next try
/// is due makes the connection. A host that was started anew has other controllers, also if they
/// are called the same. Thread-safe.
class Attachment final
{
public:
    /// Of all that a window's own thread asks.
    static constexpr Duration Patience = std::chrono::seconds(2);
    /// After the connection was lost or not made, for the first time; doubled up to the longest.
    static constexpr Duration FirstPause = std::chrono::milliseconds(500);
    static constexpr Duration LongestPause = std::chrono::seconds(30);

    struct Connection
    {
        std::unique_ptr<RemoteHost> host;
        HostRun run;          ///< that it is to
        HostStatus before;    ///< how it stood with the host
        bool hasTold = false; ///< a reader has heard of the host through it
    };
    using ConnectionPtr = std::shared_ptr<Connection>;

    /// \a clock outlives it.
    Attachment(HostId id, Address address, Clock &clock);

    [[nodiscard]] HostStatus status() const;
    [[nodiscard]] Clock &clock() const { return m_clock; }
    /// Makes the next reach() try, however long the pause is.
    void tryNow();
    /// Ends all that is under way; nothing is done from now on.
    void close();
    [[nodiscard]] std::stop_token end() const { return m_end.get_token(); }

    /// The connection, made if its time has come; null: there is none.
    ConnectionPtr reach();
    /// The one that is there; never makes one.
    [[nodiscard]] ConnectionPtr connection() const;
    /// The one to the run of the host that knows \a controller, and what that one calls it.
    [[nodiscard]] ConnectionPtr connectionTo(ControllerId &controller) const;
    /// What \a ask gets of the host through \a used.
    template<class Ask>
    [[nodiscard]] auto ask(const ConnectionPtr &used, Ask ask)
        -> decltype(ask(std::declval<HostCalls &>()));
    /// The same, through the connection that is there.
    template<class Ask>
    [[nodiscard]] auto ask(Ask ask) -> decltype(ask(std::declval<HostCalls &>()))
    {
        return this->ask(connection(), std::move(ask));
    }
    /// Looks whether \a used still works after a call.
    void review(const ConnectionPtr &used);
    /// A reader has heard of the host through \a by.
    void noteTold(Connection &by);

private:
    void take(tl::expected<std::unique_ptr<RemoteHost>, RemoteError> made);
    void setRun(const std::string &instance) QONTROLLER_REQUIRES(m_mutex);
    void setLost(const RemoteError &error) QONTROLLER_REQUIRES(m_mutex);
    [[nodiscard]] RemoteError notConnected() const;

    const Address m_address;
    Clock &m_clock;
    std::stop_source m_end;
    mutable Mutex m_mutex;
    HostStatus m_status QONTROLLER_GUARDED_BY(m_mutex);
    ConnectionPtr m_connection QONTROLLER_GUARDED_BY(m_mutex);
    bool m_isConnecting QONTROLLER_GUARDED_BY(m_mutex) = false;
    Duration m_pause QONTROLLER_GUARDED_BY(m_mutex) = FirstPause;
    std::string m_instance QONTROLLER_GUARDED_BY(m_mutex);
};
using AttachmentPtr = std::shared_ptr<Attachment>;

/// What \a error says, for ports that have no more than that.
[[nodiscard]] inline Error sentenceOf(const RemoteError &error)
{
    return Error(error.sentence);
}

template<class Ask>
auto Attachment::ask(const ConnectionPtr &used, Ask ask)
    -> decltype(ask(std::declval<HostCalls &>()))
{
    if (!used)
        return tl::unexpected(notConnected());
    HostCalls calls(*used->host);
    const std::stop_callback onEnd(m_end.get_token(), [&calls] { calls.close(); });
    auto answer = ask(calls);
    if (answer) // what went wrong does not tell whether the host was heard
        review(used);
    return answer;
}

} // namespace qontroller::remote
