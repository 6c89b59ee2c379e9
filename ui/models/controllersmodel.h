// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QCoreApplication>

#include "core/engine/filter/filter.h"
#include "ui/models/keyedmodel.h"
#include "ui/state/livestate.h"
#include "ui/state/shownneed.h"
#include "ui/words/marks.h"
#include "ui/words/names.h"

namespace qontroller::ui {

/// A controller as its table shows it.
struct ControllerRow
{
    ControllerView view;
    QString host; ///< of hosts elsewhere
    QString colour;
    bool isStale = false; ///< what is known of it is old
    KnownHealth health = Health::Healthy;
    QString why; ///< it is not healthy
    double donePerSecond = 0;
    double retriesPerMinute = 0;
    Tally tally;
    std::array<std::optional<double>, 3> percentiles; ///< 50, 95, 99, in ms
    bool uncertain = false;
    TimePoint now;
    std::vector<RingPoint> trend; ///< queue depth of the last minute
};

class ControllersModel final : public KeyedModel<ControllerId, ControllerRow>
{
    Q_DECLARE_TR_FUNCTIONS(ControllersModel)

public:
    enum Column {
        Health,
        Why,
        Name,
        State,
        Host,
        Plugin,
        Depth,
        OldestWaiting,
        InFlight,
        DonePerSecond,
        RetriesPerMinute,
        Failing,
        P50,
        P95,
        P99,
        Locks,
        Trend,
        Uptime,
        ListAge,
        Watch,
    };
    enum Role {
        TrendRole = Qt::UserRole
    };

    explicit ControllersModel(QObject *parent = nullptr);

    /// Those of the hosts that \a filter takes; the rest of it is on objects. How they are says
    /// \a outlook.
    void show(const LiveState &state, const Outlook &outlook, const Filter &filter = {});

protected:
    [[nodiscard]] QVariant cell(const ControllerRow &row, int column, int role) const override;
    [[nodiscard]] SortKey sortKey(const ControllerRow &row, int column) const override;

private:
    [[nodiscard]] static QString text(const ControllerRow &row, int column);
    [[nodiscard]] static Severity severity(const ControllerRow &row, int column);
};

/// Which item state's icon stands for a controller's.
[[nodiscard]] ItemState iconStateOf(ControllerState state);

} // namespace qontroller::ui

Q_DECLARE_METATYPE(std::vector<qontroller::ui::RingPoint>)
