// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/control/sessionport.h"
#include "core/remote/attach/attachedalarms.h"
#include "core/remote/attach/attachedfeed.h"
#include "core/remote/attach/attachedjobs.h"
#include "core/remote/attach/attachedmembers.h"
#include "core/remote/link/hostlink.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace qontroller::remote {

/// A host in another process that a front end stays with, whatever becomes of the connection.
/// Thread-safe. See Attachment, and what its ports are.
class AttachedHost final : public HostLink
{
public:
    /// \a clock outlives it.
    AttachedHost(HostId id, Address address, Clock &clock = SteadyClock::instance());
    ~AttachedHost() override;

    [[nodiscard]] HostId id() const override { return m_id; }
    [[nodiscard]] HostStatus status() const override { return m_host->status(); }
    [[nodiscard]] Feed &feed() override { return m_feed; }
    [[nodiscard]] ControlPort &control() override { return m_feed; }
    [[nodiscard]] JobPort &jobs() override { return m_jobs; }
    [[nodiscard]] AlarmPort &alarms() override { return m_alarms; }
    /// Also while there is no connection. Outlives this.
    [[nodiscard]] std::shared_ptr<consist::LifecyclePort> members() override { return m_members; }
    [[nodiscard]] tl::expected<std::vector<OperatorLine>, Error> operatorLog(
        std::uint64_t after) override;
    [[nodiscard]] tl::expected<JournalStatus, Error> journal() override;
    void tryNow() override { m_host->tryNow(); }
    void close() override { m_host->close(); }

    /// See SessionPort::apply(). Waits until it has ended there, and tells \a show of each step.
    [[nodiscard]] tl::expected<ApplyStatus, RemoteError> applySession(
        const std::string &json, ApplyMode mode,
        const std::function<void(const ApplyStatus &)> &show);

    /// What the host runs, as its session has it, and the plugins that it has found.
    [[nodiscard]] tl::expected<SessionText, RemoteError> session();
    /// See ApplyMode::Save.
    [[nodiscard]] tl::expected<ApplyStatus, RemoteError> saveSession();
    [[nodiscard]] tl::expected<std::vector<FoundPlugin>, RemoteError> plugins();

private:
    const HostId m_id;
    const AttachmentPtr m_host;
    AttachedFeed m_feed;
    AttachedJobs m_jobs;
    AttachedAlarms m_alarms;
    const std::shared_ptr<AttachedMembers> m_members;
};

} // namespace qontroller::remote
