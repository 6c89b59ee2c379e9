// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>

namespace qontroller::ui {

class EventsModel;
class LiveState;
class OperatorLog;
class Table;

/// The two tables that grow at their end: events and the operator log. A table whose end is
/// in sight follows it.
class LogTables final : public QObject
{
    Q_OBJECT

public:
    LogTables(const LiveState &state, EventsModel &eventsModel, Table &events, OperatorLog &log,
              Table &operatorTable);

    [[nodiscard]] Table &events() const { return m_events; }
    [[nodiscard]] Table &operatorTable() const { return m_operatorTable; }

    /// Not while the pointer is at work over the rows.
    void showEvents();

private:
    void setUpEvents();
    void setUpLog(OperatorLog &log);

    const LiveState &m_state;
    EventsModel &m_eventsModel;
    Table &m_events;
    Table &m_operatorTable;
};

} // namespace qontroller::ui
