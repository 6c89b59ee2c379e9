// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/operationsmodel.h"

#include "ui/theme/stateicons.h"
#include "ui/words/format.h"
#include "ui/words/lifecyclewords.h"
#include "ui/words/naturalorder.h"

namespace qontroller::ui {

namespace {

QVariant tip(const OperationRow &row, int column)
{
    if (column != OperationsModel::WaitsFor || row.view.waiting.whom.empty())
        return {};
    return waitingText(row.view) + QLatin1Char('\n') + waitingDetails(row.view, row.view.now);
}

bool saysHowItIs(int column)
{
    return column == OperationsModel::State || column == OperationsModel::Since;
}

} // namespace

OperationsModel::OperationsModel(QObject *parent)
    : KeyedModel({{tr("State"), false, 148},
                  {tr("Member"), false, 88},
                  {tr("Host"), false, 112, false},
                  {tr("Since"), true, 88},
                  {tr("Waits for"), false, 176},
                  {tr("Remarks"), false, 112},
                  {tr("Operation"), false, 136},
                  {tr("Type"), false, 80},
                  {tr("Employers"), false, 136},
                  {tr("Kind"), false, 96, false}},
                 State, Qt::AscendingOrder, parent)
{}

void OperationsModel::show(OperationViews operations)
{
    m_all = std::move(operations);
    fill();
}

void OperationsModel::setFilter(const Filter &filter)
{
    m_filter = filter;
    fill();
}

void OperationsModel::fill()
{
    m_urgent = 0;
    std::vector<std::pair<OperationRef, OperationRow>> rows;
    for (const HostOperation &view : m_all) {
        if (!takes(view.host))
            continue;
        m_urgent += needsAPerson(view) ? 1 : 0;
        rows.emplace_back(OperationRef::of(view), OperationRow{view});
    }
    m_count = rows.size();
    update(std::move(rows));
}

void OperationsModel::setHosts(const HostLabels &hosts)
{
    if (m_hosts == hosts)
        return;
    m_hosts = hosts;
    fill();
}

const HostOperation *OperationsModel::find(const OperationRef &operation) const
{
    const auto found = std::ranges::find(m_all, operation, &OperationRef::of);
    return found == m_all.end() ? nullptr : &*found;
}

QString OperationsModel::text(const OperationRow &row, int column) const
{
    const HostOperation &view = row.view;
    switch (column) {
    case State: return stateText(view);
    case Member: return nameOf(view.employee);
    case Host: return m_hosts.of(view.host).name;
    case WaitsFor: return waitingText(view);
    case Since: return formatAge(view.now - view.waiting.since);
    case Remarks: return remarksOn(view.operation);
    case Operation: return toLine(view.operation.id);
    case Type: return toLine(view.operation.type);
    case Employers: return namesOf(view.employers).join(QStringLiteral(", "));
    case Kind: return toLine(view.employee.kind());
    default: return {};
    }
}

QVariant OperationsModel::cell(const OperationRow &row, int column, int role) const
{
    const HostLabels::Label host = m_hosts.of(row.view.host);
    const QColor &color = host.isStale ? Theme::current().dim
                                       : Theme::current().colorOf(severityOf(row.view));
    switch (role) {
    case Qt::DisplayRole: return text(row, column);
    case Qt::ToolTipRole: return tip(row, column);
    case Qt::DecorationRole:
        if (column == Host)
            return colourMark(host.colour, host.isStale);
        return column == State ? QVariant(symbol(stateKey(row.view), color)) : QVariant();
    case Qt::ForegroundRole:
        if (host.isStale)
            return color;
        return saysHowItIs(column) && needsAPerson(row.view) ? QVariant(color) : QVariant();
    default: return {};
    }
}

SortKey OperationsModel::sortKey(const OperationRow &row, int column) const
{
    const std::string member = naturalKey(row.view.employee.qualifiedName());
    switch (column) {
    case State: return {double(rankOf(row.view)), member};
    case Member: return {0, member};
    case Since: return {double((row.view.now - row.view.waiting.since).count()), member};
    case Operation: return {0, naturalKey(row.view.operation.id)};
    case Type: return {0, naturalKey(row.view.operation.type) + member};
    default: return {0, naturalKey(text(row, column).toStdString())};
    }
}

} // namespace qontroller::ui
