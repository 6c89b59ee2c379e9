// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"

#include <string>

namespace qontroller {

/// What an operator has asked a host for, as the host has written it down.
struct OperatorLine
{
    WallTime at;
    std::string who;
    std::string controller; ///< empty: no single one
    std::string text;       ///< in English: what, how many, and what came of it
    bool isRefused = false; ///< whoever asked may only look
};

} // namespace qontroller
