// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace qontroller::loadbalancer {

/// The name of a server of ours in HAProxy: `SERVICE::SERVER`. Pure.
///
/// HAProxy allows letters, digits, `_`, `-`, `.` and `:` in such names. Every other byte of an id
/// is written as `:` and two digits, as in `a:20b` for `a b`, and so is `:` itself. So the two
/// parts can be told apart and read back, and a server without `::` in its name is not ours.
struct ServerName
{
    std::string service;
    std::string server;

    [[nodiscard]] std::string text() const;
    /// Nothing if \a text is not what text() gives for any name.
    [[nodiscard]] static std::optional<ServerName> fromText(std::string_view text);

    friend bool operator==(const ServerName &, const ServerName &) = default;
};

} // namespace qontroller::loadbalancer
