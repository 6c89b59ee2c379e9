// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace qontroller::remote {

/// What a host sends to who is turned away before gRPC sees the connection: the frames with which
/// HTTP/2 begins and ends one, so that any client understands them, with \a why in 200 bytes.
[[nodiscard]] std::string goodbye(std::string_view why);

/// What goodbye() was made of, if \a begin, of what a host sends, is one.
[[nodiscard]] std::optional<std::string> readGoodbye(std::string_view begin);

} // namespace qontroller::remote
