// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>

#include "core/remote/attach/attachedhosts.h"
#include "ui/applicationport.h"

#include <functional>
#include <map>
#include <thread>

namespace qontroller {

/// What a window of hosts elsewhere asks for. It has no plugins and no session: those are the
/// hosts'. For the GUI thread; \a hosts outlives it.
class AttachedApplication final : public ui::ApplicationPort
{
public:
    explicit AttachedApplication(remote::AttachedHosts &hosts)
        : m_hosts(hosts)
    {}
    /// Waits for hosts that are asked something, unless they were closed.
    ~AttachedApplication() override;

    [[nodiscard]] const HostLinks &hosts() const override { return m_hosts; }
    ui::Result connectTo(const QString &address) override;
    [[nodiscard]] QList<ui::HostHere> hostsHere() const override;
    void askHealth(const QString &address, HealthTold told) override;
    ui::Result showDemonstration() override;
    void disconnectFrom(HostId host) override { m_hosts.remove(host); }

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
    void applySession(HostId host, const QString &file, ApplyMode mode, ApplyTold told) override;
    void readParameters(HostId host, const QString &controller, ParametersTold told) override;
    void applyParameters(HostId host, const ui::ParameterChange &change, ApplyMode mode,
                         ApplyTold told) override;
    [[nodiscard]] bool hasUnsavedChanges() const override { return false; }
    ui::Result saveSession(const QString &file) override;

private:
    /// \a told is called in the GUI thread, whichever calls this.
    void tell(const ApplyTold &told, const ApplyStatus &status);
    /// Gives \a host the session \a json, and waits until that has ended there.
    void give(HostId host, const std::string &json, ApplyMode mode,
              const std::function<void(const ApplyStatus &)> &tell);
    /// \a host writes what it runs to its own session file.
    void save(HostId host, ApplyTold told);
    /// Does \a call in a thread of its own, until it has ended.
    void inThread(std::function<void()> call);

    remote::AttachedHosts &m_hosts;
    QObject m_gui; ///< what is called later, in its thread, goes with it
    std::map<std::thread::id, std::jthread> m_threads;
};

} // namespace qontroller
