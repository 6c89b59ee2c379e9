// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/filter/filter.h"

#include "ui/filter/filterscanner.h"

#include <algorithm>

namespace qontroller::ui {

bool Filter::matches(const FilterSubject &subject) const
{
    return std::all_of(m_conditions.begin(), m_conditions.end(),
                       [&](const auto &condition) { return condition->matches(subject); });
}

QString filterTerm(const QString &field, const QString &value)
{
    const bool plain = std::none_of(value.begin(), value.end(), [](QChar c) {
        return c.isSpace() || c == QLatin1Char('"') || c == QLatin1Char(',')
               || c == QLatin1Char('/') || c == QLatin1Char('\\');
    });
    if (plain && !value.isEmpty())
        return field + QLatin1Char(':') + value;
    QString quoted = value;
    quoted.replace(QLatin1Char('\\'), QLatin1String("\\\\"));
    quoted.replace(QLatin1Char('"'), QLatin1String("\\\""));
    return field + QLatin1String(":\"") + quoted + QLatin1Char('"');
}

QString replaceFilterTerm(const QString &text, const QString &field, const QString &term)
{
    QStringList kept;
    for (const FilterToken &token : scanFilter(text).tokens) {
        if (token.field.compare(field, Qt::CaseInsensitive) != 0)
            kept += text.mid(token.position, token.length);
    }
    if (!term.isEmpty())
        kept += term;
    return kept.join(QLatin1Char(' '));
}

} // namespace qontroller::ui
