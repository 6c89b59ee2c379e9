// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/logs.h"

#include "ui/actions/operatorlogmodel.h"
#include "ui/actions/shownlog.h"
#include "ui/models/eventsmodel.h"
#include "ui/models/rowfilter.h"
#include "ui/state/deltapump.h"
#include "ui/state/livestate.h"
#include "ui/views/eventspane.h"
#include "ui/views/table.h"
#include "ui/views/tabs.h"
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

Logs::Logs(const LiveState &state, const DeltaPump &pump, Tabs &tabs, EventsModel &eventsModel,
           EventsPane &events, OperatorLogModel &log, Table &operatorTable, Noticeboard &notices)
    : m_state(state)
    , m_tabs(tabs)
    , m_eventsModel(eventsModel)
    , m_events(events)
    , m_log(log)
    , m_shownLog(*new ShownLog(log, &operatorTable))
    , m_logTable(operatorTable)
    , m_notices(notices)
{
    setUpEvents();
    setUpLog();
    connectLog(pump);
}

void Logs::connectLog(const DeltaPump &pump)
{
    connect(&m_state, &LiveState::eventLogged, this, &Logs::take);
    connect(&m_state, &LiveState::ticketEnded, &m_log,
            [this](ControllerId by, const EventRecord &end) { m_log.take(end, by.of); });
    connect(&pump, &DeltaPump::logTold, this, [this](HostRun of, const auto &lines) {
        m_log.take(of, lines, m_state.hosts().labels());
    });
    connect(&m_log, &OperatorLogModel::remarked, this,
            [this](const QString &remark) { m_notices.warn(MessageBar::Kind::Warning, remark); });
}

void Logs::setUpEvents()
{
    Table &table = m_events.table();
    table.setRows(&m_eventsModel, {{96, true}, {128, true}, {112, true}, {240, true}, {320, true}},
                  -1, Qt::AscendingOrder, {EventsModel::Text});
    setEmptyText();
    connect(&m_events, &EventsPane::choiceChanged, this, &Logs::choose);
    connect(&m_events, &EventsPane::endWanted, this, &Logs::showEnd);
    connect(&m_tabs, &Tabs::selectionMoved, this, &Logs::showSelected);
    connect(&table, &Table::activated, this, [this](const QModelIndex &index) {
        const LoggedEvent event = m_eventsModel.at(index.row()); // rows may go meanwhile
        emit eventActivated(event);
    });
}

void Logs::setEmptyText()
{
    Table &table = m_events.table();
    if (m_filter.asksFor(fieldsOfEvents()))
        table.setEmptyText(tr("No event matches the filter."),
                           tr("Of its terms controller:, host:, id:, error: and words count "
                              "here. Esc in the filter box shows all again."));
    else if (m_events.groups() != 0 || m_events.isOnlySelected())
        table.setEmptyText(tr("No event is of what is chosen above."),
                           tr("A click on a pressed button shows all again."));
    else
        table.setEmptyText(tr("No events yet."),
                           tr("Errors, failed lists, commands and what came of them stand here."));
}

void Logs::setFilter(const Filter &filter)
{
    m_filter = filter;
    choose();
    m_shownLog.setFilter(filter);
    setEmptyLogText();
    m_logTable.scrollToBottom();
}

std::optional<Heeded> Logs::heededBy(const QAbstractItemView *list) const
{
    if (list == &m_events.table())
        return Heeded{fieldsOfEvents(),
                      tr("Struck through is what events do not have. Here controller:, host:, id:, "
                         "error: and words count.")};
    if (list == &m_logTable)
        return Heeded{fieldsOfLog(),
                      tr("Struck through is what lines of the operator log do not have. Here "
                         "controller:, host:, id: and words count.")};
    return std::nullopt;
}

void Logs::showSelected()
{
    if (m_events.isOnlySelected())
        choose();
}

void Logs::choose()
{
    EventsModel::Choice choice{m_filter, m_events.groups(), {}};
    if (m_events.isOnlySelected()) {
        choice.only.emplace();
        const ItemRefs items = m_tabs.meantItems();
        for (const ItemRef &item : items)
            choice.only->emplace(item.controller, item.id);
        for (const ControllerId id :
             items.empty() ? m_tabs.meantControllers() : std::vector<ControllerId>())
            choice.only->emplace(id, ObjectId());
    }
    m_eventsModel.choose(std::move(choice));
    setEmptyText();
    showEnd();
}

void Logs::showEnd()
{
    m_eventsModel.show(m_state);
    m_events.table().scrollToBottom();
    m_events.showWaiting(0);
}

void Logs::setUpLog()
{
    const QList<Table::ColumnDefault> columns{{144, true}, {168, true}, {240, true},
                                              {160, true}, {112, true}, {200, true}};
    m_logTable.setRows(&m_shownLog, columns, -1, Qt::AscendingOrder,
                       {OperatorLogModel::What, OperatorLogModel::Outcome});
    setEmptyLogText();
    connect(&m_shownLog, &ShownLog::rowsAboutToBeInserted, this,
            [this] { m_logFollows = isAtEnd(m_logTable); });
    connect(&m_shownLog, &ShownLog::rowsInserted, this, [this] {
        if (m_logFollows)
            m_logTable.scrollToBottom();
    });
}

void Logs::setEmptyLogText()
{
    if (m_filter.asksFor(fieldsOfLog()))
        m_logTable.setEmptyText(tr("No line matches the filter."),
                                tr("Of its terms controller:, host:, id: and words count here. "
                                   "Esc in the filter box shows all again."));
    else
        m_logTable.setEmptyText(tr("Nothing has been steered yet."),
                                tr("What operators ask of a host is written down there, and shown "
                                   "here."));
}

void Logs::showEvents()
{
    if (!m_events.follows())
        m_events.showWaiting(m_eventsModel.waiting(m_state));
    else if (!m_events.table().isStill())
        showEnd();
}

void Logs::take(const LoggedEvent &event)
{
    m_log.take(event.event, event.controller.of);
    if (event.event.kind != EventRecord::Kind::PauseEnded || event.isEarlier)
        return;
    m_notices.say(pauseEndText(event.event, event.controllerName));
}

} // namespace qontroller::ui
