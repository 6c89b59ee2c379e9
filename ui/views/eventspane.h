// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtWidgets/QWidget>

#include "ui/words/eventgroup.h"

class QHBoxLayout;
class QLabel;
class QToolButton;

namespace qontroller::ui {

class Table;

/// The table of events, and what is chosen of them: above it are a button for each group, one for
/// what is selected elsewhere, and two with which a reader stops the rows and goes on.
///
/// Rows stay where they are while Hold is pressed or the end is out of sight.
class EventsPane final : public QWidget
{
    Q_OBJECT

public:
    explicit EventsPane(QWidget *parent = nullptr);

    [[nodiscard]] Table &table() const { return *m_table; }
    /// Those whose buttons are pressed; none: all are shown.
    [[nodiscard]] EventGroups groups() const;
    [[nodiscard]] bool isOnlySelected() const;
    /// New rows may come: the reader is at the end, and has not pressed Hold.
    [[nodiscard]] bool follows() const;
    /// How many rows wait to be shown, and whether Follow has something to do.
    void showWaiting(std::size_t count);

signals:
    /// Other groups are wanted, or what is selected alone, or no more.
    void choiceChanged();
    /// The end is wanted, with all that is new.
    void endWanted();

private:
    void addChoices(QHBoxLayout &bar);
    void addReading(QHBoxLayout &bar);
    void follow();

    Table *m_table;
    QList<QToolButton *> m_groups; ///< in their order
    QToolButton *m_selected = nullptr;
    QLabel *m_waiting = nullptr;
    QToolButton *m_hold = nullptr;
    QToolButton *m_follow = nullptr;
};

} // namespace qontroller::ui
