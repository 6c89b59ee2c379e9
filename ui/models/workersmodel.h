// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QCoreApplication>

#include "core/engine/filter/filter.h"
#include "ui/models/keyedmodel.h"
#include "ui/state/livestate.h"

namespace qontroller::ui {

struct WorkerView
{
    ControllerId controllerId = 0;
    QString controller;
    WorkerRow worker;
    Duration uptime{}; ///< of its controller
    TimePoint now;
};

/// What every worker does now.
class WorkersModel final : public KeyedModel<std::pair<ControllerId, int>, WorkerView>
{
    Q_DECLARE_TR_FUNCTIONS(WorkersModel)

public:
    enum Column {
        Controller,
        Number,
        Id,
        RunningFor,
        Done,
        Busy
    };

    explicit WorkersModel(QObject *parent = nullptr);
    /// Of the hosts that \a filter takes.
    void show(const LiveState &state, const Filter &filter = {});

protected:
    [[nodiscard]] QVariant cell(const WorkerView &row, int column, int role) const override;
    [[nodiscard]] SortKey sortKey(const WorkerView &row, int column) const override;
};

} // namespace qontroller::ui
