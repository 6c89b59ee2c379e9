// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <cstddef>
#include <filesystem>
#include <iterator>
#include <string>

namespace qontroller::test {

/// How many descriptors \a process has open.
inline std::ptrdiff_t descriptorCount(const std::string &process = "self")
{
    const std::filesystem::directory_iterator all("/proc/" + process + "/fd");
    return std::distance(begin(all), end(all));
}

} // namespace qontroller::test
