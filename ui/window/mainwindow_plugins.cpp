// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/mainwindow_p.h"

#include "ui/dialogs/confirmdialog.h"
#include "ui/dialogs/crashdialog.h"
#include "ui/dialogs/draindialog.h"
#include "ui/dialogs/loadplugindialog.h"
#include "ui/dialogs/pluginsdialog.h"
#include "ui/widgets/plugindrop.h"

#include <algorithm>

namespace qontroller::ui {

namespace {

PluginDecision decisionOf(CrashDialog::Choice choice)
{
    return choice == CrashDialog::Choice::Disable ? PluginDecision::Disable
                                                  : PluginDecision::TryAgain;
}

} // namespace

void MainWindow::Private::loadPlugin(const QString &file)
{
    QStringList names;
    for (const auto &[id, label] : state.book())
        names += label.name;
    auto *dialog = new LoadPluginDialog(application, names, file, &q);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    QObject::connect(dialog, &LoadPluginDialog::started, &q, [this, dialog](const QString &name) {
        log.addStart(name, dialog->request().pluginId);
        say(tr("%1 starts. Its items appear with the first complete list.").arg(name));
    });
    dialog->open();
}

void MainWindow::Private::managePlugins()
{
    const bool full = options.access == WindowOptions::Access::Full;
    auto *dialog = new PluginsDialog(application,
                                     full ? PluginsDialog::Mode::Manage : PluginsDialog::Mode::Look,
                                     &q);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    QObject::connect(dialog, &PluginsDialog::loadRequested, &q,
                     [this](const QString &file) { loadPlugin(file); });
    dialog->open();
}

void MainWindow::Private::takeDroppedPlugins()
{
    if (options.access == WindowOptions::Access::Full)
        QObject::connect(new PluginDrop(&q), &PluginDrop::dropped, &q,
                         [this](const QString &file) { loadPlugin(file); });
}

QList<PluginInfo> MainWindow::Private::pluginsThatAre(PluginInfo::Verdict verdict) const
{
    QList<PluginInfo> plugins = application.plugins();
    plugins.removeIf([verdict](const PluginInfo &plugin) { return plugin.verdict != verdict; });
    return plugins;
}

// What somebody can decide on is one click away.
void MainWindow::Private::sayWithPlugins(const Result &result)
{
    const bool open = !pluginsThatAre(PluginInfo::Verdict::Untrusted).isEmpty()
                      || !pluginsThatAre(PluginInfo::Verdict::Crashed).isEmpty();
    if (result.isDone() || !open)
        return say(result);
    warn(MessageBar::Kind::Error, result.sentence,
         {{tr("Manage Plugins"), [this] { managePlugins(); }}});
}

void MainWindow::Private::askAfterCrash(const std::function<void()> &then)
{
    const QList<PluginInfo> crashed = pluginsThatAre(PluginInfo::Verdict::Crashed);
    if (crashed.isEmpty() || options.access == WindowOptions::Access::ReadOnly)
        return then();
    auto *dialog = new CrashDialog(crashed, &q);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    QObject::connect(dialog, &QDialog::finished, &q, [this, dialog, crashed, then] {
        decideAfterCrash(dialog->choice(), crashed);
        then();
    });
    dialog->open();
}

void MainWindow::Private::decideAfterCrash(CrashDialog::Choice choice,
                                           const QList<PluginInfo> &crashed)
{
    if (choice == CrashDialog::Choice::SafeMode)
        return application.enterSafeMode();
    if (choice == CrashDialog::Choice::Nothing)
        return;
    for (const PluginInfo &plugin : crashed)
        say(application.decide(decisionOf(choice), plugin));
}

void MainWindow::Private::askRemove()
{
    const std::vector<ControllerId> ids = tabs->meantControllers();
    if (ids.empty())
        return;
    auto *dialog = new ConfirmDialog(
        tr("Remove %1?").arg(namesOf(ids)),
        tr("What is queued and running is handled first, then the controller ends. Objects "
           "stay as they are. Its settings are gone unless the session was saved."),
        tr("Drain and Remove"), &q);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    QObject::connect(dialog, &QDialog::accepted, &q, [this, ids] {
        const QString names = namesOf(ids);
        for (const ControllerId id : ids)
            commander.remove(id);
        showDrain(ids, names);
    });
    dialog->open();
}

void MainWindow::Private::showDrain(const std::vector<ControllerId> &ids, const QString &names)
{
    auto *dialog = new DrainDialog(ids, names, &q);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    QObject::connect(dialog, &DrainDialog::endRequested, &q,
                     [this](ControllerId id) { commander.endDrain(id); });
    QObject::connect(&state, &LiveState::updated, dialog,
                     [this, dialog] { dialog->follow(state); });
    dialog->show();
}

} // namespace qontroller::ui
