// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <tl/expected.hpp>

#include <chrono>
#include <string>
#include <string_view>

namespace qontroller {

using Duration = std::chrono::nanoseconds;

/// Reads a duration as people write it: a number and one of ms, s, m, h, d, as in
/// `250ms`, `1.5s`, `5m`, `1h`, `90d`. The error is a sentence that says what would be right.
[[nodiscard]] tl::expected<Duration, std::string> parseDuration(std::string_view text);

/// Writes a duration so that parseDuration() reads it back: `250ms`, `30s`, `5m`,
/// `1h`, `90d`. Parts of a millisecond are rounded away.
[[nodiscard]] std::string formatDuration(Duration duration);

/// How long something lasts, for a person: `0.2s`, `42s`, `5m 3s`, `3d 4h`. A negative one
/// begins with its sign: `-42s`.
[[nodiscard]] std::string spanInWords(Duration age);

/// A length of time that was chosen or worked out, for a person, to a tenth of a second: `250ms`,
/// `5m`, `59m 35.6s`, `1h 30m`.
[[nodiscard]] std::string lengthInWords(Duration length);

/// When something comes, for a person: `in 42s`; `now` if nothing is \a left until then.
[[nodiscard]] std::string comesInWords(Duration left);

} // namespace qontroller
