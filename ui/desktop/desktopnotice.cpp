// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/desktop/desktopnotice.h"

#include <QtDBus/QDBusConnection>
#include <QtDBus/QDBusMessage>
#include <QtDBus/QDBusPendingCallWatcher>
#include <QtDBus/QDBusPendingReply>

#include <utility>

namespace qontroller::ui {

namespace {

const QString Service = QStringLiteral("org.freedesktop.Notifications");
const QString Path = QStringLiteral("/org/freedesktop/Notifications");

QDBusMessage callOf(const QString &method)
{
    return QDBusMessage::createMethodCall(Service, Path, Service, method);
}

} // namespace

DesktopNotice::DesktopNotice(QObject *parent)
    : QObject(parent)
{}

void DesktopNotice::listen()
{
    if (std::exchange(m_listens, true))
        return;
    QDBusConnection bus = QDBusConnection::sessionBus();
    bus.connect(Service, Path, Service, QStringLiteral("ActionInvoked"), this,
                SLOT(take(uint, QString)));
    bus.connect(Service, Path, Service, QStringLiteral("NotificationClosed"), this,
                SLOT(takeEnd(uint, uint)));
}

// What has just been sent would stay there for ever: its number is waited for, with which it is
// closed when the call ends, here or in between.
DesktopNotice::~DesktopNotice()
{
    close();
    if (m_sent)
        m_sent->waitForFinished();
    if (m_sent) {
        takeNumber();
        close();
    }
}

void DesktopNotice::show(const Message &message)
{
    listen();
    m_isShown = true;
    if (m_sent)
        m_next = message;
    else
        send(message);
}

// The text may have marks of HTML, which a server that shows none takes away: so it gets none.
void DesktopNotice::send(const Message &message)
{
    QStringList buttons;
    for (const Button &each : message.buttons)
        buttons << each.key << each.text;
    const uchar urgency = message.isCritical ? 2 : 1;
    constexpr int AsTheServerLikes = -1;
    QDBusMessage call = callOf(QStringLiteral("Notify"));
    call << QStringLiteral("Qontroller") << m_id << QStringLiteral("qontroller") << message.title
         << message.text.toHtmlEscaped() << buttons
         << QVariantMap{{QStringLiteral("urgency"), QVariant::fromValue(urgency)},
                        {QStringLiteral("desktop-entry"), QStringLiteral("qontroller")}}
         << AsTheServerLikes;
    constexpr int LongestAnswer = 5000; // milliseconds
    m_sent = new QDBusPendingCallWatcher(QDBusConnection::sessionBus().asyncCall(call,
                                                                                 LongestAnswer),
                                         this);
    connect(m_sent, &QDBusPendingCallWatcher::finished, this, [this] {
        takeNumber();
        if (const auto next = std::exchange(m_next, std::nullopt))
            send(*next);
        else if (!m_isShown)
            close();
    });
}

void DesktopNotice::takeNumber()
{
    QDBusPendingCallWatcher *const sent = std::exchange(m_sent, nullptr);
    sent->deleteLater();
    const QDBusPendingReply<uint> reply = *sent;
    if (reply.isValid())
        m_id = reply.value();
}

void DesktopNotice::close()
{
    m_isShown = false;
    m_next.reset();
    if (m_sent || m_id == 0)
        return;
    QDBusMessage call = callOf(QStringLiteral("CloseNotification"));
    call << std::exchange(m_id, 0);
    QDBusConnection::sessionBus().send(call);
}

void DesktopNotice::take(uint id, const QString &button)
{
    if (id == m_id && m_isShown)
        emit pressed(button);
}

void DesktopNotice::takeEnd(uint id, uint)
{
    if (id != m_id || m_sent)
        return;
    m_id = 0;
    if (std::exchange(m_isShown, false))
        emit closed();
}

} // namespace qontroller::ui
