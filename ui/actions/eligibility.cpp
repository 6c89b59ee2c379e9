// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/actions/eligibility.h"

#include <QtCore/QCoreApplication>

namespace qontroller::ui {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(Eligibility)
};

bool isRunning(ItemState state)
{
    return state == ItemState::Running || state == ItemState::Stuck;
}

} // namespace

QString nameOf(ItemVerb verb)
{
    switch (verb) {
    case ItemVerb::Requeue: return Text::tr("Requeue");
    case ItemVerb::Pause: return Text::tr("Pause");
    case ItemVerb::Resume: return Text::tr("Resume");
    case ItemVerb::Discard: return Text::tr("Discard");
    case ItemVerb::ConfirmHeld: return Text::tr("Confirm Removal");
    case ItemVerb::RefuseHeld: return Text::tr("Refuse Removal");
    }
    return {};
}

std::optional<QString> skipReason(ItemVerb verb, ItemState state)
{
    switch (verb) {
    case ItemVerb::Requeue:
        if (state == ItemState::Paused)
            return Text::tr("paused: resume it first");
        if (state == ItemState::Held)
            return Text::tr("held: confirm or refuse its removal");
        return {};
    case ItemVerb::Pause:
        return state == ItemState::Paused ? std::optional(Text::tr("paused already"))
                                          : std::nullopt;
    case ItemVerb::Resume:
        return state == ItemState::Paused ? std::nullopt : std::optional(Text::tr("not paused"));
    case ItemVerb::Discard:
        return isRunning(state) ? std::optional(Text::tr("running now")) : std::nullopt;
    case ItemVerb::ConfirmHeld:
    case ItemVerb::RefuseHeld:
        return state == ItemState::Held ? std::nullopt : std::optional(Text::tr("not held"));
    }
    return {};
}

FrozenScope FrozenScope::of(ItemVerb verb, const ItemRefs &items)
{
    FrozenScope scope;
    scope.verb = verb;
    for (const ItemRef &item : items) {
        if (const auto reason = skipReason(verb, item.state))
            ++scope.skipped[*reason];
        else
            scope.eligible.push_back(item);
    }
    return scope;
}

std::size_t FrozenScope::skippedCount() const
{
    std::size_t count = 0;
    for (const auto &[reason, n] : skipped)
        count += n;
    return count;
}

} // namespace qontroller::ui
