// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/remote/wire/sessionmessages.h"

#include "core/remote/wire/itemmessages.h"

namespace qontroller::remote {

void write(const ApplyStatus &status, v1::ApplyReply &message)
{
    for (const SessionStep &each : status.steps) {
        v1::ApplyReply::Step &step = *message.add_steps();
        step.set_controller(each.controller);
        step.set_kind(static_cast<v1::ApplyReply::Kind>(each.kind));
        step.set_what(each.what);
        step.set_state(static_cast<v1::ApplyReply::State>(each.state));
        step.set_why(each.why);
    }
    message.set_untouched(status.untouched);
    for (const std::string &problem : status.problems)
        message.add_problems(problem);
    message.set_ended(status.hasEnded);
}

ApplyStatus read(const v1::ApplyReply &message)
{
    ApplyStatus status;
    for (const v1::ApplyReply::Step &each : message.steps())
        status.steps.push_back(
            {each.controller(),
             toEnum(each.kind(), v1::ApplyReply::Kind_ARRAYSIZE, SessionStep::Kind::Start),
             each.what(),
             toEnum(each.state(), v1::ApplyReply::State_ARRAYSIZE, SessionStep::State::Failed),
             each.why()});
    status.untouched = message.untouched();
    status.problems = {message.problems().begin(), message.problems().end()};
    status.hasEnded = message.ended();
    return status;
}

} // namespace qontroller::remote
