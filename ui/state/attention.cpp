// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/attention.h"

#include "ui/state/itemstore.h"
#include "ui/words/format.h"
#include "ui/words/marks.h"

#include <QtCore/QCoreApplication>

#include <algorithm>

namespace qontroller::ui {

namespace {

struct AttentionText
{
    Q_DECLARE_TR_FUNCTIONS(Attention)
};

std::uint64_t in(const ControllerView &view, ItemState state)
{
    return view.gauges.states[static_cast<std::size_t>(state)];
}

} // namespace

void Attention::add(std::uint64_t number, Severity as, const QString &what)
{
    if (number == 0)
        return;
    count += number;
    severity = std::max(severity, as);
    lines += what.arg(formatCount(number));
}

Attention attentionOf(const LiveState &state, const HostStatus &host, int urgent)
{
    std::uint64_t held = 0;
    std::uint64_t stuck = 0;
    std::uint64_t broken = 0;
    std::uint64_t paused = 0;
    for (const auto &[id, view] : state.controllers()) {
        if (!isOf(id, host.id))
            continue;
        held += in(view, ItemState::Held);
        stuck += in(view, ItemState::Stuck);
        broken += cannotList(view) || hasNoLocks(view) || isShort(view) ? 1 : 0;
        paused += view.state == ControllerState::Paused ? 1 : 0;
    }
    const Tally tally = tallyOf(state, host.id);
    Attention attention;
    attention.add(held, Severity::Bad, AttentionText::tr("removals held: %1"));
    attention.add(countOf(tally, Mark::Failing), severityOfFailing(tally),
                  AttentionText::tr("objects failing: %1"));
    attention.add(stuck, Severity::Bad, AttentionText::tr("handlers past their deadline: %1"));
    attention.add(std::uint64_t(std::max(0, urgent)), Severity::Bad,
                  AttentionText::tr("operations that need a person: %1"));
    attention.add(broken, Severity::Bad, AttentionText::tr("controllers that cannot work: %1"));
    attention.add(paused, Severity::Degraded, AttentionText::tr("controllers paused: %1"));
    attention.count -= std::min<std::uint64_t>(tally.alsoHeldOrStuck,
                                               held + stuck); // once is enough
    return attention;
}

} // namespace qontroller::ui
