// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <QtCore/QByteArray>
#include <QtCore/QList>

namespace qontroller::test {

/// One block between "```" lines of a README, and what a reader does with it.
struct Step
{
    enum class Kind {
        Write,   ///< a file with this content: the line before is "`name`:"
        Type,    ///< shell commands
        Compare, ///< what the commands before print; "…" stands for anything
        Nothing, ///< it is not said what it is for
    };
    Kind kind = Kind::Nothing;
    QByteArray name; ///< of the file to write
    QByteArray text; ///< with its last line break
};

/// All steps of \a readme in their order.
[[nodiscard]] QList<Step> stepsOf(const QByteArray &readme);

/// True if \a output is what \a expected shows.
[[nodiscard]] bool matches(const QByteArray &expected, const QByteArray &output);

} // namespace qontroller::test
