// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/remote/wire/commandmessages.h"

#include "core/base/text/text.h"
#include "core/remote/wire/optionmessages.h"
#include "core/remote/wire/timemessages.h"

#include <utility>

namespace qontroller::remote {

namespace {

void write(const Ids &ids, v1::Ids &message)
{
    *message.mutable_ids() = {ids.begin(), ids.end()};
}

/// \a message is of a pause.
template<class Pause>
void write(const PauseTerms &terms, Pause &message)
{
    if (terms.expiry)
        message.set_expiry(nanoseconds(*terms.expiry));
    message.set_reason(terms.reason);
}

template<class Pause>
PauseTerms readTerms(const Pause &message)
{
    return {message.has_expiry() ? std::optional(toDuration(message.expiry())) : std::nullopt,
            cutText(message.reason())};
}

void write(const ItemsAction &action, v1::Command &message)
{
    switch (action.verb) {
    case ItemVerb::Requeue: return write(action.ids, *message.mutable_requeue());
    case ItemVerb::Pause:
        *message.mutable_pause()->mutable_ids() = {action.ids.begin(), action.ids.end()};
        return write(action.terms, *message.mutable_pause());
    case ItemVerb::Resume: return write(action.ids, *message.mutable_resume());
    case ItemVerb::Discard: return write(action.ids, *message.mutable_discard());
    case ItemVerb::Remove: return write(action.ids, *message.mutable_remove_held());
    case ItemVerb::Keep: return write(action.ids, *message.mutable_keep_held());
    }
}

void write(const ControllerAction &action, v1::Command &message)
{
    switch (action.verb) {
    case ControllerVerb::Pause: return write(action.terms, *message.mutable_pause_controller());
    case ControllerVerb::Resume: message.mutable_resume_controller(); break;
    case ControllerVerb::Resync: message.mutable_resync_now(); break;
    case ControllerVerb::Remove: message.mutable_remove_controller(); break;
    case ControllerVerb::EndDrain: message.mutable_end_drain(); break;
    case ControllerVerb::Take: message.mutable_take_over(); break;
    }
}

void write(const SetOptions &action, v1::Command &message)
{
    remote::write(action, *message.mutable_set_options());
}

template<class Items>
ItemsAction itemsAction(ItemVerb verb, const Items &message, PauseTerms terms = {})
{
    return {verb, {message.ids().begin(), message.ids().end()}, std::move(terms)};
}

std::optional<Action> readAction(const v1::Command &message)
{
    switch (message.action_case()) {
    case v1::Command::kPause:
        return itemsAction(ItemVerb::Pause, message.pause(), readTerms(message.pause()));
    case v1::Command::kResume: return itemsAction(ItemVerb::Resume, message.resume());
    case v1::Command::kRequeue: return itemsAction(ItemVerb::Requeue, message.requeue());
    case v1::Command::kDiscard: return itemsAction(ItemVerb::Discard, message.discard());
    case v1::Command::kRemoveHeld: return itemsAction(ItemVerb::Remove, message.remove_held());
    case v1::Command::kKeepHeld: return itemsAction(ItemVerb::Keep, message.keep_held());
    case v1::Command::kPauseController:
        return ControllerAction{ControllerVerb::Pause, readTerms(message.pause_controller())};
    case v1::Command::kResumeController: return ControllerVerb::Resume;
    case v1::Command::kSetOptions: return readSetOptions(message.set_options());
    case v1::Command::kResyncNow: return ControllerVerb::Resync;
    case v1::Command::kRemoveController: return ControllerVerb::Remove;
    case v1::Command::kEndDrain: return ControllerVerb::EndDrain;
    case v1::Command::kTakeOver: return ControllerVerb::Take;
    case v1::Command::ACTION_NOT_SET: break;
    }
    return std::nullopt;
}

} // namespace

void write(const Command &command, v1::Command &message)
{
    message.set_controller(command.controller.number);
    message.set_undoes(command.undoes);
    std::visit([&message](const auto &action) { write(action, message); }, command.action);
}

std::optional<Command> read(const v1::Command &message)
{
    auto action = readAction(message);
    if (!action)
        return std::nullopt;
    Command command;
    command.controller = message.controller();
    command.action = *std::move(action);
    command.undoes = message.undoes();
    return command;
}

} // namespace qontroller::remote
