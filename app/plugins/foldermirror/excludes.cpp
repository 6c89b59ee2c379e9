// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/foldermirror/excludes.h"

#include "app/plugins/foldermirror/wildcard.h"

#include <algorithm>
#include <utility>

namespace qontroller::foldermirror {

namespace {

constexpr std::string_view AnyFolders = "**";

std::vector<std::string> split(std::string_view path)
{
    std::vector<std::string> parts;
    for (std::size_t slash = path.find('/'); slash != std::string_view::npos;
         slash = path.find('/')) {
        parts.emplace_back(path.substr(0, slash));
        path.remove_prefix(slash + 1);
    }
    parts.emplace_back(path);
    return parts;
}

bool isEscaped(std::string_view text, std::size_t at)
{
    std::size_t backslashes = 0;
    while (backslashes < at && text[at - backslashes - 1] == '\\')
        ++backslashes;
    return backslashes % 2 == 1;
}

std::string_view withoutTrailingSpaces(std::string_view text)
{
    while (text.ends_with(' ') && !isEscaped(text, text.size() - 1))
        text.remove_suffix(1);
    return text;
}

// `**` stands for any number of folders; as the last segment for at least one entry. As with `*`
// in a name, only the last one has to be tried with more.
bool matchSegments(const std::vector<std::string> &pattern, const std::vector<std::string> &path)
{
    const bool endsOpen = pattern.back() == AnyFolders;
    const std::size_t last = pattern.size() - (endsOpen ? 1 : 0);
    std::size_t p = 0;
    std::size_t s = 0;
    std::size_t retryPattern = 0; // behind a `**`; 0: there was none
    std::size_t retryPath = 0;
    const std::size_t room = path.size() - (endsOpen ? 1 : 0);
    while (true) {
        if (p == last && (endsOpen || s == room))
            return s <= room;
        if (p < last && pattern[p] == AnyFolders) {
            retryPattern = ++p;
            retryPath = s;
        } else if (p < last && s < room && matchesName(pattern[p], path[s])) {
            ++p;
            ++s;
        } else if (retryPattern > 0 && retryPath < room) {
            p = retryPattern;
            s = ++retryPath;
        } else {
            return false;
        }
    }
}

} // namespace

Excludes::Excludes()
{
    m_patterns.push_back({{"lost+found"}, false, true, false});
}

tl::expected<Excludes, std::string> Excludes::of(const std::vector<std::string> &patterns)
{
    Excludes excludes;
    for (std::size_t i = 0; i < patterns.size(); ++i) {
        const std::string_view text = withoutTrailingSpaces(patterns[i]);
        if (text.empty() || text.front() == '#')
            continue;
        auto pattern = parse(text);
        if (!pattern)
            return tl::unexpected("exclude[" + std::to_string(i) + "] " + pattern.error() + ": \""
                                  + patterns[i] + '"');
        excludes.m_patterns.push_back(*std::move(pattern));
    }
    return excludes;
}

tl::expected<Excludes::Pattern, std::string> Excludes::parse(std::string_view text)
{
    Pattern pattern;
    pattern.isNegative = text.front() == '!';
    text.remove_prefix(pattern.isNegative ? 1 : 0);
    pattern.isForFolders = text.ends_with('/') && !isEscaped(text, text.size() - 1);
    text.remove_suffix(pattern.isForFolders ? 1 : 0);
    pattern.isAnchored = text.find('/') != std::string_view::npos;
    text.remove_prefix(text.starts_with('/') ? 1 : 0);
    pattern.segments = split(text);
    for (const std::string &segment : pattern.segments) {
        if (segment.empty())
            return tl::unexpected(std::string("must name something between its slashes, as "
                                              "cache/ or /build/*.o do"));
        if (const std::string_view wrong = whyNoWildcard(segment); !wrong.empty())
            return tl::unexpected(std::string(wrong));
    }
    return pattern;
}

bool Excludes::matches(const Pattern &pattern, std::string_view path)
{
    if (pattern.isAnchored)
        return matchSegments(pattern.segments, split(path));
    return matchesName(pattern.segments.front(), path.substr(path.rfind('/') + 1));
}

bool Excludes::containEntry(std::string_view path, bool isFolder) const
{
    const auto last = std::find_if(m_patterns.rbegin(), m_patterns.rend(),
                                   [&](const Pattern &pattern) {
                                       return (isFolder || !pattern.isForFolders)
                                              && matches(pattern, path);
                                   });
    return last != m_patterns.rend() && !last->isNegative;
}

bool Excludes::contain(std::string_view path, bool isFolder) const
{
    for (std::size_t slash = path.find('/'); slash != std::string_view::npos;
         slash = path.find('/', slash + 1)) {
        if (containEntry(path.substr(0, slash), true))
            return true;
    }
    return containEntry(path, isFolder);
}

} // namespace qontroller::foldermirror
