// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/hosttrouble.h"

#include "ui/state/itemstore.h"
#include "ui/words/format.h"
#include "ui/words/marks.h"

#include <QtCore/QCoreApplication>

#include <algorithm>

namespace qontroller::ui {

namespace {

struct HostTroubleText
{
    Q_DECLARE_TR_FUNCTIONS(HostTrouble)
};

std::uint64_t in(const ControllerView &view, ItemState state)
{
    return view.gauges.states[static_cast<std::size_t>(state)];
}

} // namespace

void HostTrouble::add(std::uint64_t number, Severity as, const QString &what)
{
    if (number == 0)
        return;
    count += number;
    severity = std::max(severity, as);
    lines += what.arg(formatCount(number));
}

HostTrouble troubleOf(const LiveState &state, const HostStatus &host, int urgent)
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
    HostTrouble trouble;
    trouble.add(held, Severity::Bad, HostTroubleText::tr("removals held: %1"));
    trouble.add(countOf(tally, Mark::Failing), severityOfFailing(tally),
                HostTroubleText::tr("objects failing: %1"));
    trouble.add(stuck, Severity::Bad, HostTroubleText::tr("handlers past their deadline: %1"));
    trouble.add(std::uint64_t(std::max(0, urgent)), Severity::Bad,
                HostTroubleText::tr("operations that need a person: %1"));
    trouble.add(broken, Severity::Bad, HostTroubleText::tr("controllers that cannot work: %1"));
    trouble.add(paused, Severity::Degraded, HostTroubleText::tr("controllers paused: %1"));
    trouble.count -= std::min<std::uint64_t>(tally.alsoHeldOrStuck,
                                             held + stuck); // once is enough
    return trouble;
}

} // namespace qontroller::ui
