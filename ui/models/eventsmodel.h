// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QDateTime>
#include <QtCore/QJsonObject>

#include "core/engine/filter/filter.h"
#include "ui/models/logmodel.h"
#include "ui/state/livestate.h"
#include "ui/words/eventgroup.h"
#include "ui/words/names.h"

#include <optional>
#include <set>
#include <utility>

namespace qontroller::ui {

/// What happened, newest last, of all controllers; as many as LiveState keeps. An event that comes
/// late, of a host that answers slowly, has its place by its time.
class EventsModel final : public LogModel
{
    Q_OBJECT

public:
    enum Column {
        Time,
        Controller,
        What,
        Id,
        Text
    };

    explicit EventsModel(QObject *parent = nullptr);

    /// What is shown. A part that is not given takes all.
    struct Choice
    {
        Filter filter;          ///< as far as events have what its terms are about
        EventGroups groups = 0; ///< 0: all
        /// Of these objects or controllers; an empty id: all of the controller.
        std::optional<std::set<std::pair<ControllerId, ObjectId>>> only;
    };

    /// The rows that were chosen.
    void show(const LiveState &state);
    /// How many rows show() would add.
    [[nodiscard]] std::size_t waiting(const LiveState &state);
    /// From the next show() on.
    void choose(Choice choice);

    [[nodiscard]] const LoggedEvent &at(int row) const { return m_rows[std::size_t(row)].event; }

    /// For programs: its names do not depend on the language.
    [[nodiscard]] QJsonObject jsonOf(int row) const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index,
                                int role = Qt::DisplayRole) const override;

private:
    struct Row
    {
        LoggedEvent event;
        QDateTime time;
    };

    [[nodiscard]] static TimePoint timeOf(const Row &row);
    [[nodiscard]] bool takes(const LoggedEvent &logged) const;
    void dropForgotten(const EventLog &log);
    void insert(std::vector<Row> rows);

    Choice m_choice;
    std::deque<Row> m_rows;        ///< in the order of their times
    std::uint64_t m_next = 0;      ///< number of the first event that has no row yet
    std::uint64_t m_forgotten = 0; ///< by the log, when rows were shown
    std::uint64_t m_counted = 0;   ///< waiting() has looked at those before this number
    std::size_t m_waiting = 0;     ///< … and counted so many
};

[[nodiscard]] Severity severityOf(EventRecord::Kind kind);

} // namespace qontroller::ui
