// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/observe/events/errorsignature.h"

#include "core/engine/observe/events/shortform.h"

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

/// Dashes, quotes and the ellipsis (U+2000 to U+207F), and what of Latin-1 is no letter.
bool isForeignMark(unsigned char first, unsigned char second)
{
    return (first == 0xE2 && (second == 0x80 || second == 0x81)) || first == 0xC2;
}

bool beginsWithWord(std::string_view text)
{
    if (text.empty() || !isWord(text[0]))
        return false;
    return text.size() < 2
           || !isForeignMark(static_cast<unsigned char>(text[0]),
                             static_cast<unsigned char>(text[1]));
}

bool endsWithWord(std::string_view text)
{
    if (text.empty())
        return false;
    std::size_t begin = text.size() - 1; // of the last character
    while (begin > 0 && (static_cast<unsigned char>(text[begin]) & 0xC0U) == 0x80U)
        --begin;
    return beginsWithWord(text.substr(begin));
}

/// Whether the \a size bytes at \a at are no part of a longer word.
bool isWholeWord(std::string_view text, std::size_t at, std::size_t size)
{
    const std::string_view word = text.substr(at, size);
    return !(beginsWithWord(word) && endsWithWord(text.substr(0, at)))
           && !(endsWithWord(word) && beginsWithWord(text.substr(at + size)));
}

std::string withoutId(std::string text, std::string_view id)
{
    if (id.empty())
        return text;
    for (auto at = text.find(id); at != std::string::npos;) {
        const bool isWhole = isWholeWord(text, at, id.size());
        if (isWhole)
            text.replace(at, id.size(), IdMark);
        at = text.find(id, at + (isWhole ? IdMark.size() : 1));
    }
    return text;
}

/// … and without the folders that the id begins with, where they end a path.
std::string withoutFolders(std::string text, std::string_view id)
{
    for (auto end = id.rfind('/'); end != std::string_view::npos && end > 0;
         end = id.rfind('/', end - 1)) {
        const std::string folder = '/' + std::string(id.substr(0, end));
        for (auto at = text.find(folder); at != std::string::npos; at = text.find(folder, at + 1)) {
            const std::size_t after = at + folder.size();
            const bool isEnd = after == text.size() || !(isWord(text[after]) || text[after] == '/');
            if (isEnd)
                text.replace(at + 1, folder.size() - 1, IdMark);
        }
    }
    return text;
}

// A hexadecimal name: an address, or long enough and with a digit: "deadbeef" stays a word.
bool isHexName(std::string_view word)
{
    if (word.size() > 2 && word.starts_with("0x"))
        return std::all_of(word.begin() + 2, word.end(), isHex);
    return word.size() >= 8 && std::all_of(word.begin(), word.end(), isHex)
           && std::any_of(word.begin(), word.end(), isDigit);
}

/// How long the UUID is that begins at \a at; 0: none does.
std::size_t uuidAt(std::string_view text, std::size_t at)
{
    constexpr std::string_view Form = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";
    const std::string_view word = text.substr(at, Form.size());
    const auto fits = [](char form, char c) { return form == '-' ? c == '-' : isHex(c); };
    const bool isWhole = word.size() == Form.size()
                         && !beginsWithWord(text.substr(at + word.size()));
    return isWhole && std::equal(Form.begin(), Form.end(), word.begin(), fits) ? word.size() : 0;
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
    const std::string source = withoutFolders(withoutId(shortForm(text), id), id);
    std::string result;
    for (std::size_t at = 0; at < source.size();) {
        if (const std::size_t uuid = uuidAt(source, at); uuid > 0) {
            result += NumberMark;
            at += uuid;
            continue;
        }
        std::size_t end = at;
        while (end < source.size() && isWord(source[end]))
            ++end;
        if (end == at)
            result += source[at++];
        appendWord(result, std::string_view(source).substr(at, end > at ? end - at : 0));
        at = std::max(at, end);
    }
    joinNumbers(result);
    if (result.size() > LongestSignature) {
        std::size_t begin = result.size() - LongestSignature + IdMark.size();
        while ((static_cast<unsigned char>(result[begin]) & 0xC0U) == 0x80U)
            ++begin;
        result.replace(0, begin, IdMark);
    }
    return result;
}

} // namespace qontroller
