// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <utility>

namespace qontroller::consist {

/// What a mark is on: an employee by kind, namespace and name.
///
/// One text, `kind/namespace/name`, which is also what is on disk; the namespace may be empty and
/// the name may have slashes. Never hashed: two employees never have one key.
class EmployeeKey
{
public:
    /// \a qualifiedName is `name` or `namespace/name`, and may end in `#site`.
    EmployeeKey(std::string_view kind, std::string_view qualifiedName)
    {
        m_text.reserve(kind.size() + qualifiedName.size() + 2);
        m_text.append(kind).append(1, '/');
        // Also before a name that begins with one, so that `/a` is not `a`.
        if (qualifiedName.find('/') == std::string_view::npos || qualifiedName.starts_with('/'))
            m_text.append(1, '/');
        m_text.append(qualifiedName);
    }

    /// \a text is what text() gave.
    [[nodiscard]] static EmployeeKey fromText(std::string text)
    {
        return EmployeeKey(std::move(text));
    }

    [[nodiscard]] const std::string &text() const { return m_text; }
    [[nodiscard]] std::string_view kind() const { return all().substr(0, m_text.find('/')); }
    /// `namespace/name`, or `name` where there is no namespace.
    [[nodiscard]] std::string_view qualifiedName() const
    {
        const std::string_view rest = all().substr(m_text.find('/') + 1);
        return rest.starts_with('/') ? rest.substr(1) : rest;
    }

    friend bool operator==(const EmployeeKey &a, const EmployeeKey &b)
    {
        return a.m_text == b.m_text;
    }
    friend bool operator<(const EmployeeKey &a, const EmployeeKey &b)
    {
        return a.m_text < b.m_text;
    }

private:
    explicit EmployeeKey(std::string text)
        : m_text(std::move(text))
    {}
    [[nodiscard]] std::string_view all() const { return m_text; }

    std::string m_text;
};

} // namespace qontroller::consist
