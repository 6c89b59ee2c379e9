// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <string>

namespace qontroller::remote {

/// Why something was not done.
struct RemoteError
{
    enum class Kind : unsigned char {
        NotReached, ///< or lost in between
        NotAllowed,
        NotKnown, ///< the host has no such controller or object
        Refused,  ///< by the host, for another reason
    };
    Kind kind = Kind::NotReached;
    std::string sentence; ///< for a person
};

} // namespace qontroller::remote
