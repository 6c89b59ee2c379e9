// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/overview/needrow.h"
#include "ui/overview/overview.h"
#include "ui/views/tabs.h"

#include <QtWidgets/QMenu>
#include <QtWidgets/QPushButton>

namespace qontroller::test {

/// What needs a person, as the Overview of \a window says it: `photos: 2 objects failed; why`.
inline QStringList needsOf(const QWidget &window)
{
    QStringList lines;
    for (const ui::Need &need : window.findChild<ui::Overview *>()->outlook().needs) {
        QString line = need.place + QStringLiteral(": ") + need.what;
        if (!need.why.isEmpty())
            line += QStringLiteral("; ") + need.why;
        lines += line;
    }
    return lines;
}

inline bool needs(const QWidget &window, const QString &part)
{
    return !needsOf(window).filter(part).isEmpty();
}

/// The row of what \a kind of thing is so at \a place, brought in sight; null: there is none. One
/// that is settled is not.
inline ui::NeedRow *needRow(const QWidget &window, const QString &place, AttentionKind kind)
{
    window.findChild<ui::Tabs *>()->setCurrentTab(ui::Tabs::Tab::Overview);
    for (auto *row : window.findChildren<ui::NeedRow *>()) {
        const ui::Need &need = row->need();
        if (!row->isHidden() && !row->isSettled() && need.place == place && need.key.kind == kind)
            return row;
    }
    return nullptr;
}

/// What can be asked for in \a row: its button, and what is behind "…".
inline QStringList offeredIn(const ui::NeedRow &row)
{
    QStringList texts{row.findChild<QPushButton *>("needVerb")->text()};
    for (const QAction *action : row.findChild<QMenu *>("needMenu")->actions())
        texts += action->text();
    return texts;
}

/// Presses what is called \a verb in \a row; false: nothing there is.
inline bool press(const ui::NeedRow &row, const QString &verb)
{
    auto *button = row.findChild<QPushButton *>("needVerb");
    if (button->text() == verb) {
        button->click();
        return true;
    }
    for (QAction *action : row.findChild<QMenu *>("needMenu")->actions()) {
        if (action->text() != verb)
            continue;
        action->trigger();
        return true;
    }
    return false;
}

} // namespace qontroller::test
