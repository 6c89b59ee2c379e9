// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/alarmbell.h"

#include <QtCore/QEvent>
#include <QtGui/QAction>
#include <QtWidgets/QApplication>
#include <QtWidgets/QWidget>

#include <algorithm>
#include <iterator>

namespace qontroller::ui {

namespace {

constexpr std::size_t MostSaid = 5;
const QString Show = QStringLiteral("show");
const QString Acknowledge = QStringLiteral("acknowledge");

bool mayBeAcknowledged(const Need &need)
{
    return std::ranges::count(need.verbs, NeedVerb::Acknowledge) > 0;
}

} // namespace

AlarmBell::AlarmBell(QWidget &window, const QAction &wanted)
    : QObject(&window)
    , m_window(window)
    , m_wanted(wanted)
{
    window.installEventFilter(this);
    connect(&m_notice, &DesktopNotice::pressed, this, &AlarmBell::take);
}

void AlarmBell::follow(const std::vector<Need> &needs)
{
    std::vector<Need> ringing;
    std::ranges::copy_if(needs, std::back_inserter(ringing), &Need::isAlarm);
    std::set<NeedKey> keys;
    for (const Need &each : ringing)
        keys.insert(each.key);
    const bool isNew = !std::ranges::includes(m_known, keys);
    const bool isOther = keys != m_known;
    m_known = std::move(keys);
    if (m_window.isActiveWindow() || ringing.empty())
        return m_notice.close();
    if (isNew)
        QApplication::alert(&m_window);
    if (m_wanted.isChecked() && (isNew || (isOther && m_notice.isShown())))
        call(ringing);
}

void AlarmBell::call(const std::vector<Need> &ringing)
{
    m_said.assign(ringing.begin(),
                  ringing.begin() + std::ptrdiff_t(std::min(ringing.size(), MostSaid)));
    QStringList lines;
    for (const Need &each : m_said)
        lines += each.place + QStringLiteral(": ") + each.what;
    if (ringing.size() > MostSaid)
        lines += tr("%n more", nullptr, int(ringing.size() - MostSaid));
    DesktopNotice::Message message{.title = tr("%n alarm(s)", nullptr, int(ringing.size())),
                                   .text = lines.join(QLatin1Char('\n')),
                                   .buttons = {{QStringLiteral("default"), tr("Show")},
                                               {Show, tr("Show")}},
                                   .isCritical = ringing.front().severity
                                                 == qontroller::Severity::Fault};
    if (std::ranges::any_of(m_said, mayBeAcknowledged))
        message.buttons += {Acknowledge, tr("Acknowledge")};
    m_notice.show(message);
}

void AlarmBell::take(const QString &button)
{
    const std::vector<Need> said = m_said;
    m_notice.close();
    if (button != Acknowledge)
        emit shown(said.front());
    for (const Need &each : said) {
        if (button == Acknowledge && mayBeAcknowledged(each))
            emit acknowledged(each);
    }
}

// Who looks at the window needs no message.
bool AlarmBell::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::WindowActivate)
        m_notice.close();
    return QObject::eventFilter(watched, event);
}

} // namespace qontroller::ui
