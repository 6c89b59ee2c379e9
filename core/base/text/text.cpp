// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/base/text/text.h"

#include <algorithm>
#include <array>
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

/// First bytes of characters, and what may come after them.
struct Lead
{
    unsigned first;
    unsigned last;
    std::size_t size;    ///< bytes of the character
    unsigned secondFrom; ///< the lowest second byte; later ones are from 0x80 to 0xBF
    unsigned secondTo;
};

/// RFC 3629, section 4.
constexpr std::array<Lead, 9> Leads{{
    {0x00, 0x7F, 1, 0x00, 0xFF},
    {0xC2, 0xDF, 2, 0x80, 0xBF},
    {0xE0, 0xE0, 3, 0xA0, 0xBF},
    {0xE1, 0xEC, 3, 0x80, 0xBF},
    {0xED, 0xED, 3, 0x80, 0x9F},
    {0xEE, 0xEF, 3, 0x80, 0xBF},
    {0xF0, 0xF0, 4, 0x90, 0xBF},
    {0xF1, 0xF3, 4, 0x80, 0xBF},
    {0xF4, 0xF4, 4, 0x80, 0x8F},
}};

bool isIn(char byte, unsigned from, unsigned to)
{
    const unsigned value = static_cast<unsigned char>(byte);
    return value >= from && value <= to;
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

constexpr std::size_t LongestCharacter = 4;

/// The first \a size bytes of \a text at most, up to where a character ends.
std::string beginOf(std::string_view text, std::size_t size)
{
    std::string begin = toUtf8(text.substr(0, size + LongestCharacter));
    if (begin.size() > size)
        begin.resize(characterBefore(begin, size));
    return begin;
}

/// The last \a size bytes of \a text at most.
std::string endOf(std::string_view text, std::size_t size)
{
    const std::string end = toUtf8(lastBytes(text, size));
    return std::string(lastBytes(end, size));
}

} // namespace

std::size_t characterSize(std::string_view text)
{
    const auto lead = std::ranges::find_if(Leads, [text](const Lead &each) {
        return isIn(text.front(), each.first, each.last);
    });
    if (lead == Leads.end() || text.size() < lead->size)
        return 0;
    if (lead->size > 1 && !isIn(text[1], lead->secondFrom, lead->secondTo))
        return 0;
    for (std::size_t at = 2; at < lead->size; ++at) {
        if (!isIn(text[at], 0x80, 0xBF))
            return 0;
    }
    return lead->size;
}

std::string_view lastBytes(std::string_view text, std::size_t size)
{
    text.remove_prefix(text.size() - std::min(text.size(), size));
    for (std::size_t i = 1; i < LongestCharacter && !text.empty(); ++i) {
        if (isIn(text.front(), 0x80, 0xBF))
            text.remove_prefix(1);
    }
    return text;
}

std::string cutText(std::string_view text, std::size_t longest)
{
    if (text.size() <= longest) {
        std::string whole = toUtf8(text);
        if (whole.size() <= longest)
            return whole;
    }
    const std::size_t room = longest - CutMark.size() - 1;
    std::string kept;
    kept.reserve(longest);
    kept.append(beginOf(text, room / 2)).append(CutMark).append(" ");
    return kept.append(endOf(text, room - room / 2));
}

std::string cutOwnText(std::string &&text, std::size_t longest)
{
    const bool isGood = text.capacity() <= longest && firstWrong(text) == text.size();
    return isGood ? std::move(text) : cutText(std::string_view(text), longest);
}

std::string_view takeWord(std::string_view &line)
{
    const std::string_view word = line.substr(0, line.find(' '));
    line.remove_prefix(std::min(line.size(), word.size() + 1));
    return word;
}

} // namespace qontroller
