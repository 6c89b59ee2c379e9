// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QDateTime>
#include <QtCore/QString>
#include <QtCore/QStringList>

#include "core/base/threads/clock.h"

#include <cstdint>

/// Numbers and times as they stand on screen. A number and its unit never part.
namespace qontroller::ui {

/// `12 480`, with a narrow space between groups.
[[nodiscard]] QString formatCount(std::uint64_t count);

/// At most three digits that matter: `0.4`, `12.5`, `340`, `12 480`.
[[nodiscard]] QString formatNumber(double number);

/// How long something took, measured: `85 µs`, `3.4 s`, `2 min 05 s`, `3 h 12 min`.
[[nodiscard]] QString formatSpan(Duration span);

/// How long something is ago or goes on, on a clock that ticks: whole seconds, `0 s`,
/// `3 s`, `2 min 05 s`. Never negative.
[[nodiscard]] QString formatAge(Duration age);

/// A length of time that a person chose: `15 min`, `1 h`, `1 h 30 min`.
[[nodiscard]] QString formatTerm(Duration term);

/// How long it is until then, in whole seconds; `0 s` only once it is over.
[[nodiscard]] QString formatCountdown(Duration left);

/// \a time by the calendar here, to the millisecond.
[[nodiscard]] QDateTime localTime(WallTime time);

/// When \a time was by the calendar, to the millisecond, if both clocks agreed at \a moment:
/// the same however late that is known.
[[nodiscard]] QDateTime wallTimeOf(TimePoint time, const Moment &moment);

/// `14:03:05`, in the form of \a today; of another day than today `2026-11-25 14:03:05`.
[[nodiscard]] QString formatMoment(const QDateTime &local,
                                   const QString &today = QStringLiteral("HH:mm:ss"));

/// A value and its unit apart, for a tile: {"3.4", "s"}.
struct Measure
{
    QString value;
    QString unit;
};
[[nodiscard]] Measure measureSpan(Duration span);
/// How often something happened within the last minute: {"28", "/min"}.
[[nodiscard]] Measure measurePerMinute(double count);
/// `3.4 s`, `28/min`: as one text.
[[nodiscard]] QString joined(const Measure &measure);

/// \a text with a direction of its own, for windows that run from right to left: a
/// path or a number with its unit keeps its order there. Only for what is drawn.
[[nodiscard]] QString isolated(const QString &text);

/// Bytes from outside as they are shown, on one line: what is not seen, would break the line or
/// turn its direction is written as `\x1b` or `\u202e`, as the other programs write it.
[[nodiscard]] QString toLine(std::string_view text);
/// The same of each line of \a text.
[[nodiscard]] QString toLines(std::string_view text);
/// \a words, and behind a colon the \a text from outside, on one line, if there is any.
[[nodiscard]] QString withText(const QString &words, std::string_view text);

/// The first \a most of \a names, and how many there are besides: `a, b, 3 more`.
[[nodiscard]] QString someOf(const QStringList &names, qsizetype most);
/// The same if only \a first of \a count names are at hand.
[[nodiscard]] QString someOf(QStringList first, std::size_t count, const QString &separator);

} // namespace qontroller::ui
