// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/actions/eligibility.h"

#include <QtCore/QCoreApplication>

namespace qontroller::ui {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(Eligibility)
};

// As the engine has it, so that the dialog counts right.
std::optional<QString> whyNotDiscarded(const ItemRef &item)
{
    switch (item.state) {
    case ItemState::Running:
    case ItemState::Stuck:
        return Text::tr("running now");
    case ItemState::Held: return Text::tr("held: keep or remove it first");
    case ItemState::Failed:
    case ItemState::Parked:
    case ItemState::Elsewhere: return {};
    default:
        return item.absent ? std::optional(Text::tr("gone: its removal is still tried")) : std::nullopt;
    }
}

} // namespace

QString nameOf(ItemVerb verb)
{
    switch (verb) {
    case ItemVerb::Requeue: return Text::tr("Requeue");
    case ItemVerb::Pause: return Text::tr("Pause");
    case ItemVerb::Resume: return Text::tr("Resume");
    case ItemVerb::Discard: return Text::tr("Discard");
    case ItemVerb::RemoveHeld: return Text::tr("Remove");
    case ItemVerb::KeepHeld: return Text::tr("Keep");
    }
    return {};
}

std::optional<QString> skipReason(ItemVerb verb, const ItemRef &item)
{
    const ItemState state = item.state;
    switch (verb) {
    case ItemVerb::Requeue:
        if (state == ItemState::Paused)
            return Text::tr("paused: resume first");
        if (state == ItemState::Held)
            return Text::tr("held: keep or remove it first");
        if (state == ItemState::Elsewhere)
            return Text::tr("another host owns it");
        return {};
    case ItemVerb::Pause:
        if (state == ItemState::Held) // it does not run, and its pause would not be seen
            return Text::tr("held: keep or remove it first");
        if (state == ItemState::Elsewhere)
            return Text::tr("another host owns it");
        return state == ItemState::Paused ? std::optional(Text::tr("paused already"))
                                          : std::nullopt;
    case ItemVerb::Resume:
        return state == ItemState::Paused ? std::nullopt : std::optional(Text::tr("not paused"));
    case ItemVerb::Discard:
        return whyNotDiscarded(item);
    case ItemVerb::RemoveHeld:
    case ItemVerb::KeepHeld:
        return state == ItemState::Held ? std::nullopt : std::optional(Text::tr("not held"));
    }
    return {};
}

FrozenScope FrozenScope::of(ItemVerb verb, const ItemRefs &items, const WhyNot &whyNot)
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
        else if (const auto skipped = skipReason(verb, item))
            ++scope.skipped[*skipped];
        else
            scope.eligible.push_back(item);
    }
    return scope;
}

} // namespace qontroller::ui
