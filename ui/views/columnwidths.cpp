// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/columnwidths.h"

#include "ui/widgets/columnfit.h"
#include "ui/widgets/rowdelegate.h"

#include <QtCore/QDataStream>
#include <QtCore/QScopedValueRollback>
#include <QtWidgets/QApplication>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QTableView>

#include <algorithm>

namespace qontroller::ui {

namespace {

using namespace std::chrono_literals;
constexpr auto Soon = 100ms;
constexpr auto WhenRowsChange = 1s;
constexpr int Little = 24;       // less than before
constexpr int Narrowest = 40;    // that says something
constexpr int LongestText = 256; // more is cut in any room

} // namespace

ColumnWidths::ColumnWidths(QTableView &table)
    : QObject(&table)
    , m_table(table)
{
    m_soon.setSingleShot(true);
    connect(&m_soon, &QTimer::timeout, this, &ColumnWidths::look);
    const QHeaderView *header = table.horizontalHeader();
    connect(header, &QHeaderView::sectionResized, this, &ColumnWidths::onResized);
    connect(header, &QHeaderView::sortIndicatorChanged, this, &ColumnWidths::lookSoon);
}

void ColumnWidths::set(const QList<ColumnDefault> &columns, const QList<int> &filling)
{
    m_defaults = columns;
    m_filling = filling;
    const auto later = [this] {
        if (!m_soon.isActive())
            m_soon.start(WhenRowsChange);
    };
    const QAbstractItemModel *model = m_table.model();
    connect(model, &QAbstractItemModel::dataChanged, this, later);
    connect(model, &QAbstractItemModel::layoutChanged, this, later);
    connect(model, &QAbstractItemModel::rowsInserted, this, later);
    connect(model, &QAbstractItemModel::rowsRemoved, this, later);
    connect(model, &QAbstractItemModel::modelReset, this, later);
}

void ColumnWidths::lookSoon()
{
    m_soon.start(Soon);
}

// Not while the operator drags something.
void ColumnWidths::look()
{
    if (!m_table.isVisible())
        return;
    if (QApplication::mouseButtons() != Qt::NoButton)
        return lookSoon();
    fit();
}

void ColumnWidths::reset()
{
    {
        const QScopedValueRollback arranging(m_isArranging, true);
        QHeaderView *header = m_table.horizontalHeader();
        for (int column = 0; column < m_defaults.size(); ++column) {
            header->moveSection(header->visualIndex(column), column);
            m_table.setColumnHidden(column, !m_defaults[column].shown);
            m_table.setColumnWidth(column, m_defaults[column].width);
        }
        header->setStretchLastSection(false);
    }
    m_dragged.clear();
    m_whole.clear();
    fit();
}

QByteArray ColumnWidths::save() const
{
    QByteArray state;
    QDataStream stream(&state, QIODevice::WriteOnly);
    const bool fills = std::ranges::none_of(m_filling, [this](int column) {
        return m_dragged.contains(column);
    });
    stream << m_table.horizontalHeader()->saveState() << fills << m_dragged;
    return state;
}

bool ColumnWidths::restore(const QByteArray &state)
{
    QByteArray columns;
    bool fills = true;
    QDataStream stream(state);
    stream >> columns >> fills;
    if (!restoreHeader(columns))
        return false;
    m_dragged.clear();
    if (stream.atEnd() && !fills) // an older window wrote no more
        m_dragged = {m_filling.begin(), m_filling.end()};
    else
        stream >> m_dragged;
    fit();
    return true;
}

bool ColumnWidths::restoreHeader(const QByteArray &state)
{
    const QScopedValueRollback arranging(m_isArranging, true);
    QHeaderView *header = m_table.horizontalHeader();
    const int count = header->count();
    const bool restored = !state.isEmpty() && header->restoreState(state)
                          && header->count() == count && header->hiddenSectionCount() < count;
    header->setSectionsMovable(true);
    header->setHighlightSections(false);
    return restored;
}

// One that is hidden or shown again was not dragged.
void ColumnWidths::onResized(int column, int before, int after)
{
    if (m_isArranging)
        return;
    if (after > 0 && before > 0)
        m_dragged += column;
    fit();
}

void ColumnWidths::fit()
{
    if (m_defaults.isEmpty())
        return;
    measure();
    QList<int> columns;
    std::vector<ColumnWish> wishes;
    int room = m_table.viewport()->width();
    for (int column = 0; column < m_defaults.size(); ++column) {
        if (m_table.columnWidth(column) == 0) // hidden, or about to be
            continue;
        if (m_dragged.contains(column)) {
            room -= m_table.columnWidth(column);
            continue;
        }
        const ColumnDefault &its = m_defaults[column];
        const int whole = std::max(m_whole[column], Narrowest);
        columns += column;
        wishes.push_back({.whole = whole,
                          .usual = its.width,
                          .least = its.least > 0       ? its.least
                                   : isNumeric(column) ? whole
                                                       : its.width / 2,
                          .takesRest = m_filling.contains(column)});
    }
    const QScopedValueRollback arranging(m_isArranging, true);
    const std::vector<int> widths = fittedWidths(wishes, room);
    for (int i = 0; i < columns.size(); ++i)
        m_table.setColumnWidth(columns[i], widths[std::size_t(i)]);
}

void ColumnWidths::measure()
{
    const int count = int(m_defaults.size());
    if (m_whole.size() != count)
        m_whole = QList<int>(count, 0);
    const int first = m_table.isVisible() ? m_table.rowAt(0) : -1;
    const int below = first < 0 ? -1 : m_table.rowAt(m_table.viewport()->height() - 1);
    const int last = first < 0 ? -2 : below < 0 ? m_table.model()->rowCount() - 1 : below;
    for (int column = 0; column < count; ++column) {
        if (m_table.isColumnHidden(column))
            continue;
        const int whole = wholeOf(column, first, last);
        if (whole > m_whole[column] || whole < m_whole[column] - Little)
            m_whole[column] = whole;
    }
}

int ColumnWidths::wholeOf(int column, int first, int last) const
{
    const QAbstractItemDelegate *own = m_table.itemDelegateForColumn(column);
    if (own && !qobject_cast<const RowDelegate *>(own))
        return m_defaults[column].width; // it paints no text
    const int margin = m_table.style()->pixelMetric(QStyle::PM_FocusFrameHMargin, nullptr, &m_table)
                       + 1;
    const QFontMetrics metrics = m_table.fontMetrics();
    int widest = 0;
    bool hasIcon = false;
    for (int row = first; row <= last; ++row) {
        const QModelIndex index = m_table.model()->index(row, column);
        const QString text = index.data().toString().left(LongestText);
        widest = std::max(widest, text.isEmpty() ? 0 : metrics.horizontalAdvance(text) + 1);
        hasIcon = hasIcon || !index.data(Qt::DecorationRole).isNull();
    }
    if (widest > 0 && isNumeric(column))
        widest += metrics.horizontalAdvance(RowDelegate::GapBehindNumbers.toString());
    if (hasIcon)
        widest += m_table.iconSize().width() + 2 * margin;
    return std::max(widest + 2 * margin, titleWidth(column));
}

int ColumnWidths::titleWidth(int column) const
{
    const QHeaderView &header = *m_table.horizontalHeader();
    const QStyle &style = *header.style();
    const int margin = style.pixelMetric(QStyle::PM_HeaderMargin, nullptr, &header);
    QString title = m_table.model()->headerData(column, Qt::Horizontal).toString();
    if (isNumeric(column))
        title += RowDelegate::GapBehindNumbers;
    const bool isSorted = header.isSortIndicatorShown() && header.sortIndicatorSection() == column;
    return header.fontMetrics().horizontalAdvance(title) + 1 + 2 * margin
           + (isSorted ? style.pixelMetric(QStyle::PM_HeaderMarkSize, nullptr, &header) + margin
                       : 0);
}

bool ColumnWidths::isNumeric(int column) const
{
    const QVariant side = m_table.model()->headerData(column, Qt::Horizontal,
                                                      Qt::TextAlignmentRole);
    return (side.toInt() & Qt::AlignRight) != 0;
}

} // namespace qontroller::ui
