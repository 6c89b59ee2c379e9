// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/table.h"

#include "ui/widgets/focusmark.h"
#include "ui/widgets/rowdelegate.h"

#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtGui/QContextMenuEvent>
#include <QtGui/QMouseEvent>
#include <QtGui/QPainter>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QMenu>
#include <QtWidgets/QScrollBar>
#include <QtWidgets/QStyleOptionHeader>

#include <algorithm>
#include <cstdlib>

namespace qontroller::ui {

namespace {

/// Titles have the gap behind numbers that cells have.
class Titles final : public QHeaderView
{
public:
    explicit Titles(QWidget *parent)
        : QHeaderView(Qt::Horizontal, parent)
    {
        setSectionsClickable(true);
    }

protected:
    void initStyleOptionForIndex(QStyleOptionHeader *option, int section) const override
    {
        QHeaderView::initStyleOptionForIndex(option, section);
        if (option->textAlignment.testFlag(Qt::AlignRight))
            option->text += RowDelegate::GapBehindNumbers;
    }
};

} // namespace

/// The title of the pinned column, while it is drawn beside its place. Its click sorts as that of
/// the header does.
class Table::PinnedTitle final : public QWidget
{
public:
    explicit PinnedTitle(Table &table)
        : QWidget(table.horizontalHeader())
        , m_table(table)
    {
        hide();
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        const QHeaderView &header = *m_table.horizontalHeader();
        QStyleOptionHeader option;
        option.initFrom(this);
        option.state |= QStyle::State_Raised | QStyle::State_Horizontal;
        option.orientation = Qt::Horizontal;
        option.section = m_table.m_pinned;
        option.text = m_table.model()->headerData(m_table.m_pinned, Qt::Horizontal).toString();
        option.textAlignment = Qt::AlignLeft | Qt::AlignVCenter;
        if (header.sortIndicatorSection() == m_table.m_pinned)
            option.sortIndicator = header.sortIndicatorOrder() == Qt::AscendingOrder
                                       ? QStyleOptionHeader::SortDown
                                       : QStyleOptionHeader::SortUp;
        QPainter painter(this);
        style()->drawControl(QStyle::CE_Header, &option, &painter, this);
    }

    void mousePressEvent(QMouseEvent *event) override { event->accept(); }

