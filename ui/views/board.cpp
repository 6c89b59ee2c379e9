// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/board.h"

#include "ui/theme/theme.h"
#include "ui/views/table.h"
#include "ui/words/format.h"
#include "ui/words/lifecycledetails.h"
#include "ui/words/lifecyclewords.h"

#include <QtWidgets/QLabel>
#include <QtWidgets/QSplitter>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>
#include <set>

namespace qontroller::ui {

namespace {

constexpr int FewEmployers = 3; ///< so few are expanded at once

QList<Table::ColumnDefault> columnsOf(const OperationsModel &model)
{
    QList<Table::ColumnDefault> columns;
    for (const ColumnSpec &column : model.columns())
        columns += {column.width, column.shown};
    return columns;
}

} // namespace

Board::Board(QWidget *parent)
    : QWidget(parent)
    , m_rows(new OperationsModel(this))
    , m_owed(new QLabel(this))
    , m_splitter(new QSplitter(this))
    , m_operations(new Table(QStringLiteral("operationsTable"), tr("Operations"), m_splitter))
    , m_employers(new EmployersTree(m_splitter))
{
    setObjectName(QStringLiteral("board"));
    m_owed->setObjectName(QStringLiteral("boardOwed"));
    m_owed->setMargin(4);
    setTextColor(*m_owed, Severity::Degraded);
    m_owed->hide();
    m_splitter->setObjectName(QStringLiteral("boardSplitter"));
    m_splitter->setChildrenCollapsible(false);
    m_splitter->setStretchFactor(0, 5);
    m_splitter->setStretchFactor(1, 4);
    for (QWidget *part :
         {static_cast<QWidget *>(m_operations), static_cast<QWidget *>(m_employers)})
        part->setMinimumWidth(160);
    m_operations->setRows(m_rows, columnsOf(*m_rows), OperationsModel::State, Qt::AscendingOrder,
                          {OperationsModel::WaitsFor});
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(m_splitter, 1);
    layout->addWidget(m_owed); // below the rows, which it must not move
    setFocusProxy(m_operations);
    connect(m_operations, &Table::selectionMoved, this, [this] {
        if (m_operations->selectionModel()->hasSelection())
            m_employers->clearSelection();
        emit selectionMoved();
    });
    connect(m_employers, &EmployersTree::selectionMoved, this, [this] {
        if (m_employers->selectionModel()->hasSelection())
            m_operations->clearSelection();
        emit selectionMoved();
        emit opened();
    });
    connect(m_operations, &Table::activated, this, &Board::selectMemberOf);
    connect(m_employers, &QTreeView::activated, this, &Board::selectOperationOf);
    connect(m_operations, &Table::stillWanted, m_rows,
            [this](bool still) { m_rows->setStill(still); });
    connect(m_operations, &Table::menuRequested, this, &Board::menuRequested);
    connect(m_employers, &EmployersTree::menuRequested, this, &Board::menuRequested);
    connect(m_employers, &EmployersTree::opened, this, &Board::opened);
    updateEmptyTexts();
}

void Board::show(const LifecyclePicture &picture)
{
    m_isAnswered = true;
    m_rows->show(picture);
    showEmployers(picture);
    updateEmptyTexts();
}

void Board::showEmployers(const LifecyclePicture &picture)
{
    EmployersModel &model = m_employers->rows();
    model.setNow(picture.now);
    m_employers->viewport()->update(); // ages tick, in sight only
    if (!picture.employers)
        return;
    model.setStill(m_employers->isStill());
    const bool wasEmpty = model.rowCount() == 0;
    if (m_shown != picture.employers && model.showEmployers(*picture.employers))
        m_shown = picture.employers;
    for (const consist::EmployerView &view : picture.opened)
        model.showEmployer(view, picture.now);
    if (wasEmpty && model.rowCount() <= FewEmployers)
        m_employers->expandAll();
}

void Board::showOwed(const std::optional<Duration> &owed)
{
    m_owed->setVisible(owed.has_value());
    if (owed)
        m_owed->setText(tr("Stale · %1: what keeps the operations has not answered. What is shown "
                           "may be old.")
                            .arg(formatAge(*owed)));
}

void Board::updateEmptyTexts()
{
    if (!m_isAnswered) {
        const QString loading = tr("Loading…");
        m_operations->setEmptyText(loading, {});
        m_employers->setEmptyText(loading, {});
        return;
    }
    m_operations->setEmptyText(
        tr("No operation is under way."),
        tr("One is begun on members that are selected beside: Operations ▸ Begin Operation "
           "(Ctrl+B)."));
    m_employers->setEmptyText(tr("No employers yet."),
                              tr("They appear with the first pass of their controller."));
}

OperationViews Board::selectedOperations() const
{
    OperationViews views;
    for (const int row : m_operations->selectedRowNumbers())
        views.push_back(m_rows->rowAt(row).view);
    return views;
}

MemberRefs Board::selectedMembers() const
{
    if (!m_operations->selectionModel()->hasSelection())
        return m_employers->selectedMembers();
    MemberRefs members;
    std::set<consist::EmployeeKey> known;
    for (const consist::OperationView &view : selectedOperations()) {
        if (known.insert(view.employee).second)
            members.push_back({view.employee, view.employers});
    }
    return members;
}

bool Board::isMemberSelected() const
{
    return m_operations->selectionModel()->hasSelection() || m_employers->isMemberSelected();
}

bool Board::hasSelection() const
{
    return m_operations->selectionModel()->hasSelection()
           || m_employers->selectionModel()->hasSelection();
}

QString Board::selectedAsText() const
{
    return m_operations->selectionModel()->hasSelection() ? m_operations->selectedAsText()
                                                          : m_employers->selectedAsText();
}

std::vector<consist::EmployerName> Board::wantedEmployers() const
{
    std::vector<consist::EmployerName> names = m_employers->openEmployers();
    for (const consist::OperationView &view : selectedOperations()) {
        for (const consist::EmployerName &name : view.employers) {
            if (std::ranges::find(names, name) == names.end())
                names.push_back(name);
        }
    }
    return names;
}

std::vector<consist::EmployerView> Board::viewsOf(
    const std::vector<consist::EmployerName> &names) const
{
    std::vector<consist::EmployerView> views;
    for (const consist::EmployerName &name : names) {
        if (const consist::EmployerView *view = m_employers->rows().viewOf(name))
            views.push_back(*view);
    }
    return views;
}

QString Board::selectedDetails() const
{
    const bool isOperation = m_operations->selectionModel()->hasSelection();
    const auto *selection = isOperation ? m_operations->selectionModel()
                                        : m_employers->selectionModel();
    if (!selection->hasSelection())
        return {};
    const QString first = isOperation ? detailsOfOperation() : detailsOfRow();
    const auto more = selection->selectedRows().size() - 1;
    if (more == 0)
        return first;
    return first + QStringLiteral("\n\n") + tr("%n more row(s) are selected.", nullptr, int(more));
}

QString Board::detailsOfOperation() const
{
    const consist::OperationView view = selectedOperations().front();
    return detailsOf(view, viewsOf(view.employers));
}

QString Board::detailsOfRow() const
{
    const EmployersModel &model = m_employers->rows();
    const QModelIndex row = m_employers->selectionModel()->selectedRows().front();
    if (const auto member = model.memberAt(row)) {
        OperationViews operations;
        std::vector<consist::EmployerName> names{model.employerAt(row)};
        for (int i = 0; i < m_rows->rowCount(); ++i) {
            const consist::OperationView &view = m_rows->rowAt(i).view;
            if (view.employee != *member)
                continue;
            operations.push_back(view);
            names = view.employers;
        }
        return detailsOf(*member, viewsOf(names), operations);
    }
    const consist::EmployerView *employer = model.viewOf(model.employerAt(row));
    return employer ? detailsOf(*employer) : nameOf(model.employerAt(row));
}

void Board::select(const OperationRef &operation)
{
    const int row = m_rows->rowOfKey(operation);
    if (row < 0)
        return;
    m_operations->setCurrentIndex(m_rows->index(row, 0));
    m_operations->scrollTo(m_rows->index(row, 0));
    m_operations->setFocus();
}

// Members below an employer that was never open are not known: then it is opened alone.
void Board::selectMemberOf(const QModelIndex &operation)
{
    const consist::OperationView view = m_rows->rowAt(operation.row()).view;
    const EmployersModel &model = m_employers->rows();
    for (const consist::EmployerName &name : view.employers) {
        const QModelIndex employer = model.indexOf(name);
        if (!employer.isValid())
            continue;
        m_employers->expand(employer);
        for (int row = 0; row < model.rowCount(employer); ++row) {
            const QModelIndex member = model.index(row, 0, employer);
            if (model.memberAt(member) != view.employee)
                continue;
            m_employers->setCurrentIndex(member);
            m_employers->setFocus();
            return;
        }
    }
}

void Board::selectOperationOf(const QModelIndex &member)
{
    const auto key = m_employers->rows().memberAt(member);
    for (int row = 0; key && row < m_rows->rowCount(); ++row) {
        if (m_rows->rowAt(row).view.employee == *key)
            return select(OperationRef::of(m_rows->rowAt(row).view));
    }
}

QByteArray Board::saveBorder() const
{
    return m_splitter->saveState();
}

void Board::restoreBorder(const QByteArray &state)
{
    m_splitter->restoreState(state);
}

void Board::resetBorder()
{
    m_splitter->setSizes({5 * m_splitter->width(), 4 * m_splitter->width()});
}

void Board::setMenuOpen(bool open)
{
    m_operations->setMenuOpen(open);
    m_employers->setMenuOpen(open);
}

} // namespace qontroller::ui
