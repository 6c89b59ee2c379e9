// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/logs.h"

#include "ui/actions/operatorlogmodel.h"
#include "ui/models/eventsmodel.h"
#include "ui/models/rowfilter.h"
#include "ui/state/livestate.h"
#include "ui/views/table.h"
#include "ui/window/noticeboard.h"
#include "ui/words/format.h"
#include "ui/words/pausewords.h"

#include <QtWidgets/QScrollBar>

namespace qontroller::ui {

namespace {

bool isAtEnd(const Table &table)
{
    return table.verticalScrollBar()->value() >= table.verticalScrollBar()->maximum();
}

} // namespace

Logs::Logs(const LiveState &state, EventsModel &eventsModel, Table &events, OperatorLogModel &log,
           Table &operatorTable, Noticeboard &notices)
    : m_state(state)
    , m_eventsModel(eventsModel)
    , m_events(events)
    , m_log(log)
    , m_notices(notices)
{
    setUpEvents();
    setUpLog(operatorTable);
    connectLog();
}

void Logs::connectLog()
{
    connect(&m_state, &LiveState::eventLogged, this, &Logs::take);
    connect(&m_state, &LiveState::ticketEnded, &m_log,
            [this](ControllerId by, const EventRecord &end) { m_log.take(end, by.of); });
    connect(&m_log, &OperatorLogModel::failed, this,
            [this](const QString &sentence) { m_notices.warn(MessageBar::Kind::Error, sentence); });
    connect(&m_log, &OperatorLogModel::remarked, this,
            [this](const QString &remark) { m_notices.warn(MessageBar::Kind::Warning, remark); });
}

void Logs::setUpEvents()
{
    m_events.setRows(&m_eventsModel,
                     {{96, true}, {128, true}, {112, true}, {240, true}, {320, true}}, -1,
                     Qt::AscendingOrder, {EventsModel::Text});
    setEmptyText({});
}

void Logs::setEmptyText(const Filter &filter)
{
    if (filter.asksFor(fieldsOfEvents()))
        m_events.setEmptyText(tr("No event matches the filter."),
                              tr("Of its terms controller:, host:, id:, error: and words count "
                                 "here. Esc in the filter box shows all again."));
    else
        m_events
            .setEmptyText(tr("No events yet."),
                          tr("Errors, failed lists, commands and what came of them stand here."));
}

void Logs::setFilter(const Filter &filter)
{
    m_eventsModel.setFilter(filter);
    m_eventsModel.show(m_state);
    setEmptyText(filter);
    m_events.scrollToBottom();
}

void Logs::setUpLog(Table &table)
{
    table.setRows(&m_log,
                  {{144, true}, {96, true}, {240, true}, {160, true}, {112, true}, {200, true}}, -1,
                  Qt::AscendingOrder, {OperatorLogModel::What, OperatorLogModel::Outcome});
    table.setEmptyText(tr("Nothing has been steered yet."),
                       tr("Every pause, requeue and discard is written down here."));
    connect(&m_log, &OperatorLogModel::rowsInserted, &table, &QTableView::scrollToBottom);
}

void Logs::showEvents()
{
    if (m_events.isStill())
        return;
    const bool follow = isAtEnd(m_events);
    m_eventsModel.show(m_state);
    if (follow)
        m_events.scrollToBottom();
}

void Logs::take(const LoggedEvent &event)
{
    m_log.take(event.event, event.controller.of);
    if (event.event.kind != EventRecord::Kind::PauseEnded || event.isEarlier)
        return;
    m_log.addPauseEnd(event.controllerName, event.event,
                      wallTimeOf(event.event.time, m_state.hosts().moment()));
    m_notices.say(pauseEndText(event.event, event.controllerName));
}

} // namespace qontroller::ui
