// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/format.h"

#include "core/base/text/readabletext.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QLocale>
#include <QtGui/QGuiApplication>

#include <algorithm>
#include <cmath>

namespace qontroller::ui {

namespace {

using namespace std::chrono_literals;

constexpr QChar NarrowSpace(0x202f);

struct FormatText
{
    Q_DECLARE_TR_FUNCTIONS(Format)
};

QString twoUnits(std::int64_t big, const char *bigUnit, std::int64_t small, const char *smallUnit)
{
    return QStringLiteral("%1%2%3 %4%2%5")
        .arg(big)
        .arg(NarrowSpace)
        .arg(QLatin1String(bigUnit))
        .arg(small, 2, 10, QLatin1Char('0'))
        .arg(QLatin1String(smallUnit));
}

} // namespace

QString formatCount(std::uint64_t count)
{
    QString text = QString::number(count);
    for (qsizetype i = text.size() - 3; i > 0; i -= 3)
        text.insert(i, NarrowSpace);
    return text;
}

QString formatNumber(double number)
{
    if (!std::isfinite(number))
        return QStringLiteral("–");
    const double size = std::abs(number);
    const int decimals = size >= 10 || std::abs(size - std::round(size)) < 0.005 ? 0 : 1;
    const QString text = size >= 100 ? formatCount(std::uint64_t(std::llround(size)))
                                     : QLocale().toString(size, 'f', decimals);
    return number <= -0.05 ? QStringLiteral("−") + text : text; // nothing is "−0"
}

Measure measureSpan(Duration span)
{
    const auto ns = double(span.count());
    if (span == Duration::zero())
        return {QStringLiteral("0"), QStringLiteral("s")};
    if (ns < 1e3)
        return {QString::number(std::max<std::int64_t>(0, span.count())), QStringLiteral("ns")};
    if (ns < 1e6)
        return {formatNumber(ns / 1e3), QStringLiteral("µs")};
    if (ns < 1e9)
        return {formatNumber(ns / 1e6), QStringLiteral("ms")};
    if (span < 1min)
        return {formatNumber(ns / 1e9), QStringLiteral("s")};
    if (span < 1h)
        return {formatNumber(ns / 60e9), QStringLiteral("min")};
    return {formatNumber(ns / 3600e9), QStringLiteral("h")};
}

Measure measurePerMinute(double count)
{
    return {formatCount(std::uint64_t(std::llround(std::max(0.0, count)))), QStringLiteral("/min")};
}

QString joined(const Measure &measure)
{
    const bool apart = !measure.unit.startsWith(QLatin1Char('/'));
    return measure.value + (apart ? QString(NarrowSpace) : QString()) + measure.unit;
}

QString formatSpan(Duration span)
{
    if (span < 0s)
        return QStringLiteral("−") + formatSpan(-span);
    if (span < 1min)
        return joined(measureSpan(span));
    const auto seconds = std::chrono::floor<std::chrono::seconds>(span).count();
    if (span < 1h)
        return twoUnits(seconds / 60, "min", seconds % 60, "s");
    if (span < 24h)
        return twoUnits(seconds / 3600, "h", seconds / 60 % 60, "min");
    return twoUnits(seconds / 86400, "d", seconds / 3600 % 24, "h");
}

QString formatAge(Duration age)
{
    return formatSpan(std::chrono::floor<std::chrono::seconds>(std::max(Duration::zero(), age)));
}

QString formatTerm(Duration term)
{
    const QString text = formatSpan(term);
    const qsizetype small = text.indexOf(QStringLiteral(" 00") + NarrowSpace);
    return text.left(small);
}

QString formatCountdown(Duration left)
{
    return formatSpan(std::chrono::ceil<std::chrono::seconds>(std::max(Duration::zero(), left)));
}

QDateTime localTime(WallTime time)
{
    const auto since = std::chrono::duration_cast<std::chrono::milliseconds>(
        time.time_since_epoch());
    return QDateTime::fromMSecsSinceEpoch(since.count());
}

QDateTime wallTimeOf(TimePoint time, const Moment &moment)
{
    return localTime(moment.wallOf(time));
}

QString formatMoment(const QDateTime &local, const QString &today)
{
    return local.toString(
        local.date() == QDate::currentDate() ? today : QStringLiteral("yyyy-MM-dd HH:mm:ss"));
}

QString isolated(const QString &text)
{
    constexpr QChar FirstStrongIsolate(0x2068);
    constexpr QChar PopDirectionalIsolate(0x2069);
    return QGuiApplication::isRightToLeft() ? FirstStrongIsolate + text + PopDirectionalIsolate
                                            : text;
}

QString toLine(std::string_view text)
{
    return QString::fromStdString(readableLine(text));
}

QString toLines(std::string_view text)
{
    return QString::fromStdString(readableLines(text));
}

QString withText(const QString &words, std::string_view text)
{
    return text.empty() ? words : words + QStringLiteral(": ") + toLine(text);
}

QString someOf(const QStringList &names, qsizetype most)
{
    return someOf(names.mid(0, most), std::size_t(names.size()), QStringLiteral(", "));
}

QString someOf(QStringList first, std::size_t count, const QString &separator)
{
    const std::size_t more = count - std::size_t(first.size());
    if (more > 0)
        first += FormatText::tr("%n more", nullptr, int(more));
    return first.join(separator);
}

} // namespace qontroller::ui
