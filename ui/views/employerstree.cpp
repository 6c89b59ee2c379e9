// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/employerstree.h"

#include "ui/views/table.h"
#include "ui/widgets/focusmark.h"
#include "ui/widgets/rowdelegate.h"

#include <QtGui/QContextMenuEvent>
#include <QtWidgets/QHeaderView>

#include <algorithm>
#include <array>
#include <map>

namespace qontroller::ui {

namespace {

constexpr std::array Widths{112, 112, 80, 88};
static_assert(Widths.size() == EmployersModel::ColumnCount);

/// Gives rows the height of those of tables.
class TreeRows final : public RowDelegate
{
public:
    using RowDelegate::RowDelegate;

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option,
                                 const QModelIndex &index) const override
    {
        return {RowDelegate::sizeHint(option, index).width(), Table::RowHeight};
    }
};

} // namespace

EmployersTree::EmployersTree(QWidget *parent)
    : QTreeView(parent)
    , m_model(new EmployersModel(this))
    , m_emptyText(*this)
    , m_hand(*viewport(), HandWatch::Short)
{
    setObjectName(QStringLiteral("employersTree"));
    setAccessibleName(tr("Employers and their members"));
    setModel(m_model);
    setItemDelegate(new TreeRows(this));
    setSelectionMode(ExtendedSelection);
    setUniformRowHeights(true);
    setAllColumnsShowFocus(true);
    setAlternatingRowColors(true);
    setFrameShape(NoFrame);
    setIconSize({16, 16});
    setIndentation(16);
    setMouseTracking(true);
    header()->setFixedHeight(Table::RowHeight + 4);
    header()->setHighlightSections(false);
    header()->setStretchLastSection(false);
    header()->setSectionsMovable(false);
    for (int column = 0; column < EmployersModel::ColumnCount; ++column)
        header()->resizeSection(column, Widths[std::size_t(column)]);
    markFocusOf(*this);
    connect(this, &QTreeView::expanded, this, &EmployersTree::opened);
    connect(m_model, &QAbstractItemModel::rowsInserted, this, &EmployersTree::spanHeadings);
    m_emptyText.follow(*m_model);
}

MemberRefs EmployersTree::selectedMembers() const
{
    MemberRefs members;
    std::map<std::pair<HostId, consist::EmployeeKey>, std::size_t> known;
    for (const QModelIndex &index : selectionModel()->selectedRows()) {
        const auto member = m_model->memberAt(index);
        if (!member)
            continue;
        const EmployerRef employer = m_model->employerAt(index);
        const auto [place, isNew] = known.try_emplace({employer.host, *member}, members.size());
        if (isNew)
            members.push_back({*member, {}, employer.host});
        members[place->second].employers.push_back(employer.name);
    }
    return members;
}

bool EmployersTree::isMemberSelected() const
{
    for (const QItemSelectionRange &range : selectionModel()->selection()) {
        for (int row = range.top(); row <= range.bottom(); ++row) {
            if (m_model->memberAt(m_model->index(row, 0, range.parent())))
                return true;
        }
    }
    return false;
}

std::set<HostId> EmployersTree::selectedHosts() const
{
    std::set<HostId> hosts;
    for (const QItemSelectionRange &range : selectionModel()->selection()) {
        const QModelIndex owner = range.parent();
        for (int row = range.top(); !owner.isValid() && row <= range.bottom(); ++row)
            hosts.insert(m_model->employerAt(m_model->index(row, 0)).host);
        if (owner.isValid())
            hosts.insert(m_model->employerAt(owner).host);
    }
    return hosts;
}

EmployerRefs EmployersTree::selectedAbsent() const
{
    std::set<EmployerRef> absent;
    for (const QModelIndex &index : selectionModel()->selectedRows()) {
        if (m_model->isAbsent(index))
            absent.insert(m_model->employerAt(index));
    }
    return {absent.begin(), absent.end()};
}

