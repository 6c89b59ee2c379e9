// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/process/logwriter/logflow.h"

namespace qontroller::supervision {

LogFlow::LogFlow(LogSink &sink, Clock &clock)
    : m_sink(sink)
    , m_clock(clock)
{}

std::optional<TimePoint> LogFlow::resumesAt() const
{
    return m_whyNot.empty() ? std::nullopt : std::optional(m_resumesAt);
}

bool LogFlow::isPausing() const
{
    return !m_whyNot.empty() && m_clock.now() < m_resumesAt;
}

void LogFlow::take(std::string_view text)
{
    const std::string_view rest = m_losses.restOfLine(text);
    m_losses.drop(rest);
    text.remove_prefix(rest.size());
    resume();
    if (!m_whyNot.empty() || !isTaken(text))
        m_losses.drop(text);
}

void LogFlow::resume()
{
    if (!isPausing() && sayWhatIsMissing())
        m_whyNot.clear();
}

bool LogFlow::isTaken(std::string_view &text)
{
    const Taken taken = m_sink.write(text);
    if (taken.bytes > 0)
        m_isLineOpen = text[taken.bytes - 1] != '\n';
    text.remove_prefix(taken.bytes);
    if (taken.whyNotAll.empty())
        return true;
    m_whyNot = taken.whyNotAll;
    m_whyMissing = taken.whyNotAll;
    m_resumesAt = m_clock.now() + Pause;
    return false;
}

bool LogFlow::sayWhatIsMissing()
{
    const std::uint64_t lines = m_losses.lines() - m_saidLines;
    if (lines == 0)
        return true;
    const std::string line = std::string(m_isLineOpen ? "\n" : "") + "qontroller-logwriter: "
                             + std::to_string(lines) + (lines == 1 ? " line is" : " lines are")
                             + " missing here: " + m_whyMissing + '\n';
    std::string_view text = line;
    if (!isTaken(text))
        return false;
    m_saidLines = m_losses.lines();
    return true;
}

} // namespace qontroller::supervision
