// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/filter/filter.h"

#include "core/engine/filter/filterscanner.h"
#include "core/engine/observe/items/itemmark.h"
#include "core/engine/observe/items/itemrow.h"

#include <algorithm>

namespace qontroller {

bool Filter::matches(const FilterSubject &subject, FilterFields fields) const
{
    return std::ranges::all_of(m_terms, [&](const Term &term) {
        return (term.field & fields) == 0 || term.condition->matches(subject);
    });
}

bool Filter::asksFor(FilterFields fields) const
{
    return std::ranges::any_of(m_terms,
                               [&](const Term &term) { return (term.field & fields) != 0; });
}

bool Filter::takesHost(std::string_view host) const
{
    static const ItemRow none;
    return std::ranges::all_of(m_hosts, [&](const auto &condition) {
        return condition->matches({none, {}, {}, host});
    });
}

std::string filterTerm(std::string_view field, std::string_view value)
{
    const std::string before = std::string(field) + ':';
    if (!value.empty() && value.find_first_of(" \t\n\r\v\f\",/\\") == std::string_view::npos)
        return before + std::string(value);
    std::string quoted;
    for (const char c : value) {
        if (c == '\\' || c == '"')
            quoted += '\\';
        quoted += c;
    }
    return before + '"' + quoted + '"';
}

std::string replaceFilterTerm(std::string_view text, std::string_view field, std::string_view term)
{
    std::string kept;
    const auto keep = [&kept](std::string_view one) {
        if (!one.empty())
            (kept += kept.empty() ? "" : " ") += one;
    };
    for (const FilterToken &token : scanFilter(text).tokens) {
        if (token.field != keyOf(field))
            keep(text.substr(token.position, token.length));
    }
    keep(term);
    return kept;
}

} // namespace qontroller
