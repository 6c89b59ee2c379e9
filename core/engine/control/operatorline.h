// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"
#include "core/engine/control/command.h"
#include "core/engine/control/keptjob.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace qontroller {

/// What an operator has asked a host for, as the host has written it down.
struct OperatorLine
{
    WallTime at;
    std::string who;        ///< and from where: `anna`, `anna (window)`
    std::string controller; ///< empty: no single one
    std::string text;       ///< in English: what, how many, and what came of it
    bool isRefused = false; ///< whoever asked may only look

    static constexpr std::size_t MostIds = 30;
    Ids ids = {};              ///< the first of the objects that it was asked for
    std::uint64_t idCount = 0; ///< how many there are in all
    Ticket ticket = 0;         ///< events of it name this one; 0 of an earlier life of the host
    JobId job = 0;             ///< it is of this job; likewise
    std::string result = {};   ///< what has come of its runs so far, in English
    std::uint64_t number = 0;  ///< in the log
    std::uint64_t changed = 0; ///< counts up with each line that comes or gets another result
};

} // namespace qontroller
