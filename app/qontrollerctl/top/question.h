// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/qontrollerctl/verbs.h"
#include "core/base/threads/clock.h"
#include "core/engine/control/command.h"
#include "core/engine/jobs/job.h"

#include <cstdint>
#include <string>
#include <variant>

/// What `top` and the thread that talks to the host tell each other, as values.
namespace qontroller::top {

enum class Page : std::uint8_t {
    Controllers,
    Objects,
    Why, ///< nothing happens to one object
};

/// A row of a table. It means the same after it has moved, and after the host was started anew.
struct RowName
{
    std::string controller;
    ObjectId id; ///< empty: the controller as a whole

    /// As a person reads it.
    [[nodiscard]] std::string text() const;
    friend bool operator==(const RowName &, const RowName &) = default;
};

/// What the host is asked for, again and again.
struct Question
{
    std::uint64_t number = 0; ///< of one `top`: another question has another one
    Page page = Page::Controllers;
    std::string filter; ///< Objects
    RowName object;     ///< Why
};

/// A command for the row that was highlighted when a key was pressed.
struct Steering
{
    std::uint64_t run = 0; ///< Answer::run of that row: another run calls its controllers otherwise
    ControllerId controller = 0;
    RowName row;
    std::variant<Action, ItemVerb> what; ///< for the controller, or for the object
};

/// Does it, and says how it went, as one line.
[[nodiscard]] std::string carryOut(const Steering &steering, CtlHost host);
/// The same, where \a problem has come between.
[[nodiscard]] std::string notDone(const Steering &steering, const CtlProblem &problem);
/// The same, of a job for one object that was begun.
[[nodiscard]] std::string doneText(const Steering &steering, const JobStatus &job);

/// How it stands with the host.
struct Link
{
    std::string host;    ///< as it is called
    std::string trouble; ///< why it is not reached, as a sentence; empty: it is, as far as is known
    TimePoint nextTry;   ///< while it is not reached
};

} // namespace qontroller::top
