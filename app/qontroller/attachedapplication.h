// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/remote/attach/attachedhosts.h"
#include "ui/applicationport.h"

namespace qontroller {

/// What a window of hosts elsewhere asks for. It has no plugins and no session: those are the
/// hosts'. For the GUI thread; \a hosts outlives it.
class AttachedApplication final : public ui::ApplicationPort
{
public:
    explicit AttachedApplication(remote::AttachedHosts &hosts)
        : m_hosts(hosts)
    {}

    [[nodiscard]] const Hosts *hosts() const override { return &m_hosts; }
    ui::Result connectTo(const QString &address) override;
    void disconnectFrom(HostId host) override { m_hosts.remove(host); }
    void tryNow(HostId host) override { m_hosts.tryNow(host); }

    [[nodiscard]] QList<ui::PluginInfo> plugins() const override { return {}; }
    ui::PluginInfo inspect(const QString &file) override;
    ui::Result decide(ui::PluginDecision decision, const ui::PluginInfo &plugin) override;
    void enterSafeMode() override {}
    [[nodiscard]] QStringList notices() const override { return {}; }
    [[nodiscard]] QList<ui::ParameterError> validate(
        const ui::StartRequest &request) const override;
    ui::Result start(const ui::StartRequest &request) override;
    [[nodiscard]] QString sessionFile() const override { return {}; }
    ui::Result openSession(const QString &file) override;
    [[nodiscard]] bool hasUnsavedChanges() const override { return false; }
    ui::Result saveSession(const QString &file) override;
    [[nodiscard]] std::shared_ptr<consist::LifecyclePort> lifecycles() const override
    {
        return nullptr;
    }

private:
    remote::AttachedHosts &m_hosts;
};

} // namespace qontroller
