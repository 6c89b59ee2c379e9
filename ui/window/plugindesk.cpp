// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/plugindesk.h"

#include "ui/actions/actions.h"
#include "ui/dialogs/loadplugindialog.h"
#include "ui/dialogs/pluginsdialog.h"
#include "ui/state/livestate.h"
#include "ui/widgets/plugindrop.h"
#include "ui/window/noticeboard.h"

#include <QtGui/QAction>

namespace qontroller::ui {

namespace {

PluginDecision decisionOf(CrashDialog::Choice choice)
{
    return choice == CrashDialog::Choice::Disable ? PluginDecision::Disable
                                                  : PluginDecision::TryAgain;
}

} // namespace

PluginDesk::PluginDesk(QWidget &window, WindowOptions::Access access, const Actions &actions,
                       ApplicationPort &application, const LiveState &state, Noticeboard &notices)
    : m_window(window)
    , m_access(access)
    , m_application(application)
    , m_state(state)
    , m_notices(notices)
{
    connect(actions.loadPlugin, &QAction::triggered, this, [this] { load({}); });
    connect(actions.managePlugins, &QAction::triggered, this, &PluginDesk::manage);
    if (access == WindowOptions::Access::Full)
        connect(new PluginDrop(&window), &PluginDrop::dropped, this, &PluginDesk::load);
}

void PluginDesk::load(const QString &file)
{
    QStringList names;
    for (const auto &[id, label] : m_state.book())
        names += label.name;
    auto *dialog = new LoadPluginDialog(m_application, names, file, &m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &LoadPluginDialog::started, this, [this](const QString &name) {
        m_notices.say(tr("%1 starts. Its objects appear with the first complete list.").arg(name));
    });
    dialog->open();
}

void PluginDesk::manage()
{
    auto *dialog = new PluginsDialog(m_application,
                                     m_access == WindowOptions::Access::Full
                                         ? PluginsDialog::Mode::Manage
                                         : PluginsDialog::Mode::Look,
                                     &m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &PluginsDialog::loadRequested, this, &PluginDesk::load);
    dialog->open();
}

QList<PluginInfo> PluginDesk::pluginsThatAre(PluginInfo::Verdict verdict) const
{
    QList<PluginInfo> plugins = m_application.plugins();
    plugins.removeIf([verdict](const PluginInfo &plugin) { return plugin.verdict != verdict; });
    return plugins;
}

bool PluginDesk::isDecisionOpen() const
{
    return !pluginsThatAre(PluginInfo::Verdict::Untrusted).isEmpty()
           || !pluginsThatAre(PluginInfo::Verdict::Crashed).isEmpty();
}

// What the operator can decide on is one click away.
void PluginDesk::report(const Result &result)
{
    if (result.isDone() || !isDecisionOpen())
        return m_notices.report(result);
    m_notices.warn(MessageBar::Kind::Error, result.sentence,
                   {{tr("Manage Plugins"), [this] { manage(); }}});
}

void PluginDesk::askAfterCrash(const std::function<void()> &then)
{
    const QList<PluginInfo> crashed = pluginsThatAre(PluginInfo::Verdict::Crashed);
    if (crashed.isEmpty() || m_access == WindowOptions::Access::ReadOnly)
        return then();
    auto *dialog = new CrashDialog(crashed, &m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::finished, this, [this, dialog, crashed, then] {
        decide(dialog->choice(), crashed);
        then();
    });
    dialog->open();
}

void PluginDesk::decide(CrashDialog::Choice choice, const QList<PluginInfo> &crashed)
{
    if (choice == CrashDialog::Choice::SafeMode)
        return m_application.enterSafeMode();
    if (choice == CrashDialog::Choice::Nothing)
        return;
    for (const PluginInfo &plugin : crashed)
        m_notices.report(m_application.decide(decisionOf(choice), plugin));
}

} // namespace qontroller::ui
