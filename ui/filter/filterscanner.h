// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/filter/filter.h"

#include <QtCore/QStringList>

namespace qontroller::ui {

/// One term of a filter text, cut into its parts but not yet understood.
struct FilterToken
{
    enum class Kind {
        Words,
        Expression
    };

    int position = 0;
    int length = 0;
    int valuePosition = 0;
    bool negated = false;
    QString field; ///< empty: none was given
    Kind kind = Kind::Words;
    QStringList values; ///< the words between commas, or the one expression
};

struct FilterTokens
{
    std::vector<FilterToken> tokens;
    std::optional<FilterError> error; ///< tokens before it are good
};

/// Cuts \a text into terms: quotes, escapes, slashes and commas are understood here.
[[nodiscard]] FilterTokens scanFilter(const QString &text);

} // namespace qontroller::ui
