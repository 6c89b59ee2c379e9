// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>

#include "ui/views/messagebar.h"

namespace qontroller::ui {

class Toasts;
struct Result;

/// Where the window says something to its operator: as a toast that goes by itself, or as a
/// message that stays.
class Noticeboard final : public QObject
{
    Q_OBJECT

public:
    /// Both outlive it.
    Noticeboard(MessageBar &messages, Toasts &toasts);

    /// What is only said: it goes by itself. \a key names it for withdraw(); it may be empty.
    void say(const QString &sentence, const QList<MessageAction> &buttons = {},
             const QString &key = {});
    /// Takes back what was said with \a key.
    void withdraw(const QString &key);
    /// What was said with \a key has not gone yet.
    [[nodiscard]] bool says(const QString &key) const;
    /// What went wrong stays until the operator closes it.
    void warn(MessageBar::Kind kind, const QString &sentence,
              const QList<MessageAction> &buttons = {});
    /// Says what was done, warns of what failed; a result without a sentence is left out.
    void report(const Result &result);

private:
    MessageBar &m_messages;
    Toasts &m_toasts;
};

} // namespace qontroller::ui
