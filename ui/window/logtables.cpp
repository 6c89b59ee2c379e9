// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/logtables.h"

#include "ui/actions/operatorlog.h"
#include "ui/models/eventsmodel.h"
#include "ui/views/table.h"

#include <QtWidgets/QScrollBar>

namespace qontroller::ui {

namespace {

bool isAtEnd(const Table &table)
{
    return table.verticalScrollBar()->value() >= table.verticalScrollBar()->maximum();
}

} // namespace

LogTables::LogTables(const LiveState &state, EventsModel &eventsModel, Table &events,
                     OperatorLog &log, Table &operatorTable)
    : m_state(state)
    , m_eventsModel(eventsModel)
    , m_events(events)
    , m_operatorTable(operatorTable)
{
    setUpEvents();
    setUpLog(log);
    connect(&log, &OperatorLog::rowsInserted, &operatorTable, &QTableView::scrollToBottom);
}

void LogTables::setUpEvents()
{
    m_events.setRows(&m_eventsModel,
                     {{96, true}, {128, true}, {112, true}, {240, true}, {320, true}}, -1,
                     Qt::AscendingOrder, {EventsModel::Text});
    m_events.setEmptyText(tr("No events yet."),
                          tr("Errors, failed lists, commands and what came of them stand here."));
}

void LogTables::setUpLog(OperatorLog &log)
{
    m_operatorTable
        .setRows(&log,
                 {{144, true}, {96, true}, {240, true}, {160, true}, {112, true}, {200, true}}, -1,
                 Qt::AscendingOrder, {OperatorLog::What, OperatorLog::Outcome});
    m_operatorTable.setEmptyText(tr("Nothing has been steered yet."),
                                 tr("Every pause, requeue and discard is written down here."));
}

void LogTables::showEvents()
{
    if (m_events.isStill())
        return;
    const bool follow = isAtEnd(m_events);
    m_eventsModel.show(m_state);
    if (follow)
        m_events.scrollToBottom();
}

} // namespace qontroller::ui