    void mouseReleaseEvent(QMouseEvent *) override
    {
        const QHeaderView &header = *m_table.horizontalHeader();
        const bool isAscending = header.sortIndicatorSection() == m_table.m_pinned
                                 && header.sortIndicatorOrder() == Qt::AscendingOrder;
        m_table.sortByColumn(m_table.m_pinned,
                             isAscending ? Qt::DescendingOrder : Qt::AscendingOrder);
    }

private:
    Table &m_table;
};

Table::Table(const QString &name, const QString &title, QWidget *parent)
    : QTableView(parent)
    , m_emptyText(*this)
    , m_hand(*viewport(), HandWatch::Short)
{
    setHorizontalHeader(new Titles(this));
    m_widths = new ColumnWidths(*this);
    setObjectName(name);
    setAccessibleName(title);
    setSelectionBehavior(SelectRows);
    setSelectionMode(ExtendedSelection);
    setEditTriggers(NoEditTriggers);
    setAlternatingRowColors(true);
    setShowGrid(false);
    setWordWrap(false);
    setTabKeyNavigation(false);
    setFrameShape(NoFrame);
    setCornerButtonEnabled(false);
    setIconSize({16, 16});
    setItemDelegate(new RowDelegate(this));
    setMouseTracking(true);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setMinimumSectionSize(RowHeight);
    verticalHeader()->setDefaultSectionSize(RowHeight);
    horizontalHeader()->setSectionsMovable(true);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setFixedHeight(RowHeight + 4);
    horizontalHeader()->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(horizontalHeader(), &QWidget::customContextMenuRequested, this, &Table::chooseColumns);
    connect(&m_hand, &HandWatch::changed, this, [this](bool isThere) {
        if (!m_menuOpen)
            emit stillWanted(isThere);
    });
}

void Table::setRows(QAbstractItemModel *model, const QList<ColumnDefault> &columns, int sortColumn,
                    Qt::SortOrder order, const QList<int> &filling)
{
    setModel(model);
    m_widths->set(columns, filling);
    m_sortColumn = sortColumn;
    m_sortOrder = order;
    resetColumns();
    if (sortColumn >= 0)
        setSortingEnabled(true);
    if (auto *ordered = qobject_cast<OrderedModel *>(model))
        follow(ordered);
    m_emptyText.follow(*model);
}

void Table::pin(int column)
{
    m_pinned = column;
    m_title = new PinnedTitle(*this);
    connect(horizontalHeader(), &QHeaderView::sectionMoved, this, &Table::placeTitle);
    connect(horizontalHeader(), &QHeaderView::sectionResized, this, &Table::placeTitle);
    connect(horizontalHeader(), &QHeaderView::sortIndicatorChanged, m_title,
            qOverload<>(&QWidget::update));
}

QRect Table::pinnedArea() const
{
    if (m_pinned < 0 || !model() || isColumnHidden(m_pinned))
        return {};
    const int left = columnViewportPosition(m_pinned);
    const int width = columnWidth(m_pinned);
    const int room = viewport()->width();
    if (left < 0 && !isRightToLeft())
        return {0, 0, width, viewport()->height()};
    if (left + width > room && isRightToLeft())
        return {room - width, 0, width, viewport()->height()};
    return {};
}

QModelIndex Table::indexAt(const QPoint &position) const
{
    const QModelIndex index = QTableView::indexAt(position);
    return index.isValid() && pinnedArea().contains(position) ? index.siblingAtColumn(m_pinned)
                                                              : index;
}

// What is drawn twice does not move with the rest.
void Table::scrollContentsBy(int dx, int dy)
{
    QTableView::scrollContentsBy(dx, dy);
    if (dx != 0 && m_pinned >= 0)
        viewport()->update();
    if (dy != 0)
        m_widths->lookSoon();
    placeTitle();
}

void Table::placeTitle()
{
    if (!m_title)
        return;
    const QRect area = pinnedArea();
    m_title->setGeometry(area.left(), 0, area.width(), horizontalHeader()->height());
    m_title->setVisible(!area.isEmpty());
    m_title->update();
}

// Over the columns that are scrolled below it.
void Table::paintPinned()
{
    const QRect area = pinnedArea();
    if (area.isEmpty())
        return;
    QPainter painter(viewport());
    painter.fillRect(area, palette().base());
    QStyleOptionViewItem option;
    initViewItemOption(&option);
    const int first = rowAt(0);
    for (int row = first; row >= 0 && row < model()->rowCount(); ++row) {
        const int top = rowViewportPosition(row);
        if (top >= area.height())
            break;
        const QModelIndex index = model()->index(row, m_pinned);
        QStyleOptionViewItem cell = option;
        cell.rect = QRect(area.left(), top, area.width(), rowHeight(row));
        cell.features.setFlag(QStyleOptionViewItem::Alternate, row % 2 == 1);
        cell.state.setFlag(QStyle::State_Selected, selectionModel()->isSelected(index));
        style()->drawPrimitive(QStyle::PE_PanelItemViewRow, &cell, &painter, this);
        itemDelegateForIndex(index)->paint(&painter, cell, index);
    }
    painter.setPen(palette().color(QPalette::Mid));
    const int edge = isRightToLeft() ? area.left() : area.right();
    painter.drawLine(edge, 0, edge, area.height());
}

void Table::showAtFirst(int column)
{
    m_widths->showAtFirst(column);
    resetColumns();
}

void Table::resetColumns()
{
    m_widths->reset();
    if (m_sortColumn >= 0)
        horizontalHeader()->setSortIndicator(m_sortColumn, m_sortOrder);
}

void Table::restoreColumns(const QByteArray &state)
{
    if (!m_widths->restore(state))
        resetColumns();
}

void Table::resizeEvent(QResizeEvent *event)
{
    QTableView::resizeEvent(event);
    m_widths->fit();
    placeTitle();
}

void Table::showEvent(QShowEvent *event)
{
    QTableView::showEvent(event);
    m_widths->fit();
}

void Table::follow(OrderedModel *model) const
{
    connect(model, &OrderedModel::aboutToReorder, this, &Table::rememberPlace);
    connect(model, &OrderedModel::reordered, this, &Table::restorePlace);
}

// Qt moves the frame of a row that goes to another one, and scrolls there.
void Table::rememberPlace()
{
    setAutoScroll(false);
    m_framed = currentIndex();
    if (m_framed.isValid())
        m_frameWas = m_framed.row();
    m_top = verticalScrollBar()->value();
    const int end = std::min(model()->rowCount(), m_top + viewport()->height() / RowHeight);
    m_inSight.clear();
    for (int row = m_top; row < end; ++row)
        m_inSight.emplace_back(model()->index(row, 0));
}

void Table::restorePlace()
{
    if (!m_framed.isValid())
        selectionModel()->clearCurrentIndex();
    executeDelayedItemsLayout(); // the scroll bar's range must know the new rows
    verticalScrollBar()->setValue(m_top == 0 ? 0 : m_top + rowsMovedInSight());
    m_inSight.clear();
    setAutoScroll(true);
}

// As the first two neighbours that still are: a row that changes its place takes nothing with
// it. Else, if most rows went far together, as the first of them.
int Table::rowsMovedInSight() const
{
    const int page = int(m_inSight.size());
    std::vector<int> moves;
    for (int i = 0; i < page; ++i) {
        if (const auto &index = m_inSight[std::size_t(i)]; index.isValid())
            moves.push_back(index.row() - (m_top + i));
    }
    const auto stayed = std::ranges::adjacent_find(moves, [page](int one, int next) {
        return one == next && std::abs(one) <= page;
    });
    if (stayed != moves.end() || moves.empty())
        return moves.empty() ? 0 : *stayed;
    std::vector<int> sorted = moves;
    const auto middle = sorted.begin() + std::ssize(sorted) / 2;
    std::ranges::nth_element(sorted, middle);
    const auto goesAlong = [=](int move) { return std::abs(move - *middle) <= page; };
    return 2 * std::ranges::count_if(moves, goesAlong) > page
               ? *std::ranges::find_if(moves, goesAlong)
               : 0;
}

void Table::setFrame(int row)
{
    setAutoScroll(false);
    selectionModel()->setCurrentIndex(model()->index(row, 0), QItemSelectionModel::NoUpdate);
    setAutoScroll(true);
}

QModelIndex Table::moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers)
{
    const int last = model() ? model()->rowCount() - 1 : -1;
    if (currentIndex().isValid() || last < 0 || m_frameWas < 0)
        return QTableView::moveCursor(action, modifiers);
    return model()->index(std::min(m_frameWas, last), horizontalHeader()->logicalIndex(0));
}

