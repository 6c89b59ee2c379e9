// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>

#include "ui/models/eventsmodel.h"
#include "ui/views/tabfields.h"

#include <optional>

class QAbstractItemView;

namespace qontroller::ui {

class DeltaPump;
class EventsPane;
class Noticeboard;
class OperatorLogModel;
class ShownLog;
class Table;
class Tabs;

/// The events and the operator log, with their two tables. Writes down in the operator log what
/// the engine tells of commands and pauses, and says what an operator must not miss of it.
///
/// Of the events new rows are shown by showEvents(), unless a reader holds them or has scrolled
/// away from the end: then they wait, and are counted. The operator log shows each row at once, and
/// follows its end while that is in sight.
class Logs final : public QObject
{
    Q_OBJECT

public:
    Logs(const LiveState &state, const DeltaPump &pump, Tabs &tabs, EventsModel &eventsModel,
         EventsPane &events, OperatorLogModel &log, Table &operatorTable, Noticeboard &notices);

    /// What is shown of each.
    [[nodiscard]] const EventsModel &events() const { return m_eventsModel; }
    [[nodiscard]] const ShownLog &shownLog() const { return m_shownLog; }

    /// Not while the pointer is at work over the rows.
    void showEvents();
    /// Those of the selected rows, if that is wanted.
    void showSelected();
    /// At once: what is shown is what it takes.
    void setFilter(const Filter &filter);
    /// What the rows of \a list heed of it; nothing: it is neither of the two tables.
    [[nodiscard]] std::optional<Heeded> heededBy(const QAbstractItemView *list) const;

signals:
    /// The operator wants to see what \a event is about.
    void eventActivated(const qontroller::ui::LoggedEvent &event);

private:
    void setUpEvents();
    void setEmptyText();
    void showEnd();
    void choose();
    void setUpLog();
    void setEmptyLogText();
    void connectLog(const DeltaPump &pump);
    void take(const LoggedEvent &event);

    const LiveState &m_state;
    Tabs &m_tabs;
    EventsModel &m_eventsModel;
    EventsPane &m_events;
    OperatorLogModel &m_log;
    ShownLog &m_shownLog;
    Table &m_logTable;
    Noticeboard &m_notices;
    Filter m_filter;
    bool m_logFollows = true; ///< the end of the operator log was in sight before a row came
};

} // namespace qontroller::ui
