// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/applicationport.h"

#include "core/consist/lifecycleport.h"
#include "core/control/controlport.h"

#include <functional>
#include <vector>

namespace qontroller::test {

/// Remembers what it was told.
class FakeControl final : public ControlPort
{
public:
    Ticket submit(Command command) override
    {
        commands.push_back(std::move(command));
        return commands.size();
    }
    std::vector<Command> commands;
};

/// Hosts elsewhere as a test has them.
class FakeHosts final : public Hosts
{
public:
    /// One that is connected and has \a controllers.
    HostStatus &add(const std::string &name, std::vector<ControllerId> controllers);
    std::vector<HostStatus> hosts() const override { return all; }

    std::vector<HostStatus> all;
};

/// A program with three plugins: a good one, one that is refused, and a locker.
class FakeApplication final : public ui::ApplicationPort
{
public:
    FakeApplication();

    QList<ui::PluginInfo> plugins() const override { return known; }
    ui::PluginInfo inspect(const QString &file) override;
    ui::Result decide(ui::PluginDecision decision, const ui::PluginInfo &plugin) override;
    void enterSafeMode() override { safe = true; }
    QStringList notices() const override { return noticed; }
    QList<ui::ParameterError> validate(const ui::StartRequest &request) const override;
    ui::Result start(const ui::StartRequest &request) override;
    QString sessionFile() const override { return session; }
    ui::Result openSession(const QString &file) override;
    void applySession(HostId host, const QString &file, ApplyMode mode, ApplyTold told) override
    {
        applied.push_back({host, file, mode});
        applyTold = std::move(told);
    }
    bool hasUnsavedChanges() const override { return unsaved; }
    ui::Result saveSession(const QString &file) override;
    std::shared_ptr<consist::LifecyclePort> lifecycles() const override { return lifecycle; }
    const Hosts *hosts() const override { return elsewhere; }
    ui::Result connectTo(const QString &address) override;
    void disconnectFrom(HostId host) override { disconnected += host; }
    void tryNow(HostId host) override { tried += host; }

    struct Applied
    {
        HostId host;
        QString file;
        ApplyMode mode;
    };
    std::vector<Applied> applied;
    ApplyTold applyTold; ///< of the last of them
    QList<ui::PluginInfo> known;
    QList<ui::StartRequest> started;
    QList<std::pair<ui::PluginDecision, QString>> decided; ///< with the file
    ui::Result startResult = ui::Result::done();
    QStringList noticed;
    bool safe = false;
    QStringList opened;
    QStringList saved;
    QString session;
    std::shared_ptr<consist::LifecyclePort> lifecycle; ///< null: no consist controller runs
    bool unsaved = false;
    const Hosts *elsewhere = nullptr;
    ui::Result connectResult = ui::Result::done();
    QStringList connected;
    QList<HostId> disconnected;
    QList<HostId> tried;
    std::function<QList<ui::ParameterError>(const ui::StartRequest &)> validator;
};

/// The schema of a folder mirror, with a parameter of every kind.
[[nodiscard]] QJsonObject everySchema();
[[nodiscard]] QJsonObject lockerSchema();

} // namespace qontroller::test
