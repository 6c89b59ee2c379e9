// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace qontroller {

/// Where a value stands in a JSON document. A value itself.
class JsonPath
{
public:
    JsonPath() = default;

    [[nodiscard]] JsonPath key(std::string_view name) const;
    [[nodiscard]] JsonPath index(std::size_t position) const;
    /// This path, seen from where \a parent begins.
    [[nodiscard]] JsonPath below(const JsonPath &parent) const;

    /// It is \a other, or a part of what stands there.
    [[nodiscard]] bool isAtOrBelow(const JsonPath &other) const;

    [[nodiscard]] bool isEmpty() const { return m_steps.empty(); }
    [[nodiscard]] std::size_t size() const { return m_steps.size(); }

    /// As people write it: `controllers[0].parameters.source`.
    [[nodiscard]] std::string dotted() const;
    /// As RFC 6901 writes it: `/controllers/0/parameters/source`.
    [[nodiscard]] std::string pointer() const;

    using Step = std::variant<std::string, std::size_t>;
    [[nodiscard]] const std::vector<Step> &steps() const { return m_steps; }

    friend bool operator==(const JsonPath &, const JsonPath &) = default;

private:
    std::vector<Step> m_steps;
};

/// Why a value cannot be used.
enum class ProblemCause : unsigned char {
    Value,    ///< it is wrong: it has to be changed
    Crash,    ///< a plugin threw, or its own process crashed or gave no answer: a later try may go
              ///< well
    Shortage, ///< the machine has no more threads, descriptors, memory or room on its disk, or a
              ///< file is in use: likewise
};

/// What is wrong with one value and what would be right, as the end of a
/// sentence that begins with its path: `must be a whole number, but is "four"`.
struct JsonProblem
{
    JsonPath path; ///< empty: the whole of what was looked at
    std::string text;
    ProblemCause cause = ProblemCause::Value;

    /// `options.workers: must be a whole number, but is "four"`.
    [[nodiscard]] std::string sentence() const;

    friend bool operator==(const JsonProblem &, const JsonProblem &) = default;
};

using JsonProblems = std::vector<JsonProblem>;

/// One problem, with the value of \a key.
[[nodiscard]] JsonProblems problemAt(std::string_view key, std::string text,
                                     ProblemCause cause = ProblemCause::Value);

/// \a problems of a part that stands at \a parent, as problems of the whole.
[[nodiscard]] JsonProblems below(const JsonPath &parent, JsonProblems problems);

} // namespace qontroller
