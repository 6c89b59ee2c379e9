// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/operationsmodel.h"

#include "ui/theme/stateicons.h"
#include "ui/words/format.h"
#include "ui/words/lifecyclewords.h"
#include "ui/words/naturalorder.h"

namespace qontroller::ui {

namespace {

QString cellText(const OperationRow &row, int column)
{
    const consist::OperationView &view = row.view;
    switch (column) {
    case OperationsModel::State: return stateText(view);
    case OperationsModel::Member: return nameOf(view.employee);
    case OperationsModel::WaitsFor: return waitingText(view);
    case OperationsModel::Since: return formatAge(row.now - view.waiting.since);
    case OperationsModel::Remarks: return remarksOn(view.operation);
    case OperationsModel::Operation: return toLine(view.operation.id);
    case OperationsModel::Type: return toLine(view.operation.type);
    case OperationsModel::Employers: return namesOf(view.employers).join(QStringLiteral(", "));
    case OperationsModel::Kind: return toLine(view.employee.kind());
    default: return {};
    }
}

QVariant tip(const OperationRow &row, int column)
{
    if (column != OperationsModel::WaitsFor || row.view.waiting.whom.empty())
        return {};
    return waitingText(row.view) + QLatin1Char('\n') + waitingDetails(row.view, row.now);
}

bool saysHowItIs(int column)
{
    return column == OperationsModel::State || column == OperationsModel::Since;
}

} // namespace

OperationsModel::OperationsModel(QObject *parent)
    : KeyedModel({{tr("State"), false, 148},
                  {tr("Member"), false, 88},
                  {tr("Since"), true, 88},
                  {tr("Waits for"), false, 176},
                  {tr("Remarks"), false, 112},
                  {tr("Operation"), false, 136},
                  {tr("Type"), false, 80},
                  {tr("Employers"), false, 136},
                  {tr("Kind"), false, 96, false}},
                 State, Qt::AscendingOrder, parent)
{}

void OperationsModel::show(const LifecyclePicture &picture)
{
    m_count = picture.operations.size();
    m_urgent = 0;
    std::vector<std::pair<OperationRef, OperationRow>> rows;
    for (const consist::OperationView &view : picture.operations) {
        m_urgent += needsAPerson(view) ? 1 : 0;
        rows.emplace_back(OperationRef::of(view), OperationRow{view, picture.now});
    }
    update(std::move(rows));
}

const consist::OperationView *OperationsModel::find(const OperationRef &operation) const
{
    const int row = rowOfKey(operation);
    return row < 0 ? nullptr : &rowAt(row).view;
}

QVariant OperationsModel::cell(const OperationRow &row, int column, int role) const
{
    const QColor &color = Theme::current().colorOf(severityOf(row.view));
    switch (role) {
    case Qt::DisplayRole: return cellText(row, column);
    case Qt::ToolTipRole: return tip(row, column);
    case Qt::DecorationRole:
        return column == State ? QVariant(symbol(stateKey(row.view), color)) : QVariant();
    case Qt::ForegroundRole:
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
    case Since: return {double((row.now - row.view.waiting.since).count()), member};
    case Operation: return {0, naturalKey(row.view.operation.id)};
    case Type: return {0, naturalKey(row.view.operation.type) + member};
    default: return {0, naturalKey(cellText(row, column).toStdString())};
    }
}

} // namespace qontroller::ui
