// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

namespace qontroller {

/// While it lives, no plugin ends the program in good order: exit() called by foreign code would
/// end everything with that code's status, which may be 0.
///
/// Then the log says which library called exit(), and the exit status is 1. A child that foreign
/// code has forked may call it: the program goes on; one that comes back from that code ends (see
/// forkedcopy.h). One in a process.
class ExitGuard
{
public:
    ExitGuard();
    ~ExitGuard();
    ExitGuard(const ExitGuard &) = delete;
    ExitGuard &operator=(const ExitGuard &) = delete;

    /// To be called when plugins were loaded: what they do at the end of the program comes after
    /// the guard then, and finds the threads still running.
    static void renew();
};

} // namespace qontroller
