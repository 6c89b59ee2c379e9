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
    , m_stale(new QLabel(this))
    , m_splitter(new QSplitter(this))
    , m_operations(new Table(QStringLiteral("operationsTable"), tr("Operations"), m_splitter))
    , m_employers(new EmployersTree(m_splitter))
{
    setObjectName(QStringLiteral("board"));
    m_stale->setObjectName(QStringLiteral("boardStale"));
    m_stale->setMargin(4);
    m_stale->setWordWrap(true);
    setTextColor(*m_stale, Severity::Degraded);
    m_stale->hide();
    m_splitter->setObjectName(QStringLiteral("boardSplitter"));
    m_splitter->setChildrenCollapsible(false);
    m_splitter->setStretchFactor(0, 5);
    m_splitter->setStretchFactor(1, 4);
    for (QWidget *part :
         {static_cast<QWidget *>(m_operations), static_cast<QWidget *>(m_employers)})
        part->setMinimumWidth(160);
    m_operations->setRows(m_rows, columnsOf(*m_rows), OperationsModel::State, Qt::AscendingOrder,
                          {OperationsModel::WaitsFor});
    m_operations->pin(OperationsModel::Member);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(m_splitter, 1);
    layout->addWidget(m_stale); // below the rows, which it must not move
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

void Board::show(const OperationViews &operations, HostId host, const LifecyclePicture &picture)
{
    m_isAnswered = true;
    m_rows->show(operations);
    showEmployers(host, picture);
    updateEmptyTexts();
}

void Board::showEmployers(HostId host, const LifecyclePicture &picture)
{
    EmployersModel &model = m_employers->rows();
    model.setNow(picture.now, host);
    m_employers->viewport()->update(); // ages tick, in sight only
    if (!picture.employers)
        return;
    model.setStill(m_employers->isStill() && picture.hasControllers); // else its rows go at once
    const int before = model.rowCount();
    const bool wasEmpty = !m_shown[host] || m_shown[host]->empty();
    if (m_shown[host] != picture.employers && model.showEmployers(*picture.employers, host))
        m_shown[host] = picture.employers;
    for (const consist::EmployerView &view : picture.opened)
        model.showEmployer(view, picture.now, host);
    if (wasEmpty && model.rowCount() - before <= FewEmployers)
        expandThose(host);
    hideOthers();
}

void Board::setFilter(const Filter &filter)
{
    m_rows->setFilter(filter);
    hideOthers();
}

void Board::hideOthers()
{
    m_employers->showOnly([this](HostId host) { return m_rows->takes(host); });
}

void Board::expandThose(HostId host)
{
    const EmployersModel &model = m_employers->rows();
    for (int row = 0; row < model.rowCount(); ++row) {
        const QModelIndex employer = model.index(row, 0);
        if (model.employerAt(employer).host == host)
            m_employers->expand(employer);
    }
}

void Board::setHosts(const HostLabels &hosts)
{
    if (m_hosts == hosts)
        return;
    m_hosts = hosts;
    m_rows->setHosts(hosts);
    m_employers->rows().setHosts(hosts);
    hideOthers();
}

void Board::showStale(const QStringList &why)
{
    m_stale->setVisible(!why.isEmpty());
    m_stale->setText(why.join(QLatin1Char('\n')));
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
    std::set<std::pair<HostId, consist::EmployeeKey>> known;
    for (const HostOperation &view : selectedOperations()) {
        if (known.emplace(view.host, view.employee).second)
            members.push_back({view.employee, view.employers, view.host});
    }
    return members;
}

bool Board::isMemberSelected() const
{
    return m_operations->selectionModel()->hasSelection() || m_employers->isMemberSelected();
}

std::set<HostId> Board::selectedHosts() const
{
    if (!m_operations->selectionModel()->hasSelection())
        return m_employers->selectedHosts();
    std::set<HostId> hosts;
    for (const HostOperation &view : selectedOperations())
        hosts.insert(view.host);
    return hosts;
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

std::vector<consist::EmployerName> Board::wantedEmployers(HostId host) const
{
    std::vector<consist::EmployerName> names = m_employers->openEmployers(host);
    for (const HostOperation &view : selectedOperations()) {
        for (const consist::EmployerName &name : view.employers) {
            if (view.host == host && std::ranges::find(names, name) == names.end())
                names.push_back(name);
        }
    }
    return names;
}

std::vector<consist::EmployerView> Board::viewsOf(
    HostId host, const std::vector<consist::EmployerName> &names) const
{
    std::vector<consist::EmployerView> views;
    for (const consist::EmployerName &name : names) {
        if (const consist::EmployerView *view = m_employers->rows().viewOf({name, host}))
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
    QString first = isOperation ? detailsOfOperation() : detailsOfRow();
    const auto more = selection->selectedRows().size() - 1;
    if (more == 0)
        return first;
    return first + QStringLiteral("\n\n") + tr("%n more row(s) are selected.", nullptr, int(more));
}

QString Board::detailsOfOperation() const
{
    const HostOperation view = selectedOperations().front();
    return onHost(view.host, detailsOf(view, viewsOf(view.host, view.employers)));
}

QString Board::detailsOfRow() const
{
    const EmployersModel &model = m_employers->rows();
    const QModelIndex row = m_employers->selectionModel()->selectedRows().front();
    const EmployerRef employer = model.employerAt(row);
    if (const auto member = model.memberAt(row)) {
        std::vector<consist::OperationView> operations;
        std::vector<consist::EmployerName> names{employer.name};
        for (int i = 0; i < m_rows->rowCount(); ++i) {
            const HostOperation &view = m_rows->rowAt(i).view;
            if (view.host != employer.host || view.employee != *member)
                continue;
            operations.push_back(view);
            names = view.employers;
        }
        return onHost(employer.host, detailsOf(*member, viewsOf(employer.host, names), operations));
    }
    const consist::EmployerView *view = model.viewOf(employer);
    return onHost(employer.host, view ? detailsOf(*view) : nameOf(employer.name));
}

QString Board::onHost(HostId host, const QString &details) const
{
    const QString name = m_hosts.of(host).name;
    return name.isEmpty() ? details : tr("Host: %1").arg(name) + QStringLiteral("\n\n") + details;
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
    const HostOperation view = m_rows->rowAt(operation.row()).view;
    const EmployersModel &model = m_employers->rows();
    for (const consist::EmployerName &name : view.employers) {
        const QModelIndex employer = model.indexOf({name, view.host});
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
        const HostOperation &view = m_rows->rowAt(row).view;
        if (view.employee == *key && view.host == m_employers->rows().employerAt(member).host)
            return select(OperationRef::of(view));
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
