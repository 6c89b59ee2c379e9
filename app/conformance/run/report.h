// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/conformance/run/checkprocess.h"

#include <set>
#include <string>
#include <string_view>

namespace qontroller::conformance {

/// Writes verdicts to standard output as they come, for people or as JSON lines.
class Report
{
public:
    enum class Style : unsigned char {
        Text,
        JsonLines,
    };

    Report(Style style, const CheckOrder &order)
        : m_style(style)
        , m_order(order)
    {}

    void begin() const;
    void add(const Check &check, const CheckResult &result);
    /// Nothing, or why \a check is not run: it rests on another that failed.
    [[nodiscard]] std::string whyNotRun(const Check &check) const;
    /// The exceptions of all checks as a verdict, and the totals.
    void end(Duration elapsed);

    [[nodiscard]] bool hasFailures() const { return m_failed > 0; }

private:
    void print(const Check &check, const Verdict &verdict);
    void printJson(const Check &check, const Verdict &verdict) const;
    void printText(const Check &check, const Verdict &verdict) const;

    Style m_style;
    const CheckOrder &m_order;
    std::set<std::string_view> m_failures; ///< checks, and those that rest on them
    ExceptionsSeen m_thrown;
    std::uint64_t m_thrownSeed = 0;
    int m_passed = 0;
    int m_failed = 0;
    int m_notRun = 0;
};

} // namespace qontroller::conformance
