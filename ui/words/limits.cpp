// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/limits.h"

#include "ui/words/format.h"

#include "core/engine/observe/items/itemrow.h"

#include <QtCore/QCoreApplication>

#include <algorithm>

namespace qontroller::ui {

namespace {

struct LimitsText
{
    Q_DECLARE_TR_FUNCTIONS(Limits)
};

} // namespace

QString attemptsText(std::uint32_t errors, std::optional<int> limit)
{
    if (!limit)
        return QString::number(errors);
    return std::int64_t(errors) > *limit ? LimitsText::tr("%1 (limit %2)").arg(errors).arg(*limit)
                                         : QStringLiteral("%1/%2").arg(errors).arg(*limit);
}

QString attemptsSentence(const ItemRow &row, std::optional<int> limit)
{
    if (row.state == ItemState::Parked)
        return row.errors == 0 ? LimitsText::tr("the last one was parked")
                               : LimitsText::tr("%1 failed, the last one was parked")
                                     .arg(attemptsText(row.errors, limit));
    if (row.errors == 0)
        return row.state == ItemState::Failed ? LimitsText::tr("retries used up")
                                              : LimitsText::tr("none failed");
    if (row.state == ItemState::Failed && limit && std::int64_t(row.errors) < *limit)
        return LimitsText::tr("retries used up; failed since: %1").arg(row.errors);
    return LimitsText::tr("%1 failed").arg(attemptsText(row.errors, limit));
}

Occupancy occupancyOf(const Gauges &gauges)
{
    const std::uint64_t stuck = gauges.states[static_cast<std::size_t>(ItemState::Stuck)];
    Occupancy occupancy;
    occupancy.stuck = std::min(gauges.running, stuck - std::min(stuck, gauges.stuckInPlace));
    const std::uint64_t others = gauges.running - occupancy.stuck;
    occupancy.busy = std::min(others, std::uint64_t(std::max(0, gauges.workers)));
    occupancy.ending = others - occupancy.busy;
    return occupancy;
}

QString inFlightText(const Gauges &gauges)
{
    const Occupancy occupancy = occupancyOf(gauges);
    QString text = QStringLiteral("%1/%2").arg(occupancy.busy).arg(gauges.workers);
    if (occupancy.stuck > 0)
        text = LimitsText::tr("%1 + %2 stuck").arg(text, formatCount(occupancy.stuck));
    if (occupancy.ending > 0)
        text = LimitsText::tr("%1 + %2 ending").arg(text, formatCount(occupancy.ending));
    return text;
}

} // namespace qontroller::ui
