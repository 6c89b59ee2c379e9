// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/firstdesk.h"

#include "ui/actions/actions.h"
#include "ui/state/windowsettings.h"
#include "ui/window/helpdesk.h"
#include "ui/window/noticeboard.h"
#include "ui/window/sessiondesk.h"
#include "ui/words/attentionwords.h"

#include <QtCore/QFileInfo>
#include <QtCore/QPointer>
#include <QtGui/QAction>

#include <chrono>

namespace qontroller::ui {

namespace {

constexpr const char *SessionsKey = "sessions";
constexpr qsizetype MostSessions = 5;
constexpr std::chrono::seconds LookAtHostsAgain{3};

} // namespace

FirstDesk::FirstDesk(const Actions &actions, WindowSettings &settings, ApplicationPort &application,
                     FirstScreen &screen, SessionDesk &sessions, HelpDesk &help,
                     Noticeboard &notices)
    : m_actions(actions)
    , m_settings(settings)
    , m_application(application)
    , m_screen(screen)
    , m_help(help)
    , m_notices(notices)
{
    connect(&screen, &FirstScreen::stepAsked, this, &FirstDesk::follow);
    connect(&screen, &FirstScreen::hostAsked, this,
            [this](const QString &address) { m_notices.report(m_application.connectTo(address)); });
    connect(&screen, &FirstScreen::sessionAsked, &sessions, &SessionDesk::openFile);
    connect(&m_timer, &QTimer::timeout, this, &FirstDesk::look);
    m_timer.start(LookAtHostsAgain);
    QTimer::singleShot(0, this, &FirstDesk::look);
}

void FirstDesk::follow(FirstScreen::Step step)
{
    switch (step) {
    case FirstScreen::Step::LoadPlugin: return m_actions.loadPlugin->trigger();
    case FirstScreen::Step::OpenSession: return m_actions.openSession->trigger();
    case FirstScreen::Step::Demonstration:
        return m_notices.report(m_application.showDemonstration());
    case FirstScreen::Step::WriteYourOwn: return m_help.showPage(QStringLiteral("author"));
    }
}

void FirstDesk::noteSession()
{
    const QString file = m_application.sessionFile();
    if (file.isEmpty() || file == m_noted)
        return;
    m_noted = file;
    QStringList all = m_settings.value(SessionsKey).toStringList();
    all.removeAll(file);
    all.prepend(file);
    m_settings.setValue(SessionsKey, QStringList(all.mid(0, MostSessions)));
}

QStringList FirstDesk::sessions() const
{
    QStringList files = m_settings.value(SessionsKey).toStringList();
    files.removeIf([](const QString &file) { return !QFileInfo::exists(file); });
    return files;
}

// Hosts come and go while it is in sight.
void FirstDesk::look()
{
    if (!m_screen.isVisible())
        return;
    m_screen.setSessions(sessions());
    m_hosts = m_application.hostsHere();
    showHosts();
    for (const HostHere &host : std::as_const(m_hosts)) {
        const QString address = host.address;
        m_application.askHealth(address,
                                [this, address, desk = QPointer(this)](const HostHealth &health) {
                                    if (!desk)
                                        return;
                                    m_health[address] = health;
                                    showHosts();
                                });
    }
}

void FirstDesk::showHosts()
{
    std::vector<FirstScreen::Host> rows;
    for (const HostHere &host : std::as_const(m_hosts)) {
        FirstScreen::Host row{host.name, host.address};
        if (const auto found = m_health.find(host.address); found != m_health.end()) {
            const HostHealth &health = found->second;
            row.icon = keyOf(health.worst);
            row.severity = weightOf(health.worst);
            row.health = nameOf(health.worst) + QStringLiteral(", ")
                         + (health.whyUnknown.isEmpty()
                                ? tr("%n controller(s)", nullptr, health.controllers)
                                : health.whyUnknown);
        }
        rows.push_back(std::move(row));
    }
    m_screen.setHosts(rows);
}

} // namespace qontroller::ui