QList<int> Table::selectedRowNumbers() const
{
    QList<int> rows;
    if (!selectionModel())
        return rows;
    for (const QItemSelectionRange &range : selectionModel()->selection()) {
        for (int row = range.top(); row <= range.bottom(); ++row)
            rows += row;
    }
    std::sort(rows.begin(), rows.end());
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    return rows;
}

int Table::selectedCount() const
{
    int count = 0;
    for (const QItemSelectionRange &range : selectionModel()->selection())
        count += range.height();
    return count;
}

bool Table::isSelectionInSight() const
{
    const int first = rowAt(0);
    const int below = rowAt(viewport()->height() - 1);
    const int last = below < 0 ? model()->rowCount() - 1 : below;
    const QItemSelection &all = selectionModel()->selection();
    return first >= 0 && std::ranges::any_of(all, [=](const QItemSelectionRange &range) {
               return range.top() <= last && range.bottom() >= first;
           });
}

QList<int> Table::visibleColumns() const
{
    QList<int> columns;
    for (int visual = 0; visual < horizontalHeader()->count(); ++visual) {
        const int column = horizontalHeader()->logicalIndex(visual);
        if (!isColumnHidden(column))
            columns += column;
    }
    return columns;
}

QString Table::selectedAsText() const
{
    const QList<int> columns = visibleColumns();
    QStringList lines;
    QStringList cells;
    for (const int column : columns)
        cells += model()->headerData(column, Qt::Horizontal).toString();
    lines += cells.join(QLatin1Char('\t'));
    for (const int row : selectedRowNumbers()) {
        cells.clear();
        for (const int column : columns)
            cells += model()->index(row, column).data().toString();
        lines += cells.join(QLatin1Char('\t'));
    }
    return lines.join(QLatin1Char('\n'));
}

QString Table::selectedAsJson() const
{
    QJsonArray array;
    const QList<int> columns = visibleColumns();
    for (const int row : selectedRowNumbers()) {
        QJsonObject object;
        for (const int column : columns)
            object.insert(model()->headerData(column, Qt::Horizontal).toString(),
                          model()->index(row, column).data().toString());
        array += object;
    }
    return QString::fromUtf8(QJsonDocument(array).toJson());
}

void Table::paintEvent(QPaintEvent *event)
{
    QTableView::paintEvent(event);
    paintPinned();
    m_emptyText.paint();
}

// The pointer leaves for the menu, which is no reason to let go.
void Table::setMenuOpen(bool open)
{
    const bool before = isStill();
    m_menuOpen = open;
    if (isStill() != before)
        emit stillWanted(isStill());
}

void Table::keyPressEvent(QKeyEvent *event)
{
    QTableView::keyPressEvent(event);
    selectFramed(*this, *event);
}

void Table::contextMenuEvent(QContextMenuEvent *event)
{
    QPoint position = event->globalPos();
    if (event->reason() == QContextMenuEvent::Keyboard && currentIndex().isValid())
        position = viewport()->mapToGlobal(visualRect(currentIndex()).bottomLeft());
    emit menuRequested(position);
    event->accept();
}

void Table::selectionChanged(const QItemSelection &selected, const QItemSelection &deselected)
{
    QTableView::selectionChanged(selected, deselected);
    emit selectionMoved();
}

void Table::currentChanged(const QModelIndex &current, const QModelIndex &previous)
{
    QTableView::currentChanged(current, previous);
    emit selectionMoved();
}

void Table::chooseColumns(const QPoint &position)
{
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (int column = 0; column < horizontalHeader()->count(); ++column) {
        QAction *action = menu->addAction(model()->headerData(column, Qt::Horizontal).toString());
        action->setCheckable(true);
        action->setChecked(!isColumnHidden(column));
        const bool isLast = horizontalHeader()->hiddenSectionCount()
                            == horizontalHeader()->count() - 1;
        action->setEnabled(!action->isChecked() || !isLast);
        connect(action, &QAction::toggled, this,
                [this, column](bool shown) { setColumnHidden(column, !shown); });
    }
    menu->addSeparator();
    connect(menu->addAction(tr("Reset Columns")), &QAction::triggered, this, &Table::resetColumns);
    menu->popup(horizontalHeader()->mapToGlobal(position));
}

} // namespace qontroller::ui
