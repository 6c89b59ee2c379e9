// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QDateTime>

#include "core/engine/filter/filter.h"
#include "ui/models/logmodel.h"
#include "ui/state/livestate.h"
#include "ui/words/names.h"

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

    /// The rows that the filter takes, as far as they have what its terms are about.
    void show(const LiveState &state);
    /// From the next show() on.
    void setFilter(const Filter &filter);

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index,
                                int role = Qt::DisplayRole) const override;

private:
    struct Row
    {
        LoggedEvent event;
        QDateTime time;
        std::uint64_t number = 0; ///< among all events of the state
    };

    [[nodiscard]] static TimePoint timeOf(const Row &row);
    [[nodiscard]] bool takes(const LoggedEvent &logged) const;
    void dropBefore(std::uint64_t first);
    void insert(std::vector<Row> rows);

    Filter m_filter;
    std::deque<Row> m_rows;   ///< in the order of their times
    std::uint64_t m_next = 0; ///< number of the first event that has no row yet
};

[[nodiscard]] Severity severityOf(EventRecord::Kind kind);

} // namespace qontroller::ui
