// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/cli/option.h"

#include "core/base/text/duration.h"

#include <charconv>

namespace qontroller {

namespace {

Complaint take(std::optional<Duration> &duration, const std::string &value)
{
    const auto parsed = parseDuration(value);
    if (!parsed)
        return parsed.error();
    duration = *parsed;
    return std::nullopt;
}

} // namespace

TakeValue toFlag(bool &flag)
{
    return [&flag](const std::string &) -> Complaint {
        flag = true;
        return std::nullopt;
    };
}

TakeValue toText(std::string &text)
{
    return [&text](const std::string &value) -> Complaint {
        text = value;
        return std::nullopt;
    };
}

TakeValue toList(std::vector<std::string> &texts)
{
    return [&texts](const std::string &value) -> Complaint {
        texts.push_back(value);
        return std::nullopt;
    };
}

Complaint notOneOf(const std::vector<std::string_view> &words, const std::string &word)
{
    std::string text = "must be ";
    for (std::size_t i = 0; i < words.size(); ++i) {
        const bool isLast = i + 1 == words.size();
        text += (i == 0 ? "" : isLast ? " or " : ", ") + std::string(words[i]);
    }
    return text + ", but is \"" + word + '"';
}

TakeValue toDuration(std::optional<Duration> &duration, Duration least)
{
    return [&duration, least](const std::string &value) -> Complaint {
        if (auto complaint = take(duration, value))
            return complaint;
        if (*duration < least)
            return "must be at least " + formatDuration(least) + ", but is " + value;
        return std::nullopt;
    };
}

TakeValue toLimit(std::optional<Duration> &limit)
{
    return [&limit](const std::string &value) -> Complaint {
        if (auto complaint = take(limit, value))
            return complaint;
        if (*limit <= Duration::zero())
            return "must be more than 0, but is " + value;
        return std::nullopt;
    };
}

TakeValue toNumber(std::optional<std::uint64_t> &number, std::uint64_t least)
{
    return [&number, least](const std::string &value) -> Complaint {
        constexpr std::uint64_t Most = 999'999'999'999'999;
        std::uint64_t parsed = 0;
        const char *const end = value.data() + value.size();
        const auto [rest, error] = std::from_chars(value.data(), end, parsed);
        if (error != std::errc() || rest != end || parsed < least || parsed > Most)
            return "must be a whole number from " + std::to_string(least) + " to "
                   + std::to_string(Most) + ", but is \"" + value + '"';
        number = parsed;
        return std::nullopt;
    };
}

} // namespace qontroller
