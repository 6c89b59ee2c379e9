// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/api/controllerparts.h"
#include "core/plugins/isolation/served/callanswers.h"

#include <stop_token>
#include <string_view>

namespace qontroller::isolation {

/// What a call is made on.
struct ServedParts
{
    const ControllerParts &parts;
    std::string_view controller;
    std::stop_token stop;
};

/// Makes the call of \a frame, whose number is read, and sends all answers. What the
/// part throws is an answer. False: it is no call, and nothing was done.
[[nodiscard]] bool serveCall(Frame &frame, const ServedParts &served, CallAnswers &answers);

} // namespace qontroller::isolation
