// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/focusedlist.h"

#include "ui/actions/actions.h"
#include "ui/views/table.h"
#include "ui/views/tabs.h"
#include "ui/window/noticeboard.h"

#include <QtCore/QEvent>
#include <QtGui/QAction>
#include <QtWidgets/QApplication>
#include <QtWidgets/QMenu>
#include <QtWidgets/QMenuBar>

#include <map>

namespace qontroller::ui {

namespace {

constexpr auto NoSelection = QAbstractItemView::NoSelection;

/// It has the focus only while something is chosen from it.
bool isOfMenus(const QWidget *widget)
{
    return qobject_cast<const QMenu *>(widget) || qobject_cast<const QMenuBar *>(widget);
}

QString textOf(const QModelIndexList &selected)
{
    std::map<std::pair<int, int>, QString> cells;
    for (const QModelIndex &index : selected)
        cells[{index.row(), index.column()}] = index.data().toString();
    QStringList lines;
    int last = -1;
    for (const auto &[place, text] : cells) {
        if (place.first == last)
            lines.back() += QLatin1Char('\t') + text;
        else
            lines += text;
        last = place.first;
    }
    return lines.join(QLatin1Char('\n'));
}

} // namespace

FocusedList::FocusedList(QWidget &window, const Actions &actions, const Tabs &tabs,
                         const QWidget &details, Noticeboard &notices)
    : m_window(window)
    , m_tabs(tabs)
    , m_details(details)
    , m_notices(notices)
{
    connect(qApp, &QApplication::focusChanged, this,
            [this](QWidget *, QWidget *focus) { follow(focus); });
    for (const Actions::ItemCommand &command : actions.itemCommands())
        command.action->installEventFilter(this);
    for (QAction *action : {actions.resync, actions.beginOperation})
        action->installEventFilter(this);
}

void FocusedList::follow(QWidget *focus)
{
    if (!focus || focus->window() != &m_window || isOfMenus(focus))
        return; // it comes back
    auto *list = qobject_cast<QAbstractItemView *>(focus);
    if (list && (m_tabs.isAncestorOf(list) || list->selectionMode() == NoSelection))
        list = nullptr;
    if (m_list == list)
        return;
    disconnect(m_selection);
    m_list = list;
    if (list && list->selectionModel())
        m_selection = connect(list->selectionModel(), &QItemSelectionModel::selectionChanged, this,
                              &FocusedList::changed);
    emit changed();
}

bool FocusedList::hasSelection() const
{
    return m_list && m_list->selectionModel() && m_list->selectionModel()->hasSelection();
}

QString FocusedList::selectedAsText() const
{
    if (!hasSelection())
        return {};
    const auto *table = qobject_cast<const Table *>(m_list.data());
    return table ? table->selectedAsText() : textOf(m_list->selectionModel()->selectedIndexes());
}

bool FocusedList::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() != QEvent::Shortcut || !m_list || m_details.isAncestorOf(m_list))
        return QObject::eventFilter(watched, event);
    const QString name = m_list->accessibleName();
    m_notices.say(tr("Nothing was done: this key is for what is selected in the tab %1, and the "
                     "keyboard is in the list %2.")
                      .arg(m_tabs.tabText(m_tabs.currentIndex()),
                           name.isEmpty() ? m_list->objectName() : name));
    return true;
}

} // namespace qontroller::ui
