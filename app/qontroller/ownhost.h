// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/serve/operatornotes.h"
#include "core/engine/host/host.h"
#include "core/remote/link/hostlink.h"

#include <functional>
#include <utility>

namespace qontroller {

/// The host of this program, for its window. Thread-safe.
class OwnHost final : public HostLink
{
public:
    using Members = std::function<std::shared_ptr<consist::LifecyclePort>()>;

    /// \a host and \a operators outlive it. \a members is called by any thread.
    OwnHost(Host &host, OperatorNotes &operators, Members members)
        : m_host(host)
        , m_operators(operators)
        , m_members(std::move(members))
    {}

    [[nodiscard]] HostId id() const override { return 0; }
    [[nodiscard]] HostStatus status() const override { return {}; }
    [[nodiscard]] Feed &feed() override { return m_host; }
    [[nodiscard]] ControlPort &control() override { return m_host; }
    [[nodiscard]] JobPort &jobs() override { return m_operators.ownJobs(); }
    [[nodiscard]] std::shared_ptr<consist::LifecyclePort> members() override { return m_members(); }
    [[nodiscard]] tl::expected<std::vector<OperatorLine>, Error> operatorLog() override
    {
        return m_operators.log().lines();
    }

private:
    Host &m_host;
    OperatorNotes &m_operators;
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
