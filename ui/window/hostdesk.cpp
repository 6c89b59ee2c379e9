// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/hostdesk.h"

#include "ui/actions/actions.h"
#include "ui/applicationport.h"
#include "ui/dialogs/connectdialog.h"
#include "ui/state/livestate.h"
#include "ui/state/windowsettings.h"
#include "ui/window/noticeboard.h"
#include "ui/words/format.h"

#include <QtCore/QTimer>
#include <QtGui/QAction>

#include <algorithm>
#include <chrono>

namespace qontroller::ui {

namespace {

constexpr const char *Key = "hosts";
constexpr std::chrono::seconds LookAgain{2};

} // namespace

HostDesk::HostDesk(QWidget &window, const Actions &actions, WindowSettings &settings,
                   ApplicationPort &application, const LiveState &state, Noticeboard &notices)
    : m_window(window)
    , m_settings(settings)
    , m_application(application)
    , m_state(state)
    , m_notices(notices)
{
    connect(actions.connectHost, &QAction::triggered, this, &HostDesk::open);
}

void HostDesk::open()
{
    if (m_dialog)
        return m_dialog->raise();
    m_dialog = new ConnectDialog(remembered(), &m_window);
    m_dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(m_dialog, &ConnectDialog::connectRequested, this, &HostDesk::connectTo);
    connect(m_dialog, &ConnectDialog::forgetRequested, this, &HostDesk::forget);
    connect(m_dialog, &ConnectDialog::disconnectRequested, this,
            [this](HostId host) { m_application.disconnectFrom(host); });
    connect(m_dialog, &ConnectDialog::tryRequested, this, [this](HostId host) {
        if (const HostLinkPtr link = m_application.hosts().find(host))
            link->tryNow();
    });
    auto *again = new QTimer(m_dialog); // hosts come and go while it is open
    connect(again, &QTimer::timeout, this, &HostDesk::showHere);
    again->start(LookAgain);
    showHere();
    showStates();
    m_dialog->open();
}

void HostDesk::showHere()
{
    m_dialog->setHere(m_application.hostsHere());
}

void HostDesk::connectTo(const QString &address)
{
    const std::vector<HostStatus> before = m_application.hosts().elsewhere();
    const Result result = m_application.connectTo(address);
    if (!result.isDone())
        return m_dialog->showProblem(result.sentence);
    m_wanted += address;
    // What was typed may be a name of its address.
    for (const HostStatus &host : m_application.hosts().elsewhere()) {
        if (std::ranges::find(before, host.id, &HostStatus::id) == before.end())
            m_wanted += toLine(host.address);
    }
    m_dialog->clear();
    if (!result.sentence.isEmpty())
        m_notices.say(result.sentence);
    showStates();
}

void HostDesk::forget(const QString &address)
{
    QStringList all = remembered();
    all.removeAll(address);
    remember(all);
    showStates();
}

void HostDesk::showStates()
{
    const std::vector<HostStatus> hosts = m_application.hosts().elsewhere();
    rememberReached(hosts);
    if (m_dialog)
        m_dialog->showStates(hosts, m_state.now());
}

// What was only typed may be wrong.
void HostDesk::rememberReached(const std::vector<HostStatus> &hosts)
{
    for (const HostStatus &host : hosts) {
        const QString address = toLine(host.address);
        if (host.state != HostState::Connected || m_wanted.removeAll(address) == 0)
            continue;
        if (const QStringList known = remembered(); !known.contains(address))
            remember(known + QStringList{address});
    }
}

QStringList HostDesk::remembered() const
{
    return m_settings.value(Key).toStringList();
}

void HostDesk::remember(const QStringList &addresses)
{
    m_settings.setValue(Key, addresses);
    if (m_dialog)
        m_dialog->setRemembered(addresses);
}

} // namespace qontroller::ui
