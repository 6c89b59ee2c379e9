// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/windowtitle.h"

#include "ui/applicationport.h"
#include "ui/state/livestate.h"
#include "ui/theme/stateicons.h"
#include "ui/theme/theme.h"
#include "ui/words/format.h"
#include "ui/words/hostwords.h"

#include <QtCore/QFileInfo>
#include <QtGui/QPainter>
#include <QtGui/QPixmap>
#include <QtWidgets/QApplication>
#include <QtWidgets/QSystemTrayIcon>
#include <QtWidgets/QWidget>

#include <algorithm>

namespace qontroller::ui {

namespace {

/// \a icon with \a number in its corner, as far as there is room for that.
QIcon withNumber(const QIcon &icon, int number)
{
    constexpr int Side = 64;
    QPixmap picture = icon.pixmap(Side, Side);
    QPainter painter(&picture);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF disc(picture.width() * 0.4, 0, picture.width() * 0.6, picture.height() * 0.6);
    painter.setPen(Qt::NoPen);
    painter.setBrush(Theme::current().colorOf(Severity::Bad));
    painter.drawEllipse(disc);
    QFont font = painter.font();
    font.setBold(true);
    font.setPixelSize(int(disc.height() * 0.7));
    painter.setFont(font);
    painter.setPen(Theme::current().surface);
    painter.drawText(disc, Qt::AlignCenter,
                     number > 9 ? QStringLiteral("9+") : QString::number(number));
    return picture;
}

} // namespace

WindowTitle::WindowTitle(QWidget &window, WindowOptions options, const LiveState &state,
                         const ApplicationPort &application)
    : m_window(window)
    , m_options(std::move(options))
    , m_state(state)
    , m_application(application)
{
    if (!QSystemTrayIcon::isSystemTrayAvailable())
        return;
    m_tray = new QSystemTrayIcon(QApplication::windowIcon(), &window);
    connect(m_tray, &QSystemTrayIcon::activated, this, &WindowTitle::raiseWindow);
}

bool WindowTitle::areAllPaused() const
{
    const auto &controllers = m_state.controllers();
    return !controllers.empty()
           && std::all_of(controllers.begin(), controllers.end(), [](const auto &entry) {
                  return entry.second.state == ControllerState::Paused;
              });
}

bool WindowTitle::maySteerNone() const
{
    const HostBook &hosts = m_state.hosts();
    return !hosts.empty() && std::ranges::all_of(hosts, isViewedOnly);
}

QString WindowTitle::text(bool isPaused) const
{
    QStringList marks;
    if (m_urgent > 0)
        marks += QStringLiteral("(%1)").arg(formatCount(std::uint64_t(m_urgent)));
    if (isPaused)
        marks += tr("[PAUSED]");
    if (m_options.access == WindowOptions::Access::ReadOnly || maySteerNone())
        marks += tr("[READ ONLY]");
    if (m_options.mode == WindowOptions::Mode::Demo)
        marks += tr("[DEMO]");
    marks += namesGiven();
    marks += QStringLiteral("Qontroller");
    const QString title = marks.join(QLatin1Char(' '));
    const QString where = whereText();
    return where.isEmpty() ? title : title + QStringLiteral(" — ") + where;
}

// The names that an operator has given to hosts elsewhere, so that none is taken for another.
QStringList WindowTitle::namesGiven() const
{
    constexpr int Most = 3;
    QStringList names;
    for (const HostStatus &host : m_state.hosts()) {
        const QString mark = QStringLiteral("[%1]").arg(toLine(host.name));
        if (host.address.find(",name=") != std::string::npos && !names.contains(mark))
            names += mark;
    }
    return names.size() > Most ? QStringList{tr("[%n NAMES]", nullptr, int(names.size()))} : names;
}

QString WindowTitle::whereText() const
{
    const auto &hosts = m_state.hosts();
    if (m_options.mode != WindowOptions::Mode::Attached)
        return QFileInfo(m_application.sessionFile()).completeBaseName();
    const std::size_t stale = hosts.lost().size();
    const QString where = hosts.size() == 1 ? toLine(hosts.front().name)
                                            : tr("%n host(s)", nullptr, int(hosts.size()));
    return stale == 0 ? where : where + tr(" (%n not reached)", nullptr, int(stale));
}

void WindowTitle::show()
{
    const bool isPaused = areAllPaused();
    const QString title = text(isPaused);
    if (m_window.windowTitle() == title)
        return;
    m_window.setWindowTitle(title);
    showTray(isPaused);
}

void WindowTitle::showTray(bool isPaused)
{
    if (!m_tray)
        return;
    const QIcon icon = isPaused ? iconOf(ItemState::Paused) : QApplication::windowIcon();
    m_tray->setIcon(m_urgent > 0 ? withNumber(icon, m_urgent) : icon);
    m_tray->setToolTip(m_window.windowTitle());
    m_tray->show();
}

void WindowTitle::raiseWindow()
{
    m_window.showNormal();
    m_window.raise();
    m_window.activateWindow();
}

} // namespace qontroller::ui
