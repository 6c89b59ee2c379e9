// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/serve/notedcontrol.h"
#include "app/serve/notedmembers.h"
#include "app/serve/operatornotes.h"
#include "core/base/threads/mutex.h"
#include "core/engine/host/host.h"
#include "core/remote/link/hostlink.h"

#include <functional>
#include <utility>

namespace qontroller {

/// The host of this program, for its window: what the window asks for is in the operator log, too.
/// Thread-safe.
class OwnHost final : public HostLink
{
public:
    using Members = std::function<std::shared_ptr<consist::LifecyclePort>()>;

    /// \a members is called by any thread; all else outlives it.
    OwnHost(Host &host, ControlPort &orders, OperatorNotes &operators, JournalPort &journal,
            AlarmPort &alarms, Members members)
        : m_host(host)
        , m_orders(orders, operators)
        , m_operators(operators)
        , m_journal(journal)
        , m_alarms(alarms)
        , m_members(std::move(members))
    {}

    [[nodiscard]] HostId id() const override { return 0; }
    [[nodiscard]] HostStatus status() const override { return {}; }
    [[nodiscard]] Feed &feed() override { return m_host; }
    [[nodiscard]] ControlPort &control() override { return m_orders; }
    [[nodiscard]] JobPort &jobs() override { return m_operators.ownJobs(); }
    [[nodiscard]] AlarmPort &alarms() override { return m_alarms; }
    [[nodiscard]] std::shared_ptr<consist::LifecyclePort> members() override
    {
        auto members = m_members();
        MutexLock lock(m_mutex);
        if (members != m_unnoted) {
            m_noted = members ? std::make_shared<NotedMembers>(members, m_operators) : nullptr;
            m_unnoted = std::move(members);
        }
        return m_noted;
    }
    [[nodiscard]] tl::expected<std::vector<OperatorLine>, Error> operatorLog(
        std::uint64_t after) override
    {
        return m_operators.log().lines(after);
    }
    [[nodiscard]] tl::expected<JournalStatus, Error> journal() override
    {
        return m_journal.status();
    }

private:
    Host &m_host;
    NotedControl m_orders;
    OperatorNotes &m_operators;
    JournalPort &m_journal;
    AlarmPort &m_alarms;
    const Members m_members;
    Mutex m_mutex;
    std::shared_ptr<consist::LifecyclePort> m_unnoted QONTROLLER_GUARDED_BY(m_mutex);
    std::shared_ptr<consist::LifecyclePort> m_noted QONTROLLER_GUARDED_BY(m_mutex);
};

/// … and no other.
class OwnHostOnly final : public HostLinks
{
public:
    explicit OwnHostOnly(HostLinkPtr own)
        : m_own(std::move(own))
    {}
    [[nodiscard]] std::vector<HostLinkPtr> links() const override { return {m_own}; }

private:
    const HostLinkPtr m_own;
};

} // namespace qontroller
