// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/base/text.h"

#include <utility>

namespace qontroller {

namespace {

/// Where a character of UTF-8 begins, at \a position or a little before.
std::size_t characterBefore(std::string_view text, std::size_t position)
{
    while (position > 0 && (static_cast<unsigned char>(text[position]) & 0xC0U) == 0x80U)
        --position;
    return position;
}

/// How many bytes the character has that \a text begins with; 0: it is none (RFC 3629, table 3).
std::size_t characterSize(std::string_view text)
{
    const auto byte = [text](std::size_t at) {
        return at < text.size() ? static_cast<unsigned char>(text[at]) : 0U;
    };
    const auto follow = [byte](std::size_t first, std::size_t last) {
        for (std::size_t at = first; at <= last; ++at) {
            if ((byte(at) & 0xC0U) != 0x80U)
                return false;
        }
        return true;
    };
    const unsigned lead = byte(0);
    const unsigned second = byte(1);
    if (lead < 0x80)
        return 1;
    if (lead >= 0xC2 && lead <= 0xDF)
        return follow(1, 1) ? 2 : 0;
    if (lead >= 0xE0 && lead <= 0xEF) {
        const bool isWrong = (lead == 0xE0 && second < 0xA0) || (lead == 0xED && second > 0x9F);
        return !isWrong && follow(1, 2) ? 3 : 0;
    }
    if (lead >= 0xF0 && lead <= 0xF4) {
        const bool isWrong = (lead == 0xF0 && second < 0x90) || (lead == 0xF4 && second > 0x8F);
        return !isWrong && follow(1, 3) ? 4 : 0;
    }
    return 0;
}

/// Where the first byte is that is no part of a character; its size if there is none.
std::size_t firstWrong(std::string_view text)
{
    std::size_t at = 0;
    while (at < text.size()) {
        const std::size_t size = characterSize(text.substr(at));
        if (size == 0)
            return at;
        at += size;
    }
    return at;
}

std::string toUtf8(std::string_view text)
{
    constexpr std::string_view Replacement = "\xEF\xBF\xBD";
    std::string clean;
    while (!text.empty()) {
        const std::size_t good = firstWrong(text);
        clean.append(text.substr(0, good));
        text.remove_prefix(good);
        if (text.empty())
            break;
        clean.append(Replacement);
        text.remove_prefix(1);
    }
    return clean;
}

/// \a text is UTF-8.
std::string cut(std::string text, std::size_t longest)
{
    if (text.size() <= longest)
        return text;
    text.resize(characterBefore(text, longest - CutMark.size()));
    text += CutMark;
    text.shrink_to_fit();
    return text;
}

} // namespace

std::string cutText(std::string_view text, std::size_t longest)
{
    constexpr std::size_t LongestCharacter = 4;
    const std::string_view begin = text.substr(0, longest + LongestCharacter);
    return cut(firstWrong(begin) == begin.size() ? std::string(begin) : toUtf8(begin), longest);
}

std::string cutText(std::string &&text, std::size_t longest)
{
    const bool isGood = text.capacity() <= longest && firstWrong(text) == text.size();
    return isGood ? std::move(text) : cutText(std::string_view(text), longest);
}

} // namespace qontroller