std::vector<consist::EmployerName> EmployersTree::openEmployers(HostId host) const
{
    std::set<int> rows;
    for (const QItemSelectionRange &range : selectionModel()->selection()) {
        const QModelIndex owner = range.parent();
        for (int row = range.top(); row <= range.bottom(); ++row)
            rows.insert(owner.isValid() ? owner.row() : row);
    }
    for (int row = 0; row < m_model->rowCount(); ++row) {
        if (isExpanded(m_model->index(row, 0)))
            rows.insert(row);
    }
    std::vector<std::pair<WallTime, int>> byAge;
    for (const int row : rows)
        byAge.emplace_back(m_model->loadedAt(m_model->index(row, 0)), row);
    std::ranges::sort(byAge);
    std::vector<consist::EmployerName> names;
    for (const auto &[loadedAt, row] : byAge) {
        const EmployerRef employer = m_model->employerAt(m_model->index(row, 0));
        if (employer.host == host)
            names.push_back(employer.name);
    }
    return names;
}

QString EmployersTree::selectedAsText() const
{
    QStringList lines;
    for (const QModelIndex &row : selectionModel()->selectedRows()) {
        QStringList cells;
        for (int column = 0; column < EmployersModel::ColumnCount; ++column)
            cells += row.siblingAtColumn(column).data().toString();
        lines += cells.join(QLatin1Char('\t'));
    }
    return lines.join(QLatin1Char('\n'));
}

void EmployersTree::showOnly(const std::function<bool(HostId)> &isShown)
{
    for (int row = 0; row < m_model->rowCount(); ++row) {
        const QModelIndex employer = m_model->index(row, 0);
        const bool isHidden = !isShown(m_model->employerAt(employer).host);
        if (isRowHidden(row, {}) == isHidden)
            continue;
        setRowHidden(row, {}, isHidden);
        QItemSelection gone(employer, employer);
        if (const int members = m_model->rowCount(employer); isHidden && members > 0)
            gone.select(m_model->index(0, 0, employer), m_model->index(members - 1, 0, employer));
        if (isHidden)
            selectionModel()->select(gone,
                                     QItemSelectionModel::Deselect | QItemSelectionModel::Rows);
    }
}

void EmployersTree::spanHeadings(const QModelIndex &parent, int first, int last)
{
    for (int row = first; row <= last; ++row) {
        if (m_model->isHeading(m_model->index(row, 0, parent)))
            setFirstColumnSpanned(row, parent, true);
    }
}

void EmployersTree::setMenuOpen(bool open)
{
    m_menuOpen = open;
}

// What a member's adapter says takes the room that is left.
void EmployersTree::fillRoom()
{
    const int free = viewport()->width() - header()->length()
                     + header()->sectionSize(EmployersModel::Status);
    header()->resizeSection(EmployersModel::Status, std::max(Widths[EmployersModel::Status], free));
}

void EmployersTree::resizeEvent(QResizeEvent *event)
{
    QTreeView::resizeEvent(event);
    fillRoom();
}

void EmployersTree::paintEvent(QPaintEvent *event)
{
    QTreeView::paintEvent(event);
    m_emptyText.paint();
}

void EmployersTree::keyPressEvent(QKeyEvent *event)
{
    QTreeView::keyPressEvent(event);
    selectFramed(*this, *event);
}

void EmployersTree::contextMenuEvent(QContextMenuEvent *event)
{
    QPoint position = event->globalPos();
    if (event->reason() == QContextMenuEvent::Keyboard && currentIndex().isValid())
        position = viewport()->mapToGlobal(visualRect(currentIndex()).bottomLeft());
    emit menuRequested(position);
    event->accept();
}

void EmployersTree::selectionChanged(const QItemSelection &selected,
                                     const QItemSelection &deselected)
{
    QTreeView::selectionChanged(selected, deselected);
    emit selectionMoved();
}

} // namespace qontroller::ui
