// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/remote/wire/goodbye.h"

namespace qontroller::remote {

namespace {

using namespace std::string_view_literals;

constexpr std::size_t Longest = 200; // of the reason: the length of its frame is one byte
constexpr std::string_view Settings = "\0\0\0\x04\0\0\0\0\0"sv;
/// Of the frame GOAWAY, around the byte of its length; then: no call was taken, it is too much.
constexpr std::string_view GoAwayBegin = "\0\0"sv;
constexpr std::string_view GoAwayRest = "\x07\0\0\0\0\0\0\0\0\0\0\0\0\x0b"sv;
constexpr std::size_t HeadOfFrame = 8; ///< that counts in its length

} // namespace

std::string goodbye(std::string_view why)
{
    const std::string text(why.substr(0, Longest));
    std::string frames(Settings);
    frames += GoAwayBegin;
    frames += static_cast<char>(HeadOfFrame + text.size());
    frames += GoAwayRest;
    return frames + text;
}

std::optional<std::string> readGoodbye(std::string_view begin)
{
    const std::size_t head = Settings.size() + GoAwayBegin.size() + 1 + GoAwayRest.size();
    if (begin.size() < head || !begin.starts_with(Settings)
        || begin.substr(Settings.size(), GoAwayBegin.size()) != GoAwayBegin
        || begin.substr(head - GoAwayRest.size(), GoAwayRest.size()) != GoAwayRest)
        return std::nullopt;
    const std::size_t size = static_cast<unsigned char>(
        begin[Settings.size() + GoAwayBegin.size()]);
    if (size < HeadOfFrame || size - HeadOfFrame > Longest
        || begin.size() < head + size - HeadOfFrame)
        return std::nullopt;
    return std::string(begin.substr(head, size - HeadOfFrame));
}

} // namespace qontroller::remote
