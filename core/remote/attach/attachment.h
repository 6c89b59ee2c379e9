// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"
#include "core/engine/control/controlport.h"
#include "core/engine/control/sessionport.h"
#include "core/engine/jobs/jobport.h"
#include "core/engine/observe/feed/feed.h"
#include "core/engine/observe/feed/hosts.h"
#include "core/members/consist/lifecycleport.h"
#include "core/remote/client/address.h"
#include "core/remote/client/hostcalls.h"
#include "core/remote/client/remotehost.h"

#include <functional>
#include <map>
#include <memory>
#include <stop_token>
#include <utility>

namespace qontroller::remote {

/// A host in another process that a front end stays with, whatever becomes of the connection.
///
/// While there is none, everything gives nothing, and status() says since when and why. The call
/// that comes when the next try is due makes the connection: pull() often, and the host is back
/// soon after it can be reached. A reader then gets a whole snapshot. A host that was started anew
/// has other controllers, also if they are called the same: those from before are removed.
///
/// Ids of controllers name this host and its run. Thread-safe; each call waits for the host,
/// Patience at the most, except pull(), which waits until the host answers or the connection is
/// lost, and describe(), which waits for a plugin.
class AttachedHost final : public Feed, public ControlPort, public consist::LifecyclePort
{
public:
    /// Of all that a window's own thread asks.
    static constexpr Duration Patience = std::chrono::seconds(2);
    /// After the connection was lost or not made, for the first time; doubled up to the longest.
    static constexpr Duration FirstPause = std::chrono::milliseconds(500);
    static constexpr Duration LongestPause = std::chrono::seconds(30);

    /// \a clock outlives it.
    AttachedHost(HostId id, Address address, Clock &clock = SteadyClock::instance());
    ~AttachedHost() override;

    [[nodiscard]] HostStatus status() const;
    [[nodiscard]] const Address &address() const { return m_address; }
    /// Makes the next call that needs the connection try, however long the pause is.
    void tryNow();
    /// Ends all that is under way; nothing is done from now on.
    void close();
    /// See SessionPort::apply(). Waits until it has ended there, and tells \a show of each step.
    [[nodiscard]] tl::expected<ApplyStatus, RemoteError> applySession(
        const std::string &json, ApplyMode mode,
        const std::function<void(const ApplyStatus &)> &show);

    /// What operators have asked the host for lately, oldest first.
    [[nodiscard]] tl::expected<std::vector<OperatorLine>, RemoteError> operatorLog();

    /// The numbers of jobs are the host's own, for every front end shows the same. Times are of the
    /// clock here.
    [[nodiscard]] JobPort::Answer prepareJob(JobRequest request);
    [[nodiscard]] JobPort::Answer beginJob(const JobKey &key);
    [[nodiscard]] JobPort::Answer stopJob(const JobKey &key);
    /// None while the host cannot be reached.
    [[nodiscard]] std::vector<HostJob> jobs();

    [[nodiscard]] ReaderId attach(Reads reads) override;
    [[nodiscard]] Delta pull(ReaderId reader) override;
    void detach(ReaderId reader) override;
    [[nodiscard]] Sample sample() override;
    [[nodiscard]] std::optional<ItemDetail> detail(ControllerId controller,
                                                   const ObjectId &id) override;
    [[nodiscard]] std::optional<Description> describe(ControllerId controller, const ObjectId &id,
                                                      std::stop_token stop) override;
    [[nodiscard]] std::vector<ObjectId> held(ControllerId controller) override;
    /// 0: it was not submitted, as far as is known: it may have been if the host did not answer.
    Ticket submit(Command command) override;

    /// Members and operations are named alike in every run of the host.
    [[nodiscard]] tl::expected<consist::LifecycleAnswer, Error> look(
        const consist::LifecycleQuestion &question) override;
    tl::expected<void, Error> submit(const consist::EmployeeKey &key,
                                     const consist::Command &command) override;
    /// The host itself knows who asks.
    tl::expected<void, Error> forget(const consist::EmployerName &employer,
                                     const std::string &by) override;

private:
    struct Connection
    {
        std::unique_ptr<RemoteHost> host;
        HostRun run;          ///< that it is to
        HostStatus before;    ///< how it stood with the host
        bool hasTold = false; ///< a reader has heard of the host through it
    };
    using ConnectionPtr = std::shared_ptr<Connection>;
    struct Reader;
    using ReaderPtr = std::shared_ptr<Reader>;

    /// The connection, made if its time has come; null: there is none.
    ConnectionPtr reach();
    /// The one that is there; never makes one.
    [[nodiscard]] ConnectionPtr connection() const;
    /// The one to the run of the host that knows \a controller, and what that one calls it.
    [[nodiscard]] ConnectionPtr connectionTo(ControllerId &controller) const;
    void take(tl::expected<std::unique_ptr<RemoteHost>, RemoteError> made);
    void setRun(const std::string &instance) QONTROLLER_REQUIRES(m_mutex);
    void setLost(const RemoteError &error) QONTROLLER_REQUIRES(m_mutex);
    /// What \a ask gets of the host through \a used.
    template<class Ask>
    [[nodiscard]] auto ask(const ConnectionPtr &used, Ask ask)
        -> decltype(ask(std::declval<HostCalls &>()));
    using Asked = tl::expected<JobAnswer, RemoteError> (HostCalls::*)(JobId);
    [[nodiscard]] JobPort::Answer askOf(const JobKey &key, Asked asked);
    [[nodiscard]] HostJob here(JobAnswer answer, const Connection &from) const;
    [[nodiscard]] std::string otherRun() const;
    [[nodiscard]] RemoteError notConnected() const;
    /// Looks whether \a used still works after a call.
    void review(const ConnectionPtr &used);
    void noteTold(Connection &by);
    [[nodiscard]] ReaderPtr find(ReaderId reader) const;
    [[nodiscard]] Delta nothing() const;

    const Address m_address;
    Clock &m_clock;
    std::stop_source m_end;
    mutable Mutex m_mutex;
    HostStatus m_status QONTROLLER_GUARDED_BY(m_mutex);
    ConnectionPtr m_connection QONTROLLER_GUARDED_BY(m_mutex);
    bool m_isConnecting QONTROLLER_GUARDED_BY(m_mutex) = false;
    Duration m_pause QONTROLLER_GUARDED_BY(m_mutex) = FirstPause;
    std::string m_instance QONTROLLER_GUARDED_BY(m_mutex);
    std::map<ReaderId, ReaderPtr> m_readers QONTROLLER_GUARDED_BY(m_mutex);
    ReaderId m_lastReader QONTROLLER_GUARDED_BY(m_mutex) = 0;
};

} // namespace qontroller::remote
