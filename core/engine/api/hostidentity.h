// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <string>

namespace qontroller {

/// Which host a part works for: so it can say to other hosts, at a target that they share, whose
/// that is.
struct HostIdentity
{
    /// Another one for each machine and state folder, or session where several share such a folder,
    /// and the same after a restart. Empty: it is nobody's work, as in a unit test.
    std::string id;
    std::string stateFolder; ///< its path, for persons

    /// The same host.
    friend bool operator==(const HostIdentity &, const HostIdentity &) = default;
};

} // namespace qontroller
