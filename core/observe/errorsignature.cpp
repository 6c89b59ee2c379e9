// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/observe/errorsignature.h"

#include <algorithm>

namespace qontroller {

namespace {

constexpr std::string_view IdMark = "…";
constexpr char NumberMark = '#';
constexpr std::size_t LongestSignature = 240;

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}
bool isHex(char c)
{
    return isDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}
bool isWord(char c)
{
    return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'
           || static_cast<unsigned char>(c) >= 0x80;
}

std::string withoutId(std::string_view text, std::string_view id)
{
    std::string result(text.substr(0, 4096));
    if (id.empty())
        return result;
    for (auto at = result.find(id); at != std::string::npos;
         at = result.find(id, at + IdMark.size()))
        result.replace(at, id.size(), IdMark);
    return result;
}

// A hexadecimal name: long enough, and with a digit, so that "deadbeef" stays a word.
bool isHexName(std::string_view word)
{
    return word.size() >= 8 && std::all_of(word.begin(), word.end(), isHex)
           && std::any_of(word.begin(), word.end(), isDigit);
}

void appendWord(std::string &result, std::string_view word)
{
    if (isHexName(word)) {
        result += NumberMark;
        return;
    }
    bool inNumber = false;
    for (const char c : word) {
        if (!isDigit(c))
            result += c;
        else if (!inNumber)
            result += NumberMark;
        inNumber = isDigit(c);
    }
}

// "#-#-#" and "#.#" are one number, UUID, address or version.
void joinNumbers(std::string &text)
{
    for (const std::string_view joined : {"#-#", "#.#", "#:#"}) {
        for (auto at = text.find(joined); at != std::string::npos; at = text.find(joined, at))
            text.erase(at + 1, 2);
    }
}

} // namespace

std::string errorSignature(std::string_view text, std::string_view id)
{
    const std::string source = withoutId(text, id);
    std::string result;
    for (std::size_t at = 0; at < source.size();) {
        std::size_t end = at;
        while (end < source.size() && isWord(source[end]))
            ++end;
        if (end == at)
            result += source[at++] == '\n' ? ' ' : source[at - 1];
        appendWord(result, std::string_view(source).substr(at, end > at ? end - at : 0));
        at = std::max(at, end);
    }
    joinNumbers(result);
    if (result.size() > LongestSignature)
        result.resize(LongestSignature);
    return result;
}

} // namespace qontroller
