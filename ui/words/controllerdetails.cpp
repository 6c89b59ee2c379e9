// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/controllerdetails.h"

#include "ui/words/format.h"
#include "ui/words/limits.h"

#include "core/engine/observe/controllers/attention.h"

#include <QtCore/QCoreApplication>

#include <algorithm>

namespace qontroller::ui {

namespace {

struct DetailsText
{
    Q_DECLARE_TR_FUNCTIONS(ControllerDetails)
};

QStringList workerLines(const Gauges &gauges)
{
    const Occupancy occupancy = occupancyOf(gauges);
    QStringList lines;
    if (gauges.workers == 0)
        lines += DetailsText::tr("The controller has no workers: nothing new runs.");
    else
        lines += DetailsText::tr("%1 of %n worker(s) are busy.", nullptr, gauges.workers)
                     .arg(occupancy.busy);
    if (occupancy.stuck > 0)
        lines += DetailsText::tr("Stuck beyond them, in workers that were replaced: %1.")
                     .arg(occupancy.stuck);
    if (occupancy.ending > 0)
        lines += DetailsText::tr("Still ending, since there are fewer workers: %1.")
                     .arg(occupancy.ending);
    return lines;
}

QString retryLine(const ControllerView &view, TimePoint now)
{
    const QString rate = formatNumber(view.options.retryRate);
    const std::vector<Attention> all = attentionsOf(view, now);
    const auto retrying = std::ranges::find(all, AttentionKind::Retrying, &Attention::kind);
    if (retrying == all.end() || retrying->limited == 0)
        return DetailsText::tr("No object waits for the retry limit of %1/s.").arg(rate);
    return DetailsText::tr("%n object(s) wait for the retry limit of %1/s, about %2.", nullptr,
                           int(retrying->limited))
        .arg(rate, formatCountdown(retrying->wait));
}

QStringList limitLines(const ControllerView &view, TimePoint now)
{
    const ControllerOptions &options = view.options;
    QStringList lines = workerLines(view.gauges);
    lines += retryLine(view, now);
    lines += DetailsText::tr("An object counts as failed after %n attempt(s) in a row.", nullptr,
                             options.maxRetries + 1);
    if (options.handlerTimeout > Duration::zero())
        lines += DetailsText::tr("An attempt that takes longer than %1 is stuck.")
                     .arg(formatSpan(options.handlerTimeout));
    return lines;
}

QString clock(TimePoint time, const Moment &moment)
{
    return formatMoment(wallTimeOf(time, moment));
}

/// How many objects the last list named, and in which time.
QString amountOf(const ListStatus &lists)
{
    return DetailsText::tr("%1 object(s) in %2", nullptr, int(lists.objects))
        .arg(formatCount(lists.objects), formatSpan(lists.lastTook));
}

/// \a why as the end of a sentence.
QString ended(const QString &sentence, std::string_view why)
{
    return withText(sentence, why) + QLatin1Char('.');
}

QString lastListLine(const ControllerView &view, const Moment &moment)
{
    const ListStatus &lists = view.lists;
    const QString at = clock(lists.endedAt, moment);
    switch (lists.last) {
    case ListEnd::None: return DetailsText::tr("No list has ended yet.");
    case ListEnd::Complete:
        return DetailsText::tr("The last list was complete at %1: %2.").arg(at, amountOf(lists));
    case ListEnd::Partial:
        return ended(DetailsText::tr("The last list was not complete at %1 (%2), so deletions wait")
                         .arg(at, amountOf(lists)),
                     lists.why);
    case ListEnd::Failed: break;
    }
    const QString failed = DetailsText::tr("The last list failed at %1, after %2")
                               .arg(at, formatSpan(lists.lastTook));
    return ended(failed, view.listError.empty() ? lists.why : view.listError);
}

/// Of a host that does not tell when a list ended, which is one of an earlier version.
QString lastListOfOldHost(const ControllerView &view, const Moment &moment)
{
    const ListStatus &lists = view.lists;
    if (lists.last == ListEnd::Failed)
        return ended(DetailsText::tr("The last list failed"), lists.why);
    if (lists.last == ListEnd::Partial)
        return ended(DetailsText::tr("The last list was not complete, so deletions wait"),
                     lists.why);
    return DetailsText::tr("The last list was complete at %1.")
        .arg(clock(lists.completeAt, moment));
}

QStringList listLines(const ControllerView &view, const Moment &moment)
{
    const ListStatus &lists = view.lists;
    const bool isOfOldHost = lists.endedAt == TimePoint{} && lists.last != ListEnd::None;
    QStringList lines{isOfOldHost ? lastListOfOldHost(view, moment) : lastListLine(view, moment)};
    if (lists.failures > 1)
        lines += DetailsText::tr("%n list(s) in a row have failed.", nullptr, int(lists.failures));
    if (lists.last != ListEnd::Complete && lists.last != ListEnd::None)
        lines += lists.wasComplete ? DetailsText::tr("The last complete list ended at %1.")
                                         .arg(clock(lists.completeAt, moment))
                                   : DetailsText::tr("No complete list has ended yet.");
    if (lists.isOverdue(view.options.resyncInterval, moment.now)
        || (lists.isUnderWay() && lists.last == ListEnd::None))
        lines += DetailsText::tr("One has been under way since %1.")
                     .arg(clock(lists.beganAt, moment));
    lines += DetailsText::tr("One follows every %1.").arg(formatSpan(view.options.resyncInterval));
    if (!view.watchError.empty())
        lines += ended(DetailsText::tr("Changes are not heard of before the next list"),
                       view.watchError);
    return lines;
}

QString underHeading(const QString &heading, const QStringList &lines)
{
    return (QStringList{heading} + lines).join(QLatin1Char('\n'));
}

} // namespace

QStringList stepsOf(const ControllerView &view, const Moment &moment)
{
    QStringList steps = workerLines(view.gauges);
    if (view.process.isIsolated && view.process.pid != 0)
        steps += DetailsText::tr("The plugin runs in a process of its own, number %1.")
                     .arg(view.process.pid);
    else if (view.process.isIsolated)
        steps += DetailsText::tr("The plugin's own process does not run; it is started again.");
    return steps + listLines(view, moment);
}

QString detailsOf(const ControllerView &view, const Moment &moment, const QStringList &differences)
{
    QStringList parts{
        underHeading(DetailsText::tr("Limits"), limitLines(view, moment.now)),
        underHeading(DetailsText::tr("Lists"), listLines(view, moment)),
        differences.isEmpty()
            ? DetailsText::tr("Its options are as the session gives them.")
            : underHeading(DetailsText::tr("Differs from the session"), differences),
    };
    return parts.join(QStringLiteral("\n\n"));
}

} // namespace qontroller::ui
