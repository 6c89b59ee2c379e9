// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"

#include <optional>
#include <string>

namespace qontroller {

/// What SIGHUP is to a program.
enum class HangUp : unsigned char {
    Ends,   ///< as SIGTERM
    IsWord, ///< that a file is to be read again
};

/// From here on SIGHUP ends nothing: the Signals that are made later give it first, where it is a
/// word. It still ends a program whose terminal is gone, and stays ignored where it is.
///
/// For a start that takes its time: who sends a word does not know how far it is. Before another
/// thread is there; also before main(), for it needs nothing that is initialised at run time.
void keepHangUp();

/// SIGINT, SIGTERM and SIGHUP as values. The handlers only write a byte into a pipe, and are
/// gone in programs that a plugin starts (a blocked signal would not be). SIGHUP stays ignored
/// where it is, as nohup does it.
///
/// A second signal is given as the first; but if the program still runs 2 s later, its thread
/// stands still, and the handler ends the program with 128 + signal, without any clearing up.
/// SIGHUP does not count here where it is a word.
///
/// One at a time in a process. wait() is for one thread, wake() for any.
class Signals
{
public:
    explicit Signals(HangUp hangUp = HangUp::Ends);
    ~Signals();
    Signals(const Signals &) = delete;
    Signals &operator=(const Signals &) = delete;

    /// Blocks until a signal came (its number), until wake() (nothing) or until
    /// \a deadline (nothing). Each signal is given once, in order.
    [[nodiscard]] std::optional<int> wait(TimePoint deadline);

    void wake();

    /// Takes the signals again that foreign code has taken from this or has ignored; their names,
    /// with commas, empty if there are none. Cheap; for the thread of wait(), once in a while.
    [[nodiscard]] std::string takeAgain() const;

    /// The program had a terminal when this was made, and has it no longer: SIGHUP is no word then.
    [[nodiscard]] bool hasLostTerminal() const;

    /// Becomes readable when wait() would not block: for an event loop.
    [[nodiscard]] int descriptor() const;

private:
    bool m_hadTerminal;
    bool m_takesHangUp;
};

/// The first signal that has asked the program to end, whether or not its thread has heard it.
/// Thread-safe.
[[nodiscard]] std::optional<int> askedEnd();

} // namespace qontroller
