// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/serve/operatornotes.h"
#include "core/engine/host/host.h"
#include "core/remote/link/hostlink.h"

#include <functional>
#include <utility>

namespace qontroller {

/// What the window orders: a number of workers that is to stay ends one for a time.
class OwnOrders final : public ControlPort
{
public:
    /// Both outlive it.
    OwnOrders(ControlPort &orders, OperatorNotes &operators)
        : m_orders(orders)
        , m_operators(operators)
    {}
    Ticket submit(Command command) override
    {
        m_operators.endTemporaryWorkers(command);
        return m_orders.submit(std::move(command));
    }

private:
    ControlPort &m_orders;
    OperatorNotes &m_operators;
};

/// The host of this program, for its window. Thread-safe.
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
    [[nodiscard]] std::shared_ptr<consist::LifecyclePort> members() override { return m_members(); }
    [[nodiscard]] tl::expected<std::vector<OperatorLine>, Error> operatorLog() override
    {
        return m_operators.log().lines();
    }
    [[nodiscard]] tl::expected<JournalStatus, Error> journal() override
    {
        return m_journal.status();
    }

private:
    Host &m_host;
    OwnOrders m_orders;
    OperatorNotes &m_operators;
    JournalPort &m_journal;
    AlarmPort &m_alarms;
    const Members m_members;
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
