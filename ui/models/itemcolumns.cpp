// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/itemcolumns.h"

#include "core/engine/observe/events/shortform.h"
#include "ui/state/itemstore.h"
#include "ui/words/format.h"
#include "ui/words/limits.h"
#include "ui/words/marks.h"
#include "ui/words/names.h"
#include "ui/words/naturalorder.h"
#include "ui/words/pausewords.h"

#include <QtCore/QCoreApplication>

#include <array>
#include <limits>

namespace qontroller::ui {

namespace {

struct Column
{
    const char *title;
    bool numeric;
    bool shown;
    bool ticks;
    int width;
    int least; ///< where there is little room; 0: as width
};

constexpr std::array<Column, ItemColumnCount> Columns{{
    {QT_TRANSLATE_NOOP("ItemColumn", "State"), false, true, false, 128, 112},
    {QT_TRANSLATE_NOOP("ItemColumn", "Id"), false, true, false, 232, 136},
    {QT_TRANSLATE_NOOP("ItemColumn", "Controller"), false, true, false, 96, 72},
    {QT_TRANSLATE_NOOP("ItemColumn", "Host"), false, false, false, 128, 112},
    {QT_TRANSLATE_NOOP("ItemColumn", "Reason"), false, true, false, 240, 96},
    {QT_TRANSLATE_NOOP("ItemColumn", "Attempts"), true, true, false, 80, 0},
    {QT_TRANSLATE_NOOP("ItemColumn", "Next try"), true, true, true, 80, 0},
    {QT_TRANSLATE_NOOP("ItemColumn", "Age"), true, true, true, 88, 0},
    {QT_TRANSLATE_NOOP("ItemColumn", "Last run"), true, true, true, 88, 0},
    {QT_TRANSLATE_NOOP("ItemColumn", "Worker"), true, true, false, 64, 0},
    {QT_TRANSLATE_NOOP("ItemColumn", "Queue wait"), true, false, true, 96, 0},
    {QT_TRANSLATE_NOOP("ItemColumn", "Priority"), false, false, false, 80, 0},
    {QT_TRANSLATE_NOOP("ItemColumn", "First seen"), true, false, true, 96, 0},
    {QT_TRANSLATE_NOOP("ItemColumn", "Last success"), true, false, true, 96, 0},
    {QT_TRANSLATE_NOOP("ItemColumn", "Queued because"), false, false, false, 144, 0},
    {QT_TRANSLATE_NOOP("ItemColumn", "Coalesced"), true, false, false, 80, 0},
    {QT_TRANSLATE_NOOP("ItemColumn", "Lock held for"), true, false, true, 96, 0},
    {QT_TRANSLATE_NOOP("ItemColumn", "Behind by"), true, false, false, 80, 0},
}};

const Column &of(ItemColumn column)
{
    return Columns[static_cast<std::size_t>(column)];
}

constexpr double Never = std::numeric_limits<double>::max();

constexpr double First = std::numeric_limits<double>::lowest();

/// Greater the longer ago \a then was.
double ageKey(TimePoint then)
{
    return then == TimePoint{} ? Never
                               : -std::chrono::duration<double>(then.time_since_epoch()).count();
}

bool isRunning(const ItemRow &row)
{
    return row.state == ItemState::Running || row.state == ItemState::Stuck;
}

QString ago(TimePoint then, TimePoint now)
{
    return then == TimePoint{} ? QString() : formatAge(now - then);
}

/// Its error, also while it waits for something else.
const std::string &firstReasonOf(const ItemRow &row)
{
    return isMarked(row, Mark::Failing) ? errorOf(row) : row.text;
}

QString reasonOf(const ItemRow &row, TimePoint now)
{
    if (row.state == ItemState::Held)
        return QCoreApplication::translate("ItemColumn", "missing in a list: keep or remove");
    if (row.state == ItemState::Paused) {
        const QString pause = pauseText(row.pauseReason, row.pausedUntil, now);
        const QString error = toLine(shortForm(firstReasonOf(row)));
        return pause.isEmpty() || error.isEmpty() ? pause + error
                                                  : pause + QStringLiteral(" · ") + error;
    }
    if (row.state == ItemState::Stuck) // the word alone does not say what it means
        return QCoreApplication::translate("ItemColumn", "past its deadline, and still running");
    if (row.progressTotal > 0 && isRunning(row)) {
        const auto percent = 100 * std::min(row.progressDone, row.progressTotal)
                             / row.progressTotal;
        return QStringLiteral("%1 %").arg(percent);
    }
    const std::string &first = firstReasonOf(row);
    if (!first.empty())
        return row.text.empty() || first == row.text
                   ? toLine(shortForm(first))
                   : toLine(shortForm(first)) + QStringLiteral(" · ") + toLine(shortForm(row.text));
    if (row.kept)
        return QCoreApplication::translate("ItemColumn",
                                           "kept by an operator when a list lacked it");
    return row.absent ? QCoreApplication::translate("ItemColumn", "removal owed") : QString();
}

QString stateOf(const ItemRow &row)
{
    return row.kept ? nameOf(row.state) + QStringLiteral(" · ")
                          + QCoreApplication::translate("ItemColumn", "kept")
                    : nameOf(row.state);
}

QString attemptsOf(const Item &item, const ControllerBook &controllers)
{
    if (item.row.errors == 0)
        return {};
    const auto found = controllers.find(item.controller);
    return attemptsText(item.row.errors, found == controllers.end()
                                             ? std::nullopt
                                             : std::optional(found->second.maxRetries + 1));
}

QString controllerOf(const Item &item, const ControllerBook &controllers)
{
    const auto found = controllers.find(item.controller);
    return found == controllers.end() ? QString() : found->second.name;
}

QString hostOf(const Item &item, const ControllerBook &controllers)
{
    const auto found = controllers.find(item.controller);
    return found == controllers.end() ? QString() : found->second.host;
}

QString nextTryOf(const ItemRow &row, TimePoint now)
{
    if (row.nextRun == TimePoint{} || isRunning(row))
        return {};
    const bool isLimited = row.next == NextRun::RetryLimit; // then it is known only about
    if (row.nextRun <= now)
        return isLimited ? QCoreApplication::translate("ItemColumn", "soon")
                         : QCoreApplication::translate("ItemColumn", "now");
    return (isLimited ? QStringLiteral("≈ ") : QString()) + formatCountdown(row.nextRun - now);
}

} // namespace

QString titleOf(ItemColumn column)
{
    return QCoreApplication::translate("ItemColumn", of(column).title);
}

bool isNumeric(ItemColumn column)
{
    return of(column).numeric;
}
bool isShownAtFirst(ItemColumn column)
{
    return of(column).shown;
}
int widthAtFirst(ItemColumn column)
{
    return of(column).width;
}

int leastWidthOf(ItemColumn column)
{
    const Column &its = of(column);
    return its.least > 0 ? its.least : its.width;
}
bool ticks(ItemColumn column)
{
    return of(column).ticks;
}

QString cellOf(const Item &item, ItemColumn column, const ItemContext &context)
{
    const ItemRow &row = item.row;
    const TimePoint now = context.now;
    switch (column) {
    case ItemColumn::State: return stateOf(row);
    case ItemColumn::Id: return toLine(row.id);
    case ItemColumn::Controller: return controllerOf(item, context.controllers);
    case ItemColumn::Host: return hostOf(item, context.controllers);
    case ItemColumn::Reason: return reasonOf(row, now);
    case ItemColumn::Attempts: return attemptsOf(item, context.controllers);
    case ItemColumn::NextTry: return nextTryOf(row, now);
    case ItemColumn::Age: return ago(row.since, now);
    case ItemColumn::LastRun: return ago(row.lastRun, now);
    case ItemColumn::Worker:
        return isRunning(row) && row.worker >= 0 ? QString::number(row.worker) : QString();
    case ItemColumn::QueueWait:
        return row.state == ItemState::Waiting ? ago(row.since, now) : QString();
    case ItemColumn::Priority:
        return row.state == ItemState::Waiting ? nameOf(row.band) : QString();
    case ItemColumn::FirstSeen: return ago(row.firstSeen, now);
    case ItemColumn::LastSuccess: return ago(row.lastSuccess, now);
    case ItemColumn::Causes: return namesOfCauses(row.causes);
    case ItemColumn::Coalesced: return row.coalesced ? formatCount(row.coalesced) : QString();
    case ItemColumn::LockHeld: return isRunning(row) ? ago(row.since, now) : QString();
    case ItemColumn::Behind: return behind(row) > 0 ? formatCount(behind(row)) : QString();
    }
    return {};
}

SortKey sortKeyOf(const Item &item, ItemColumn column, const ControllerBook &controllers)
{
    const ItemRow &row = item.row;
    switch (column) {
    case ItemColumn::State: return {double(rankOf(row.state)), naturalKey(row.id)};
    case ItemColumn::Id: return {0, naturalKey(row.id)};
    case ItemColumn::Controller:
        return {0, naturalKey(controllerOf(item, controllers).toStdString())};
    case ItemColumn::Host: return {0, naturalKey(hostOf(item, controllers).toStdString())};
    case ItemColumn::Reason:
        return {firstReasonOf(row).empty() ? 1.0 : 0.0, naturalKey(firstReasonOf(row))};
    case ItemColumn::Attempts: return {double(row.errors), {}};
    case ItemColumn::NextTry:
        return {row.nextRun == TimePoint{} || isRunning(row) ? Never : -ageKey(row.nextRun), {}};
    case ItemColumn::Age: return {ageKey(row.since), {}};
    case ItemColumn::LastRun: return {ageKey(row.lastRun), {}};
    case ItemColumn::Worker: return {isRunning(row) ? double(row.worker) : Never, {}};
    case ItemColumn::QueueWait:
        return {row.state == ItemState::Waiting ? ageKey(row.since) : First, {}};
    case ItemColumn::Priority:
        return {row.state == ItemState::Waiting ? double(row.band) : Never, {}};
    case ItemColumn::FirstSeen: return {ageKey(row.firstSeen), {}};
    case ItemColumn::LastSuccess: return {ageKey(row.lastSuccess), {}};
    case ItemColumn::Causes: return {0, namesOfCauses(row.causes).toStdString()};
    case ItemColumn::Coalesced: return {double(row.coalesced), {}};
    case ItemColumn::LockHeld: return {isRunning(row) ? ageKey(row.since) : First, {}};
    case ItemColumn::Behind: return {double(behind(row)), {}};
    }
    return {};
}

} // namespace qontroller::ui
