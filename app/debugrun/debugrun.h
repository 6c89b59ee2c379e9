// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/session/session.h"
#include "core/engine/controller/controllerspec.h"

#include <tl/expected.hpp>

#include <string>

namespace qontroller {

/// How far a run goes that a person makes to see what a controller does.
enum class Reach : unsigned char {
    Always, ///< as long as the program runs
    Once,   ///< one list, one attempt for each object
    Look,   ///< as Once, but objects are only read: nothing is added and nothing removed
};

/// Whom such a run is about.
struct SessionPart
{
    std::string controller; ///< empty: all
    ObjectId id;            ///< empty: all of the controller
};

/// Reads `CONTROLLER` or `CONTROLLER/ID`, where both names may have slashes: the longest name of a
/// controller counts. The error is a sentence that names the controllers of \a session.
[[nodiscard]] tl::expected<SessionPart, std::string> findSessionPart(const Session &session,
                                                                     const std::string &text);

/// The session with the selected controller alone. Of who only looks no part is in a process of its
/// own: such a one asks its storage and calls its handler in one.
[[nodiscard]] Session selected(Session session, const SessionPart &selection, Reach reach);

/// Makes \a spec handle what is selected, as far as \a reach says, and log what it does, with
/// Reach::Always as logObjects() does.
void limit(ControllerSpec &spec, const SessionPart &selection, Reach reach);

} // namespace qontroller
