// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <stdexcept>
#include <string>
#include <system_error>

namespace qontroller {

/// Whether an `errno` says that this process or its host has no more descriptors, memory or
/// processes. That is no object's fault and passes, unlike what is wrong with an object. EAGAIN
/// means it where something is started or made; elsewhere that nothing is there yet.
[[nodiscard]] bool isShortage(int error);
[[nodiscard]] bool isShortage(const std::error_code &error);

/// Thrown by code that meets a shortage and has words for it. What the standard library throws
/// means the same: std::bad_alloc, and std::system_error with such a code.
class HostShortage : public std::runtime_error
{
public:
    using std::runtime_error::runtime_error;
};

} // namespace qontroller
