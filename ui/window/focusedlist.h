// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QMetaObject>
#include <QtCore/QObject>
#include <QtCore/QPointer>

class QAbstractItemView;
class QWidget;

namespace qontroller::ui {

class Actions;
class Noticeboard;
class Tabs;

/// Which list beside the tabs has the keyboard: events, the operator log, a table of Details. Then
/// its rows are what is highlighted. So copying means them, and a key that would do something to
/// the rows selected in the tab in front does nothing, and says so. Details are about those rows:
/// the keys go on to act on them from there.
class FocusedList final : public QObject
{
    Q_OBJECT

public:
    FocusedList(QWidget &window, const Actions &actions, const Tabs &tabs, const QWidget &details,
                Noticeboard &notices);

    /// Null: none, or one in the tabs, or one in which nothing can be selected.
    [[nodiscard]] QAbstractItemView *list() const { return m_list; }
    [[nodiscard]] bool hasSelection() const;
    /// Its selected rows as tab-separated text.
    [[nodiscard]] QString selectedAsText() const;

signals:
    /// Another list has the keyboard, or other rows of it are selected.
    void changed();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void follow(QWidget *focus);

    QWidget &m_window;
    const Tabs &m_tabs;
    const QWidget &m_details;
    Noticeboard &m_notices;
    QPointer<QAbstractItemView> m_list;
    QMetaObject::Connection m_selection; ///< of the list
};

} // namespace qontroller::ui
