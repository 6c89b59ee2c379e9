// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/noticeboard.h"

#include "ui/applicationport.h"
#include "ui/views/toasts.h"

namespace qontroller::ui {

Noticeboard::Noticeboard(MessageBar &messages, Toasts &toasts)
    : m_messages(messages)
    , m_toasts(toasts)
{
    connect(&messages, &MessageBar::visibleChanged, &messages, &QWidget::setVisible);
}

void Noticeboard::say(const QString &sentence, const QList<MessageAction> &buttons,
                      const QString &key)
{
    m_toasts.say(sentence, buttons, key);
}

void Noticeboard::withdraw(const QString &key)
{
    m_toasts.withdraw(key);
}

bool Noticeboard::says(const QString &key) const
{
    return m_toasts.has(key);
}

void Noticeboard::warn(MessageBar::Kind kind, const QString &sentence,
                       const QList<MessageAction> &buttons)
{
    m_messages.post({{}, kind, sentence, buttons});
}

void Noticeboard::report(const Result &result)
{
    if (result.sentence.isEmpty())
        return;
    if (result.isDone())
        say(result.sentence);
    else
        warn(MessageBar::Kind::Error, result.sentence);
}

} // namespace qontroller::ui
