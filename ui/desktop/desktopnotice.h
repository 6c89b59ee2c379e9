// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QList>
#include <QtCore/QObject>
#include <QtCore/QString>

#include <optional>

class QDBusPendingCallWatcher;

namespace qontroller::ui {

/// One message of this program on the desktop, as freedesktop.org's Desktop Notifications
/// Specification 1.2 has it; it replaces the one before it. Where nothing shows such messages,
/// it does nothing. GUI thread only.
class DesktopNotice final : public QObject
{
    Q_OBJECT

public:
    explicit DesktopNotice(QObject *parent = nullptr);
    /// Takes the message away.
    ~DesktopNotice() override;

    struct Button
    {
        QString key;
        QString text;
    };
    struct Message
    {
        QString title; ///< plain texts
        QString text;
        QList<Button> buttons;
        bool isCritical = false; ///< it stays until somebody closes it
    };
    void show(const Message &message);
    /// It is not true any more, or has been seen.
    void close();
    [[nodiscard]] bool isShown() const { return m_isShown; }

signals:
    /// \a button: the key of one; `default`: the message itself was clicked.
    void pressed(const QString &button);
    /// The person at the desktop, or the desktop, has closed it.
    void closed();

private slots: // for QDBusConnection::connect()
    void take(uint id, const QString &button);
    void takeEnd(uint id, uint reason);

private:
    void listen();
    void send(const Message &message);
    /// The call of send() has ended: takes the number that it gave.
    void takeNumber();

    bool m_listens = false; ///< to the bus; not before there is something to say
    bool m_isShown = false;
    QDBusPendingCallWatcher *m_sent = nullptr; ///< null: its number is known
    uint m_id = 0;         ///< 0: none was shown yet
    std::optional<Message> m_next; ///< to be sent when the number is known
};

} // namespace qontroller::ui
