// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>

namespace qontroller {
class Filter;
}

namespace qontroller::ui {

struct LoggedEvent;
class EventsModel;
class LiveState;
class Noticeboard;
class OperatorLogModel;
class Table;

/// The events and the operator log, with their two tables. Writes down in the operator log what
/// the engine tells of commands and pauses, and says what an operator must not miss of it.
///
/// Of the events new rows are shown by showEvents(), which follows the end of the table only if
/// the end is in sight. The operator log shows each row at once and always follows its end.
class Logs final : public QObject
{
    Q_OBJECT

public:
    Logs(const LiveState &state, EventsModel &eventsModel, Table &events, OperatorLogModel &log,
         Table &operatorTable, Noticeboard &notices);

    /// Not while the pointer is at work over the rows.
    void showEvents();
    /// At once: what is shown of the events is what it takes.
    void setFilter(const Filter &filter);

private:
    void setUpEvents();
    void setEmptyText(const Filter &filter);
    void setUpLog(Table &table);
    void connectLog();
    void take(const LoggedEvent &event);

    const LiveState &m_state;
    EventsModel &m_eventsModel;
    Table &m_events;
    OperatorLogModel &m_log;
    Noticeboard &m_notices;
};

} // namespace qontroller::ui
