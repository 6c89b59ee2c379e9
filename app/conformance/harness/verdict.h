// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace qontroller::conformance {

/// What came out of one check.
struct Verdict
{
    enum class Kind : unsigned char {
        Passed,
        Failed,
        NotRun,
        Refused, ///< nothing can be said: the world or the parameters are wrong
    };

    Kind kind = Kind::Passed;
    /// What went wrong, why it was not run, or how far it went; a sentence without its
    /// full stop, empty if there is nothing to say.
    std::string text;
    std::string id;         ///< of the object, if it is about one
    std::string right = {}; ///< what would be right; empty: what the check says
    std::uint64_t seed = 0; ///< of the round in which it was found
};

/// Ends a check from any depth of it, as a failed assertion ends a test. Never thrown
/// through a plugin or the engine.
struct EndOfCheck
{
    Verdict verdict;
};

/// \a right is what would be right, if it is not what the check says.
[[noreturn]] inline void fail(std::string id, std::string text, std::string right = {})
{
    throw EndOfCheck{{Verdict::Kind::Failed, std::move(text), std::move(id), std::move(right)}};
}
[[noreturn]] inline void notRun(std::string why)
{
    throw EndOfCheck{{Verdict::Kind::NotRun, std::move(why), {}}};
}
[[noreturn]] inline void refuseToJudge(std::string why)
{
    throw EndOfCheck{{Verdict::Kind::Refused, std::move(why), {}}};
}

/// As sentences show an id or a state: in quotes, long ones cut.
[[nodiscard]] inline std::string quoted(const std::string &text)
{
    constexpr std::size_t Longest = 80;
    return '"' + (text.size() > Longest ? text.substr(0, Longest) + "…" : text) + '"';
}

} // namespace qontroller::conformance
