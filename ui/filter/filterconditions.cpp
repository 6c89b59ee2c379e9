// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/filter/filterconditions.h"

#include <algorithm>

namespace qontroller::ui {

bool WordsCondition::matches(const FilterSubject &subject) const
{
    const QString text = m_text(subject);
    return std::any_of(m_words.begin(), m_words.end(), [&](const QString &word) {
        return text.contains(word, Qt::CaseInsensitive);
    });
}

ExpressionCondition::ExpressionCondition(TextOf text, QRegularExpression expression)
    : m_text(text)
    , m_expression(std::move(expression))
{
    m_expression.optimize(); // now, in this thread: the filter is used in another one
}

bool ExpressionCondition::matches(const FilterSubject &subject) const
{
    return m_expression.match(m_text(subject)).hasMatch();
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

} // namespace qontroller::ui
