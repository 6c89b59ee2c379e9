// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QPersistentModelIndex>
#include <QtWidgets/QTableView>

#include "ui/models/orderedmodel.h"
#include "ui/views/columnwidths.h"
#include "ui/widgets/emptytext.h"
#include "ui/widgets/handwatch.h"

#include <vector>

namespace qontroller::ui {

/// A table as all of ours look and behave: whole rows of 24 px, columns to choose,
/// drag and remember, and a text instead of nothing.
///
/// When rows change places, what the operator looks at stays where it is: the first two
/// neighbours in sight that still are, or most rows if all go far together; at the very top the
/// top. A frame on a row that leaves goes with it.
class Table final : public QTableView
{
    Q_OBJECT

public:
    static constexpr int RowHeight = 24;

    using ColumnDefault = ui::ColumnDefault;

    /// \a name is the object name, \a title what a screen reader says.
    Table(const QString &name, const QString &title, QWidget *parent = nullptr);

    /// \a filling columns share the room that is free.
    void setRows(QAbstractItemModel *model, const QList<ColumnDefault> &columns, int sortColumn,
                 Qt::SortOrder order, const QList<int> &filling);
    /// \a column says what each row is: it stays in sight when the others are scrolled.
    void pin(int column);
    /// Whether it is drawn elsewhere than the columns beside it would have it.
    [[nodiscard]] bool isPinned() const { return !pinnedArea().isEmpty(); }
    /// \a column is among those that are shown at first. Puts all columns back to how they were.
    void showAtFirst(int column);
    /// Widths, order, choice and sorting of the columns, as at first.
    void resetColumns();
    [[nodiscard]] QByteArray saveColumns() const { return m_widths->save(); }
    void restoreColumns(const QByteArray &state);

    /// Shown while there are no rows: why, and what next.
    void setEmptyText(const QString &why, const QString &next) { m_emptyText.set(why, next); }
    [[nodiscard]] QString emptyText() const { return m_emptyText.text(); }

    /// Rows that are selected, from top to bottom.
    [[nodiscard]] QList<int> selectedRowNumbers() const;
    [[nodiscard]] int selectedCount() const;
    /// One of them.
    [[nodiscard]] bool isSelectionInSight() const;
    /// The selected rows as tab-separated text with the visible columns.
    [[nodiscard]] QString selectedAsText() const;
    [[nodiscard]] QString selectedAsJson() const;

    /// Puts the frame of the keyboard on \a row, selects nothing and scrolls nowhere.
    void setFrame(int row);

    /// A menu is over the rows: they stay in place until it closes.
    void setMenuOpen(bool open);
    /// In the place where the pinned column is drawn, that one.
    [[nodiscard]] QModelIndex indexAt(const QPoint &position) const override;
    [[nodiscard]] bool isStill() const { return m_hand.isThere() || m_menuOpen; }

signals:
    /// The pointer is at work over the rows, or a menu is open: leave them in place.
    void stillWanted(bool still);
    void menuRequested(const QPoint &globalPosition);
    void selectionMoved();

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void scrollContentsBy(int dx, int dy) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void selectionChanged(const QItemSelection &selected,
                          const QItemSelection &deselected) override;
    void currentChanged(const QModelIndex &current, const QModelIndex &previous) override;
    QModelIndex moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers) override;

private:
    class PinnedTitle;

    /// Where in the viewport the pinned column is drawn; empty: it is in sight at its own place.
    [[nodiscard]] QRect pinnedArea() const;
    void paintPinned();
    void placeTitle();
    void chooseColumns(const QPoint &position);
    void follow(OrderedModel *model) const;
    void rememberPlace();
    void restorePlace();
    [[nodiscard]] int rowsMovedInSight() const;
    [[nodiscard]] QList<int> visibleColumns() const;

    int m_pinned = -1;
    PinnedTitle *m_title = nullptr; ///< of the pinned column, over the header
    ColumnWidths *m_widths = nullptr;
    int m_sortColumn = 0;
    Qt::SortOrder m_sortOrder = Qt::AscendingOrder;
    EmptyText m_emptyText;
    QPersistentModelIndex m_framed;               ///< where the frame was before rows moved
    std::vector<QPersistentModelIndex> m_inSight; ///< from top to bottom, before rows moved
    int m_top = 0;                                ///< the row of the first of them
    int m_frameWas = -1; ///< the row that had the frame last; the keyboard goes on there
    bool m_menuOpen = false;
    HandWatch m_hand; ///< over the rows
};

} // namespace qontroller::ui
