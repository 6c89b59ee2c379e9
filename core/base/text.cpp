// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/base/text.h"

#include <utility>

namespace qontroller {

namespace {

/// Where a character begins, at \a position or a little before.
std::size_t characterBefore(std::string_view text, std::size_t position)
{
    constexpr std::size_t MostFollowing = 3;
    const auto follows = [text](std::size_t at) {
        return (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U;
    };
    for (std::size_t back = 0; back <= MostFollowing && back < position; ++back) {
        if (!follows(position - back))
            return position - back;
    }
    return position; // these bytes are no characters
}

} // namespace

std::string cutText(std::string_view text, std::size_t longest)
{
    if (text.size() <= longest)
        return std::string(text);
    std::string cut;
    const std::string_view kept = text.substr(0, characterBefore(text, longest - CutMark.size()));
    cut.reserve(kept.size() + CutMark.size());
    return cut.append(kept).append(CutMark);
}

std::string cutText(std::string &&text, std::size_t longest)
{
    const bool holdsMore = text.capacity() > longest;
    return holdsMore ? cutText(std::string_view(text), longest) : std::move(text);
}

} // namespace qontroller
