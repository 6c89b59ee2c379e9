// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/filter/filterconditions.h"

#include <algorithm>

namespace qontroller {

bool TextCondition::matches(const FilterSubject &subject) const
{
    const Texts texts = m_texts(subject);
    return std::ranges::any_of(m_patterns, [&](const Pattern &pattern) {
        return std::ranges::any_of(texts.all(),
                                   [&](std::string_view text) { return pattern.isIn(text); });
    });
}

bool BitsCondition::matches(const FilterSubject &subject) const
{
    return (m_bits(subject) & m_wanted) != 0;
}

bool NumberCondition::matches(const FilterSubject &subject) const
{
    const std::optional<double> number = m_number(subject);
    if (!number)
        return false;
    switch (m_comparison) {
    case Comparison::Equal: return *number == m_bound;
    case Comparison::Less: return *number < m_bound;
    case Comparison::LessOrEqual: return *number <= m_bound;
    case Comparison::Greater: return *number > m_bound;
    case Comparison::GreaterOrEqual: return *number >= m_bound;
    }
    return false;
}

} // namespace qontroller
