// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <string>

namespace grpc {
class Status;
}

namespace qontroller::remote {

/// Why something was not done.
struct RemoteError
{
    enum class Kind : unsigned char {
        NotReached, ///< or lost in between
        NotAllowed,
        NotKnown,      ///< the host has no such controller or object
        WrongQuestion, ///< a filter, for instance, that is none
        Refused,       ///< by the host, for another reason
    };
    Kind kind = Kind::NotReached;
    std::string sentence;   ///< for a person
    bool isUnknown = false; ///< it may have been done all the same
};

/// \a error of a call that changes something: no answer is not no.
[[nodiscard]] RemoteError ofChange(RemoteError error);

/// What \a status, which is not OK, says of \a host, which is an address.
[[nodiscard]] RemoteError errorOf(const grpc::Status &status, const std::string &host);

} // namespace qontroller::remote
