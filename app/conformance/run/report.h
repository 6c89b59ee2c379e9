// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/cli/commandline.h"
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

    void begin();
    void add(const Check &check, const CheckResult &result);
    /// Nothing, or why \a check is not run: it rests on another that failed.
    [[nodiscard]] std::string whyNotRun(const Check &check) const;
    /// The exceptions of all checks as a verdict, and the totals.
    void end(Duration elapsed);

    [[nodiscard]] bool hasFailures() const { return m_failed > 0; }
    /// Why not all of it was printed.
    [[nodiscard]] const Complaint &notPrinted() const { return m_notPrinted; }

private:
    void print(const Check &check, const Verdict &verdict);
    void printJson(const Check &check, const Verdict &verdict);
    void printText(const Check &check, const Verdict &verdict);
    void write(const std::string &text);

    Style m_style;
    const CheckOrder &m_order;
    std::set<std::string_view> m_failures; ///< checks, and those that rest on them
    ExceptionsSeen m_thrown;
    std::uint64_t m_thrownSeed = 0;
    int m_passed = 0;
    int m_failed = 0;
    int m_notRun = 0;
    Complaint m_notPrinted;
};

} // namespace qontroller::conformance
