// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QStringList>

#include <vector>

namespace qontroller::ui {

/// One line of two texts that were laid over each other.
struct DiffLine
{
    enum class Kind {
        Same,
        Wanted, ///< only in the first: it should be and is not
        Found,  ///< only in the second: it is and should not be
    };

    Kind kind = Kind::Same;
    QString text;
    bool operator==(const DiffLine &) const = default;
};

/// The fewest lines that differ, what is found before what is wanted in its place.
/// Texts of which too much differs are not aligned: all of that is found, then wanted.
[[nodiscard]] std::vector<DiffLine> diffLines(const QStringList &wanted, const QStringList &found);

} // namespace qontroller::ui
