// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace qontroller::test {

/// Content that carries its own length and checksum, so that a part of it, or parts
/// of two versions, are told from the whole.
[[nodiscard]] inline std::uint64_t checksumOf(std::string_view text)
{
    std::uint64_t hash = 14695981039346656037U; // FNV-1a
    for (const char c : text)
        hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
    return hash;
}

[[nodiscard]] inline std::string sealed(std::string_view payload)
{
    return std::to_string(payload.size()) + ' ' + std::to_string(checksumOf(payload)) + '\n'
           + std::string(payload);
}

[[nodiscard]] inline bool isWhole(std::string_view content)
{
    const std::size_t end = content.find('\n');
    if (end == std::string_view::npos)
        return false;
    const std::string_view payload = content.substr(end + 1);
    return content.substr(0, end)
           == std::to_string(payload.size()) + ' ' + std::to_string(checksumOf(payload));
}

} // namespace qontroller::test
