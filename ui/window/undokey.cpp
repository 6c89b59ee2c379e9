// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/undokey.h"

#include "ui/actions/commander.h"

#include <QtGui/QKeyEvent>
#include <QtWidgets/QApplication>
#include <QtWidgets/QLineEdit>

namespace qontroller::ui {

UndoKey::UndoKey(QWidget &window, const Commander &commander, const CommandNotice &notice)
    : m_window(window)
    , m_notice(notice)
{
    connect(qApp, &QApplication::focusChanged, this, &UndoKey::follow);
    connect(&commander, &Commander::done, this,
            [this](const QString &, int undo) { m_isEdited = m_isEdited && undo == 0; });
}

void UndoKey::follow(QWidget *before, QWidget *focus)
{
    if (before)
        before->removeEventFilter(this);
    disconnect(m_edits);
    m_isEdited = false;
    if (!focus || focus->window() != &m_window)
        return;
    focus->installEventFilter(this);
    if (const auto *line = qobject_cast<const QLineEdit *>(focus))
        m_edits = connect(line, &QLineEdit::textEdited, this, [this] { m_isEdited = true; });
}

// A field that takes the key for itself says so when it is asked. Who takes back all that was typed
// presses once too often.
bool UndoKey::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() != QEvent::ShortcutOverride
        || !static_cast<QKeyEvent *>(event)->matches(QKeySequence::Undo) || isOfText())
        return QObject::eventFilter(watched, event);
    event->ignore();
    return true;
}

} // namespace qontroller::ui
