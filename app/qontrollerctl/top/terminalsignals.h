// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/files/uniquefd.h"

#include <csignal>
#include <optional>
#include <string>

namespace qontroller::top {

/// The signals of a program that has the terminal, as values: SIGINT, SIGTERM, SIGHUP, SIGWINCH
/// and SIGTSTP. They are blocked for as long as it lives, in this thread and in those that it
/// starts meanwhile; programs that are started are not concerned. Throws std::system_error if there
/// is no descriptor left.
class TerminalSignals final
{
public:
    TerminalSignals();
    ~TerminalSignals();
    TerminalSignals(const TerminalSignals &) = delete;
    TerminalSignals &operator=(const TerminalSignals &) = delete;

    /// Becomes readable when take() has one.
    [[nodiscard]] int descriptor() const { return m_fd.get(); }
    /// The number of the next one; nothing: none has come.
    [[nodiscard]] std::optional<int> take();

private:
    sigset_t m_before{};
    UniqueFd m_fd;
};

/// `SIGTERM`, as kill has it: of one of those above.
[[nodiscard]] std::string signalName(int number);

} // namespace qontroller::top
