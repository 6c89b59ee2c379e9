// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/foldermirror/casing.h"

#include "app/plugins/foldermirror/beneath.h"
#include "app/plugins/foldermirror/pathcodec.h"
#include "app/plugins/foldermirror/safetree.h"

#include <fcntl.h>

#include <algorithm>
#include <climits>
#include <clocale>
#include <cwchar>
#include <cwctype>
#include <vector>

namespace qontroller::foldermirror {

namespace {

constexpr int ForReading = O_RDONLY | O_DIRECTORY;

/// The letters of UTF-8 in this thread, whatever the program's locale is.
class Letters
{
public:
    Letters()
    {
        static const locale_t utf8 = ::newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr);
        if (utf8 != nullptr)
            m_before = ::uselocale(utf8);
    }
    ~Letters()
    {
        if (m_before != nullptr)
            ::uselocale(m_before);
    }
    Letters(const Letters &) = delete;
    Letters &operator=(const Letters &) = delete;

    /// \a name with \a change made to each of its letters.
    template<class Change>
    [[nodiscard]] std::string changed(std::string_view name, Change change) const
    {
        std::string text;
        text.reserve(name.size());
        while (!name.empty()) {
            std::mbstate_t state{};
            wchar_t letter = 0;
            const std::size_t length = std::mbrtowc(&letter, name.data(), name.size(), &state);
            const bool isLetter = length > 0 && length <= name.size();
            text += isLetter ? encoded(change(letter)) : std::string(name.substr(0, 1));
            name.remove_prefix(isLetter ? length : 1);
        }
        return text;
    }

private:
    static std::string encoded(wint_t letter)
    {
        std::string bytes(MB_LEN_MAX, '\0');
        std::mbstate_t state{};
        const std::size_t length = std::wcrtomb(bytes.data(), static_cast<wchar_t>(letter), &state);
        bytes.resize(length <= bytes.size() ? length : 0);
        return bytes;
    }

    locale_t m_before = nullptr;
};

// Each letter in the other case.
std::string inOtherLetters(std::string_view name)
{
    return Letters().changed(name, [](wchar_t letter) {
        const auto one = static_cast<wint_t>(letter);
        return std::iswlower(one) != 0 ? std::towupper(one) : std::towlower(one);
    });
}

bool has(int folder, const std::string &name)
{
    return lookUpAt(folder, name).has_value();
}

// Also if that cannot be told.
bool mayBeListed(int root, std::string_view path, std::string_view name)
{
    const UniqueFd folder = openBeneath(root, path, ForReading);
    FolderReader reader(folder.get());
    while (const char *one = reader.next()) {
        if (name == one)
            return true;
    }
    return reader.error() != 0;
}

// The names in \a folder that are \a name in capitals.
std::vector<std::string> namesakes(int folder, std::string_view name)
{
    std::vector<std::string> found;
    const std::string capitals = capitalsOf(name);
    FolderReader reader(folder);
    while (const char *one = reader.next()) {
        if (capitalsOf(one) == capitals)
            found.emplace_back(one);
    }
    return found;
}

struct Parts
{
    std::string_view first;
    std::string_view rest;
};

Parts partsOf(std::string_view path)
{
    const std::string_view first = path.substr(0, path.find('/'));
    return {first, path.substr(std::min(path.size(), first.size() + 1))};
}

// Gives \a judge each part of \a path, with the path above it, until it says false. Whether it
// never did.
template<class Judge>
bool eachPart(std::string_view path, Judge judge)
{
    std::string above;
    while (!path.empty()) {
        const Parts parts = partsOf(path);
        if (!judge(above, parts.first))
            return false;
        above = joinPath(above, parts.first);
        path = parts.rest;
    }
    return true;
}

} // namespace

std::string capitalsOf(std::string_view name)
{
    return Letters().changed(name, [](wchar_t letter) {
        return std::towupper(static_cast<wint_t>(letter));
    });
}

bool tellsCase(int folder)
{
    const UniqueFd readable = openBeneath(folder, {}, ForReading);
    if (!readable)
        return true;
    FolderReader reader(readable.get());
    while (const char *name = reader.next()) {
        const std::string other = inOtherLetters(name);
        if (other == name)
            continue;
        if (has(folder, other)) // of two that differ in nothing else both are listed
            return mayBeListed(folder, {}, other);
        if (has(folder, name))
            return true; // else it went meanwhile, which says nothing
    }
    return true;
}

std::optional<std::string> findInAnyCase(int root, std::string_view path)
{
    const UniqueFd folder = openBeneath(root, {}, ForReading);
    if (!folder)
        return std::nullopt;
    const auto [first, rest] = partsOf(path);
    for (const std::string &name : namesakes(folder.get(), first)) {
        if (rest.empty())
            return name;
        const UniqueFd below = openBeneath(folder.get(), name, ForReading);
        if (const auto found = below ? findInAnyCase(below.get(), rest) : std::nullopt)
            return joinPath(name, *found);
    }
    return std::nullopt;
}

std::optional<std::string> rivalOf(int root, std::string_view path)
{
    std::optional<std::string> rival;
    eachPart(path, [&](const std::string &above, std::string_view part) {
        const UniqueFd folder = openBeneath(root, above, ForReading);
        for (const std::string &name : namesakes(folder.get(), part)) {
            if (name < part)
                rival = joinPath(above, name);
        }
        return folder && !rival;
    });
    return rival;
}

bool isSpelledSo(int root, std::string_view path)
{
    return eachPart(path, [&](const std::string &above, std::string_view part) {
        return mayBeListed(root, above, part);
    });
}

} // namespace qontroller::foldermirror
