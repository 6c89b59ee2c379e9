// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/plugins/programs/programend.h"

#include <functional>
#include <stop_token>
#include <string_view>

namespace qontroller {

/// Takes what a program prints while it runs, on the thread that runs it.
class ProgramListener
{
public:
    virtual ~ProgramListener() = default;
    /// More bytes of standard output, cut anywhere.
    virtual void output(std::string_view bytes) = 0;
    /// The program has run for settleTime(); called once, or never if it ends sooner.
    virtual void settled() = 0;
    [[nodiscard]] virtual Duration settleTime() const = 0;
};

/// Takes what a program writes to its descriptor 3 while it runs, cut anywhere, on the thread that
/// runs it.
using ControlReader = std::function<void(std::string_view bytes)>;

/// Runs \a invocation with \a input on its standard input until it ended, and blocks
/// for so long. \a stop, a timeout and too much output end it and all of its group;
/// README.md says what becomes of processes that it leaves behind. Nothing is left
/// of it on return: no process to reap, no descriptor. Any number of threads.
///
/// With a \a listener output goes there and counts for no limit; else it is in the end. With a
/// \a control the program has a descriptor 3. A process that it leaves behind with that descriptor
/// is not waited for; what was written before the end is taken.
[[nodiscard]] ProgramEnd runToEnd(const Invocation &invocation, std::string_view input,
                                  const ProgramLimits &limits, const std::stop_token &stop,
                                  ProgramListener *listener = nullptr,
                                  const ControlReader &control = {});

} // namespace qontroller
