// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/foldermirror/wildcard.h"

#include <array>
#include <cctype>
#include <cstddef>
#include <optional>
#include <utility>

namespace qontroller::foldermirror {

namespace {

constexpr std::size_t None = std::string_view::npos;

using IsOfClass = int (*)(int);
constexpr std::array<std::pair<std::string_view, IsOfClass>, 12> Classes{
    {{"alnum", std::isalnum},
     {"alpha", std::isalpha},
     {"blank", std::isblank},
     {"cntrl", std::iscntrl},
     {"digit", std::isdigit},
     {"graph", std::isgraph},
     {"lower", std::islower},
     {"print", std::isprint},
     {"punct", std::ispunct},
     {"space", std::isspace},
     {"upper", std::isupper},
     {"xdigit", std::isxdigit}}};

IsOfClass classCalled(std::string_view name)
{
    for (const auto &[called, isOfClass] : Classes) {
        if (called == name)
            return isOfClass;
    }
    return nullptr;
}

unsigned char byteOf(char c)
{
    return static_cast<unsigned char>(c);
}

/// Reads what stands between brackets, from behind the first one.
class Brackets
{
public:
    explicit Brackets(std::string_view pattern)
        : m_rest(pattern)
        , m_isNegative(pattern.starts_with('!') || pattern.starts_with('^'))
    {
        m_rest.remove_prefix(m_isNegative ? 1 : 0);
    }

    /// Whether \a c is one of them; nothing if the brackets are not closed or name no class.
    std::optional<bool> contain(char c)
    {
        bool isFound = false;
        for (bool isFirst = true; isFirst || !m_rest.starts_with(']'); isFirst = false) {
            const std::optional<bool> found = element(c);
            if (!found)
                return std::nullopt;
            isFound = isFound || *found;
        }
        m_rest.remove_prefix(1);
        return isFound != m_isNegative;
    }
    /// What stands behind them.
    [[nodiscard]] std::string_view rest() const { return m_rest; }

private:
    std::optional<bool> element(char c)
    {
        if (m_rest.starts_with("[:"))
            return classElement(c);
        const std::optional<char> low = next();
        if (!low)
            return std::nullopt;
        if (m_rest.size() < 2 || m_rest.front() != '-' || m_rest[1] == ']')
            return byteOf(c) == byteOf(*low);
        m_rest.remove_prefix(1);
        const std::optional<char> high = next();
        if (!high)
            return std::nullopt;
        return byteOf(*low) <= byteOf(c) && byteOf(c) <= byteOf(*high);
    }

    std::optional<bool> classElement(char c)
    {
        const std::size_t end = m_rest.find(":]");
        const IsOfClass isOfClass = end == None ? nullptr : classCalled(m_rest.substr(2, end - 2));
        if (isOfClass == nullptr)
            return std::nullopt;
        m_rest.remove_prefix(end + 2);
        return isOfClass(byteOf(c)) != 0;
    }

    std::optional<char> next()
    {
        if (m_rest.starts_with('\\'))
            m_rest.remove_prefix(1);
        if (m_rest.empty())
            return std::nullopt;
        const char c = m_rest.front();
        m_rest.remove_prefix(1);
        return c;
    }

    std::string_view m_rest;
    bool m_isNegative;
};

/// What is left of \a pattern when its first element, which is no `*`, is matched with \a c.
std::optional<std::string_view> matchOne(std::string_view pattern, char c)
{
    if (pattern.front() == '?')
        return pattern.substr(1);
    if (pattern.front() == '[') {
        Brackets brackets(pattern.substr(1));
        const auto isIn = brackets.contain(c);
        return isIn.value_or(false) ? std::optional(brackets.rest()) : std::nullopt;
    }
    if (pattern.front() == '\\' && pattern.size() > 1)
        pattern.remove_prefix(1);
    return pattern.front() == c ? std::optional(pattern.substr(1)) : std::nullopt;
}

} // namespace

bool matchesName(std::string_view pattern, std::string_view name)
{
    std::optional<std::string_view> behindStar; // only the last one has to be tried with more
    std::string_view retry;
    while (true) {
        if (pattern.starts_with('*')) {
            pattern.remove_prefix(1);
            behindStar = pattern;
            retry = name;
            continue;
        }
        if (pattern.empty() && name.empty())
            return true;
        const auto rest = pattern.empty() || name.empty() ? std::nullopt
                                                          : matchOne(pattern, name.front());
        if (rest) {
            pattern = *rest;
            name.remove_prefix(1);
        } else if (behindStar && !retry.empty()) {
            retry.remove_prefix(1);
            pattern = *behindStar;
            name = retry;
        } else {
            return false;
        }
    }
}

std::string_view whyNoWildcard(std::string_view pattern)
{
    while (!pattern.empty()) {
        if (pattern.front() == '\\') {
            if (pattern.size() == 1)
                return "must not end with a backslash, which takes the meaning of what follows";
            pattern.remove_prefix(2);
        } else if (pattern.front() == '[') {
            Brackets brackets(pattern.substr(1));
            if (!brackets.contain('\0'))
                return "must close each [ with a ], and name classes as [[:digit:]] does; for the "
                       "character itself write \\[";
            pattern = brackets.rest();
        } else {
            pattern.remove_prefix(1);
        }
    }
    return {};
}

} // namespace qontroller::foldermirror
