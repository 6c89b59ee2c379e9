// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/remote/wire/commandmessages.h"

#include "core/base/text/text.h"
#include "core/remote/wire/optionmessages.h"
#include "core/remote/wire/timemessages.h"

namespace qontroller::remote {

namespace {

void write(const Ids &ids, v1::Ids &message)
{
    *message.mutable_ids() = {ids.begin(), ids.end()};
}

Ids read(const v1::Ids &message)
{
    return {message.ids().begin(), message.ids().end()};
}

/// Fills the action of a message.
class ActionWriter
{
public:
    explicit ActionWriter(v1::Command &message)
        : m_message(message)
    {}

    void operator()(const PauseItems &action) const
    {
        v1::Command::Pause &pause = *m_message.mutable_pause();
        *pause.mutable_ids() = {action.ids.begin(), action.ids.end()};
        if (action.expiry)
            pause.set_expiry(nanoseconds(*action.expiry));
        pause.set_reason(action.reason);
    }
    void operator()(const ResumeItems &action) const
    {
        write(action.ids, *m_message.mutable_resume());
    }
    void operator()(const RequeueItems &action) const
    {
        write(action.ids, *m_message.mutable_requeue());
    }
    void operator()(const DiscardItems &action) const
    {
        write(action.ids, *m_message.mutable_discard());
    }
    void operator()(const RemoveHeld &action) const
    {
        write(action.ids, *m_message.mutable_remove_held());
    }
    void operator()(const KeepHeld &action) const
    {
        write(action.ids, *m_message.mutable_keep_held());
    }
    void operator()(const PauseController &action) const
    {
        v1::Command::PauseController &pause = *m_message.mutable_pause_controller();
        if (action.expiry)
            pause.set_expiry(nanoseconds(*action.expiry));
        pause.set_reason(action.reason);
    }
    void operator()(const ResumeController &) const { m_message.mutable_resume_controller(); }
    void operator()(const SetOptions &action) const
    {
        remote::write(action, *m_message.mutable_set_options());
    }
    void operator()(const ResyncNow &) const { m_message.mutable_resync_now(); }
    void operator()(const RemoveController &) const { m_message.mutable_remove_controller(); }
    void operator()(const EndDrain &) const { m_message.mutable_end_drain(); }

private:
    v1::Command &m_message;
};

template<class Pause>
std::optional<Duration> expiryOf(const Pause &pause)
{
    return pause.has_expiry() ? std::optional(toDuration(pause.expiry())) : std::nullopt;
}

std::optional<Action> readAction(const v1::Command &message)
{
    switch (message.action_case()) {
    case v1::Command::kPause: {
        const v1::Command::Pause &pause = message.pause();
        return PauseItems{{pause.ids().begin(), pause.ids().end()},
                          expiryOf(pause),
                          cutText(pause.reason())};
    }
    case v1::Command::kResume: return ResumeItems{read(message.resume())};
    case v1::Command::kRequeue: return RequeueItems{read(message.requeue())};
    case v1::Command::kDiscard: return DiscardItems{read(message.discard())};
    case v1::Command::kRemoveHeld: return RemoveHeld{read(message.remove_held())};
    case v1::Command::kKeepHeld: return KeepHeld{read(message.keep_held())};
    case v1::Command::kPauseController:
        return PauseController{expiryOf(message.pause_controller()),
                               cutText(message.pause_controller().reason())};
    case v1::Command::kResumeController: return ResumeController{};
    case v1::Command::kSetOptions: return readSetOptions(message.set_options());
    case v1::Command::kResyncNow: return ResyncNow{};
    case v1::Command::kRemoveController: return RemoveController{};
    case v1::Command::kEndDrain: return EndDrain{};
    case v1::Command::ACTION_NOT_SET: break;
    }
    return std::nullopt;
}

} // namespace

void write(const Command &command, v1::Command &message)
{
    message.set_controller(command.controller.number);
    std::visit(ActionWriter(message), command.action);
}

std::optional<Command> read(const v1::Command &message)
{
    auto action = readAction(message);
    if (!action)
        return std::nullopt;
    return Command{message.controller(), *std::move(action)};
}

} // namespace qontroller::remote
