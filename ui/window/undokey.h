// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/commandnotice.h"

#include <QtCore/QMetaObject>
#include <QtCore/QObject>

class QWidget;

namespace qontroller::ui {

class Commander;

/// Decides what the key of Undo means while text of the window is edited: the last thing that the
/// operator did. While the window offers to take an action back, that is the action, unless the
/// text was edited since, and then also when nothing is left of the edits.
class UndoKey final : public QObject
{
    Q_OBJECT

public:
    /// \a notice says whether an action can be taken back by a button in sight.
    UndoKey(QWidget &window, const Commander &commander, const CommandNotice &notice);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void follow(QWidget *before, QWidget *focus);
    [[nodiscard]] bool isOfText() const { return m_isEdited || !m_notice.offersUndo(); }

    QWidget &m_window;
    const CommandNotice &m_notice;
    QMetaObject::Connection m_edits; ///< of the text that has the focus
    bool m_isEdited = false;         ///< since the last action
};

} // namespace qontroller::ui
