// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/foldermirror/pathcodec.h"

#include <cstdint>

namespace qontroller::foldermirror {

namespace {

constexpr std::string_view HexDigits = "0123456789ABCDEF";

std::uint8_t byteAt(std::string_view text, std::size_t i)
{
    return static_cast<std::uint8_t>(text[i]);
}

bool isPlainAscii(std::uint8_t byte)
{
    return byte >= 0x20 && byte < 0x7F && byte != '%';
}

bool isContinuation(std::string_view text, std::size_t i)
{
    return i < text.size() && (byteAt(text, i) & 0xC0) == 0x80;
}

// The lowest and highest second byte after \a lead (Unicode 15, table 3-7).
bool isSecondByte(std::uint8_t lead, std::uint8_t second)
{
    switch (lead) {
    case 0xE0: return second >= 0xA0 && second <= 0xBF;
    case 0xED: return second >= 0x80 && second <= 0x9F;
    case 0xF0: return second >= 0x90 && second <= 0xBF;
    case 0xF4: return second >= 0x80 && second <= 0x8F;
    default: return second >= 0x80 && second <= 0xBF;
    }
}

std::size_t lengthFor(std::uint8_t lead)
{
    if (lead >= 0xC2 && lead <= 0xDF)
        return 2;
    if (lead >= 0xE0 && lead <= 0xEF)
        return 3;
    if (lead >= 0xF0 && lead <= 0xF4)
        return 4;
    return 0;
}

// How many bytes from \a i on form one character beyond ASCII; 0 if none do.
std::size_t characterLength(std::string_view text, std::size_t i)
{
    const std::uint8_t lead = byteAt(text, i);
    const std::size_t length = lengthFor(lead);
    if (length == 0 || i + length > text.size() || !isSecondByte(lead, byteAt(text, i + 1)))
        return 0;
    for (std::size_t k = 2; k < length; ++k) {
        if (!isContinuation(text, i + k))
            return 0;
    }
    const bool isControl = lead == 0xC2 && byteAt(text, i + 1) < 0xA0;
    return isControl ? 0 : length;
}

void appendEscaped(std::string &id, std::uint8_t byte)
{
    id += '%';
    id += HexDigits[byte >> 4];
    id += HexDigits[byte & 0xF];
}

std::optional<std::string> unescaped(std::string_view id)
{
    std::string path;
    path.reserve(id.size());
    for (std::size_t i = 0; i < id.size(); ++i) {
        if (id[i] != '%') {
            path += id[i];
            continue;
        }
        if (i + 2 >= id.size())
            return std::nullopt;
        const std::size_t high = HexDigits.find(id[i + 1]);
        const std::size_t low = HexDigits.find(id[i + 2]);
        if (high == std::string_view::npos || low == std::string_view::npos)
            return std::nullopt;
        path += static_cast<char>(high * 16 + low);
        i += 2;
    }
    return path;
}

bool isSafeRelativePath(std::string_view path)
{
    if (path.find('\0') != std::string_view::npos)
        return false;
    while (true) {
        const std::size_t end = path.find('/');
        const std::string_view part = path.substr(0, end);
        if (part.empty() || part == "." || part == "..")
            return false;
        if (end == std::string_view::npos)
            return true;
        path.remove_prefix(end + 1);
    }
}

} // namespace

ObjectId PathCodec::idOf(std::string_view path)
{
    ObjectId id;
    id.reserve(path.size());
    for (std::size_t i = 0; i < path.size();) {
        const std::uint8_t byte = byteAt(path, i);
        const std::size_t length = isPlainAscii(byte) ? 1 : characterLength(path, i);
        if (length == 0)
            appendEscaped(id, byte);
        else
            id += path.substr(i, length);
        i += length == 0 ? 1 : length;
    }
    return id;
}

std::optional<std::string> PathCodec::pathOf(std::string_view id)
{
    std::optional<std::string> path = unescaped(id);
    if (!path || !isSafeRelativePath(*path) || idOf(*path) != id)
        return std::nullopt;
    return path;
}

SplitPath splitPath(std::string_view path)
{
    const std::size_t slash = path.rfind('/');
    if (slash == std::string_view::npos)
        return {{}, path};
    return {path.substr(0, slash), path.substr(slash + 1)};
}

std::string joinPath(std::string_view parent, std::string_view name)
{
    std::string path(parent);
    if (!path.empty())
        path += '/';
    path += name;
    return path;
}

} // namespace qontroller::foldermirror
