// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/actions/frozenscope.h"

#include "core/engine/jobs/eligibility.h"
#include "core/engine/observe/items/itemrow.h"
#include "ui/words/jobwords.h"

namespace qontroller::ui {

QString skipReason(ItemVerb verb, const ItemRef &item, Repeat repeat)
{
    if (verb == ItemVerb::Pause && item.state == ItemState::Paused && repeat == Repeat::Skipped)
        return reasonText(PausedReason);
    ItemRow row;
    row.state = item.state;
    row.absent = item.absent;
    row.paused = item.paused;
    return reasonText(qontroller::skipReason(verb, &row));
}

FrozenScope FrozenScope::of(ItemVerb verb, const ItemRefs &items, const WhyNot &whyNot,
                            Repeat repeat)
{
    FrozenScope scope;
    scope.verb = verb;
    std::map<ControllerId, QString> known; // there may be many items
    const auto reasonOf = [&](ControllerId id) -> const QString & {
        const auto [reason, isNew] = known.try_emplace(id);
        if (isNew && whyNot)
            reason->second = whyNot(id);
        return reason->second;
    };
    for (const ItemRef &item : items) {
        if (const QString &reason = reasonOf(item.controller); !reason.isEmpty())
            ++scope.skipped[reason];
        else if (const QString skipped = skipReason(verb, item, repeat); !skipped.isEmpty())
            ++scope.skipped[skipped];
        else
            scope.eligible.push_back(item);
    }
    return scope;
}

} // namespace qontroller::ui
