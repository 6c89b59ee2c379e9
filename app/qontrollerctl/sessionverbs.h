// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/qontrollerctl/verbs.h"

/// The verbs on what a host runs.
namespace qontroller {

/// A session for a plugin of this installation, to be filled in.
[[nodiscard]] CtlAnswer draftSession(const CtlLine &line);
/// With --save writes what operators have changed into the host's own file instead.
[[nodiscard]] CtlAnswer showSession(const CtlLine &line, CtlHost host);
[[nodiscard]] CtlAnswer showPlugins(const CtlLine &line, CtlHost host);
/// Gives the host the session of a file. Says what would change and asks, unless --yes.
[[nodiscard]] CtlAnswer applySession(const CtlLine &line, CtlHost host);

} // namespace qontroller
