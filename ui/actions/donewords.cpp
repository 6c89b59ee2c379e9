// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/actions/donewords.h"

#include "ui/words/format.h"

#include <QtCore/QCoreApplication>

#include <algorithm>

namespace qontroller::ui {

namespace {

struct CommanderText
{
    Q_DECLARE_TR_FUNCTIONS(Commander)
};

} // namespace

bool isPaused(const ControllerView &view)
{
    return view.state == ControllerState::Paused && view.gauges.workers > 0;
}

QString nameOfController(const LiveState &state, ControllerId id)
{
    if (id.number == 0) {
        const HostStatus *host = state.hosts().of(id);
        return host ? CommanderText::tr("all controllers of %1").arg(toLine(host->name))
                    : CommanderText::tr("all controllers");
    }
    const QString title = state.titleOf(id);
    return title.isEmpty() ? CommanderText::tr("controller %1").arg(id.number) : title;
}

QString namesOf(const ItemRefs &items)
{
    QStringList first;
    for (std::size_t i = 0; i < std::min(items.size(), std::size_t(MostNamed)); ++i)
        first += isolated(toLine(items[i].id));
    return someOf(std::move(first), items.size(), QStringLiteral(", "));
}

// Of which of them something was done is known if it was done to all.
QString doneSentence(ItemVerb verb, std::uint64_t count, const ItemRefs &items)
{
    const QString what = count == items.size()
                             ? namesOf(items)
                             : CommanderText::tr("%n object(s)", nullptr, int(count));
    switch (verb) {
    case ItemVerb::Pause: return CommanderText::tr("%1 paused.").arg(what);
    case ItemVerb::Resume: return CommanderText::tr("%1 resumed.").arg(what);
    case ItemVerb::Requeue: return CommanderText::tr("%1 requeued.").arg(what);
    case ItemVerb::Discard: return CommanderText::tr("%1 discarded.").arg(what);
    case ItemVerb::Remove: return CommanderText::tr("To be removed: %1.").arg(what);
    case ItemVerb::Keep: return CommanderText::tr("Kept: %1.").arg(what);
    }
    return {};
}

std::set<ControllerId> runnersOf(const FrozenScope &scope)
{
    std::set<ControllerId> ids;
    if (!factsOf(scope.verb).asksForRuns && scope.verb != ItemVerb::Resume)
        return ids;
    for (const ItemRef &item : scope.eligible)
        ids.insert(item.controller);
    return ids;
}

QString withSkipped(const QString &sentence, const Skipped &skipped)
{
    if (skipped.empty())
        return sentence;
    QStringList reasons;
    for (const auto &[reason, count] : skipped)
        reasons += QStringLiteral("%1 (%2)").arg(formatCount(count), reason);
    return CommanderText::tr("%1 Skipped: %2.").arg(sentence, reasons.join(QStringLiteral(", ")));
}

QString withIdle(QString sentence, const std::set<ControllerId> &ids, const LiveState &state)
{
    QStringList paused;
    QStringList withoutWorkers;
    for (const ControllerId id : ids) {
        const ControllerView *view = latestController(state, id);
        if (view && isPaused(*view))
            paused += titleOf(state.book(), id);
        else if (view && view->gauges.workers == 0)
            withoutWorkers += titleOf(state.book(), id);
    }
    if (!paused.isEmpty())
        sentence += QLatin1Char(' ')
                    + CommanderText::tr("Paused, so that nothing runs before it is resumed: %1.")
                          .arg(paused.join(QStringLiteral(", ")));
    if (!withoutWorkers.isEmpty())
        sentence += QLatin1Char(' ')
                    + CommanderText::tr("Without workers, so that nothing runs: %1.")
                          .arg(withoutWorkers.join(QStringLiteral(", ")));
    return sentence;
}

} // namespace qontroller::ui
