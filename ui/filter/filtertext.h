// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QList>
#include <QtCore/QString>

#include "core/engine/filter/filter.h"

#include <tl/expected.hpp>

/// Filters as a person types and reads them.
namespace qontroller::ui {

/// Why a text is no filter, and where.
struct FilterFault
{
    int position = 0; ///< of the first character that is wrong
    int length = 0;
    QString sentence; ///< in the operator's language
};

/// The filter that \a text means, or what is wrong with it.
[[nodiscard]] tl::expected<Filter, FilterFault> readFilter(const QString &text);

/// Where a term stands in a text, in characters.
struct FilterPlace
{
    int position = 0;
    int length = 0;
};
/// The terms of \a text that are about none of \a fields.
[[nodiscard]] QList<FilterPlace> termsBesides(const QString &text, FilterFields fields);

/// As the functions of core/engine/filter/filter.h.
[[nodiscard]] QString filterTerm(const QString &field, const QString &value);
[[nodiscard]] QString replaceFilterTerm(const QString &text, const QString &field,
                                        const QString &term);

} // namespace qontroller::ui
