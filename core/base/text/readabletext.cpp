// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/base/text/readabletext.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace qontroller {

namespace {

struct Range
{
    char32_t first;
    char32_t last;
};

/// Control characters, formats, and separators of lines and paragraphs (Unicode's categories Cc,
/// Cf, Zl and Zp), in their order.
constexpr std::array<Range, 23> Unreadable{{
    {0x0000, 0x001F},   {0x007F, 0x009F},   {0x00AD, 0x00AD},   {0x0600, 0x0605},
    {0x061C, 0x061C},   {0x06DD, 0x06DD},   {0x070F, 0x070F},   {0x0890, 0x0891},
    {0x08E2, 0x08E2},   {0x180E, 0x180E},   {0x200B, 0x200F},   {0x2028, 0x202E},
    {0x2060, 0x2064},   {0x2066, 0x206F},   {0xFEFF, 0xFEFF},   {0xFFF9, 0xFFFB},
    {0x110BD, 0x110BD}, {0x110CD, 0x110CD}, {0x13430, 0x13438}, {0x1BCA0, 0x1BCA3},
    {0x1D173, 0x1D17A}, {0xE0001, 0xE0001}, {0xE0020, 0xE007F},
}};

std::string escaped(char32_t character)
{
    switch (character) {
    case U'\n': return "\\n";
    case U'\r': return "\\r";
    case U'\t': return "\\t";
    default: break;
    }
    constexpr std::string_view Digits = "0123456789abcdef";
    const auto [sign, digits] = character <= 0xFF     ? std::pair('x', 2)
                                : character <= 0xFFFF ? std::pair('u', 4)
                                                      : std::pair('U', 8);
    std::string text{'\\', sign};
    for (int i = digits - 1; i >= 0; --i)
        text += Digits[(character >> (4 * i)) & 0xF];
    return text;
}

/// Of a character that \a bytes are, in UTF-8.
char32_t codeOf(std::string_view bytes)
{
    const auto first = static_cast<unsigned char>(bytes.front());
    char32_t code = bytes.size() == 1 ? first : first & (0x7FU >> bytes.size());
    for (const char byte : bytes.substr(1))
        code = code << 6 | (static_cast<unsigned char>(byte) & 0x3FU);
    return code;
}

bool isPlain(char byte)
{
    return byte >= ' ' && byte <= '~';
}

} // namespace

bool isReadable(char32_t character)
{
    const auto *behind = std::ranges::upper_bound(Unreadable, character, {}, &Range::first);
    return behind == Unreadable.begin() || std::prev(behind)->last < character;
}

std::string readableLine(std::string_view bytes)
{
    if (std::ranges::all_of(bytes, isPlain)) // nearly always
        return std::string(bytes);
    std::string result;
    while (!bytes.empty()) {
        const std::size_t size = characterSize(bytes);
        const std::string_view part = bytes.substr(0, std::max<std::size_t>(size, 1));
        const char32_t code = size == 0 ? static_cast<unsigned char>(part.front()) : codeOf(part);
        if (size == 0 || !isReadable(code))
            result += escaped(code);
        else
            result += part;
        bytes.remove_prefix(part.size());
    }
    return result;
}

std::string readableText(std::string_view bytes, std::size_t longest)
{
    if (std::ranges::all_of(bytes, isPlain))
        return cutText(bytes, longest);
    return cutText(readableLine(bytes.substr(0, longest + 1)), longest); // no more is kept
}

std::string readableLines(std::string_view text)
{
    std::string shown;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        shown.append(at == 0 ? "" : "\n").append(readableLine(text.substr(at, end - at)));
        at = end + 1;
    }
    return shown;
}

} // namespace qontroller
