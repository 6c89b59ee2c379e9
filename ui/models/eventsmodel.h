// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QDateTime>

#include "ui/models/logmodel.h"
#include "ui/state/livestate.h"
#include "ui/words/names.h"

namespace qontroller::ui {

/// What happened, newest last; as many as LiveState keeps.
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

    void show(const LiveState &state);

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index,
                                int role = Qt::DisplayRole) const override;

private:
    struct Row
    {
        LoggedEvent event;
        QDateTime time;
    };

    std::deque<Row> m_rows;
    std::uint64_t m_first = 0; ///< number of m_rows.front() among all events
};

[[nodiscard]] Severity severityOf(EventRecord::Kind kind);

} // namespace qontroller::ui
