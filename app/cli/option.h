// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace qontroller {

/// What is wrong with a value, without the name of its option; nothing if it is right.
using Complaint = std::optional<std::string>;

/// Takes the value of an option to where it belongs; the value is empty for an option without one.
using TakeValue = std::function<Complaint(const std::string &value)>;

/// One option of a program: how it is written, what --help says of it, and where its value goes.
struct Option
{
    std::string_view name;
    std::string_view value;   ///< what stands for the value in --help; empty: it takes none
    std::string_view example; ///< of a value
    std::string_view help;
    TakeValue take;
};

/// Says that \a word is none of \a words.
[[nodiscard]] Complaint notOneOf(const std::vector<std::string_view> &words,
                                 const std::string &word);

// Each writes what it takes to its argument, which outlives it.

[[nodiscard]] TakeValue toFlag(bool &flag);
[[nodiscard]] TakeValue toText(std::string &text);
/// Adds it to \a texts.
[[nodiscard]] TakeValue toList(std::vector<std::string> &texts);
/// One of the words of \a choices, each with what it means.
template<class Value>
[[nodiscard]] TakeValue toOneOf(Value &target,
                                std::vector<std::pair<std::string_view, Value>> choices)
{
    return [&target, choices = std::move(choices)](const std::string &word) -> Complaint {
        std::vector<std::string_view> words;
        for (const auto &[choice, value] : choices) {
            if (choice == word) {
                target = value;
                return std::nullopt;
            }
            words.push_back(choice);
        }
        return notOneOf(words, word);
    };
}
/// A duration of \a least or more.
[[nodiscard]] TakeValue toDuration(std::optional<Duration> &duration,
                                   Duration least = Duration::zero());
/// A duration of more than 0.
[[nodiscard]] TakeValue toLimit(std::optional<Duration> &limit);
/// A whole number from \a least to 999 999 999 999 999, which a JSON number holds exactly.
[[nodiscard]] TakeValue toNumber(std::optional<std::uint64_t> &number, std::uint64_t least);

} // namespace qontroller
