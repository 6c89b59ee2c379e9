// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/foldermirror/kepttimes.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <ctime>
#include <optional>

namespace qontroller::foldermirror {

namespace {

constexpr std::int64_t Second = 1'000'000'000;
constexpr std::size_t MostOdd = 256; ///< what does not fit is looked at again and again

struct Step
{
    std::int64_t length;
    const char *words;
};
constexpr std::array Steps{Step{100, "steps of 100 ns"},
                           Step{1'000, "whole microseconds"},
                           Step{1'000'000, "whole milliseconds"},
                           Step{10'000'000, "steps of 10 ms"},
                           Step{Second, "whole seconds"},
                           Step{2 * Second, "every second second"}};

// Where the times of file systems begin and end: 1980-01-02 (FAT begins the day before, others
// earlier) and the last seconds of a signed number of 32 bits.
constexpr std::int64_t LatestBegin = 315'619'200 * Second;
constexpr std::int64_t EarliestEnd = 2'147'483'645 * Second;

std::int64_t floorTo(std::int64_t time, std::int64_t step)
{
    const std::int64_t rest = time % step;
    return time - (rest < 0 ? rest + step : rest);
}

std::optional<std::int64_t> stepFrom(std::int64_t time, std::int64_t kept)
{
    for (const Step &step : Steps) {
        if (floorTo(time, step.length) == kept)
            return step.length;
    }
    return std::nullopt;
}

bool mayBeFirst(std::int64_t time, std::int64_t kept)
{
    return time < kept && kept <= LatestBegin;
}

bool mayBeLast(std::int64_t time, std::int64_t kept)
{
    return time > kept && kept >= EarliestEnd;
}

std::string dayOf(std::int64_t time)
{
    const std::time_t seconds = floorTo(time, Second) / Second;
    std::tm parts{};
    std::array<char, 16> text{};
    if (::gmtime_r(&seconds, &parts) == nullptr
        || std::strftime(text.data(), text.size(), "%Y-%m-%d", &parts) == 0)
        return std::to_string(seconds) + " s";
    return text.data();
}

} // namespace

std::int64_t KeptTimes::of(std::int64_t time) const
{
    if (const auto odd = m_odd.find(time); odd != m_odd.end())
        return odd->second;
    return floorTo(std::clamp(time, m_first, m_last), m_step);
}

bool KeptTimes::learn(std::int64_t time, std::int64_t kept)
{
    if (isKept(time, kept))
        return false;
    if (const auto step = stepFrom(time, kept); step && *step > m_step)
        m_step = *step;
    else if (mayBeLast(time, kept))
        m_last = kept;
    else if (mayBeFirst(time, kept))
        m_first = kept;
    else if (m_odd.size() < MostOdd)
        m_odd.insert_or_assign(time, kept);
    else
        return false;
    return true;
}

bool KeptTimes::isWorthALook(std::int64_t time, std::int64_t kept)
{
    return stepFrom(time, kept) || mayBeFirst(time, kept) || mayBeLast(time, kept);
}

std::string KeptTimes::words() const
{
    std::string words;
    const auto step = std::find_if(Steps.begin(), Steps.end(),
                                   [this](const Step &each) { return each.length == m_step; });
    if (step != Steps.end())
        words = step->words;
    const auto add = [&words](const std::string &more) {
        words += (words.empty() ? "" : ", ") + more;
    };
    if (m_first != std::numeric_limits<std::int64_t>::min())
        add("times from " + dayOf(m_first) + " on");
    if (m_last != std::numeric_limits<std::int64_t>::max())
        add("times until " + dayOf(m_last));
    if (!m_odd.empty())
        add("some times as others");
    return words;
}

} // namespace qontroller::foldermirror
