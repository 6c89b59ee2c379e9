// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/axis.h"

#include "ui/words/format.h"

#include <QtCore/QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>

namespace qontroller::ui {

namespace {

constexpr std::array TimeSteps{5,   10,   15,   20,   30,    60,    120,   300,  600,
                               900, 1800, 3600, 7200, 10800, 21600, 43200, 86400};

struct TimeUnit
{
    int seconds;
    const char *name;
};

TimeUnit unitFor(double span)
{
    if (span <= 60)
        return {1, "s"};
    if (span <= 3600)
        return {60, "min"};
    return {3600, "h"};
}

QString timeLabel(int age, TimeUnit unit)
{
    if (age == 0)
        return QCoreApplication::translate("TimeSeriesChart", "now");
    return QStringLiteral("−")
           + joined({QString::number(double(age) / unit.seconds), QLatin1String(unit.name)});
}

// 1, 2 or 5 times a power of ten, or 25, 250 …
bool isRound(double step)
{
    const double digits = step / std::pow(10, std::floor(std::log10(step) + 1e-9));
    const auto is = [digits](double round) { return std::abs(digits - round) < 1e-6; };
    return is(1) || is(2) || is(5) || (is(2.5) && step >= 10);
}

} // namespace

std::vector<Tick> timeTicks(double span, int most)
{
    const double wanted = span / std::max(1, most) - 1e-9;
    const auto found = std::ranges::lower_bound(TimeSteps, wanted);
    const int step = found == TimeSteps.end() ? TimeSteps.back() : *found;
    std::vector<Tick> ticks;
    for (int age = 0; age <= int(span); age += step)
        ticks.push_back({-double(age), timeLabel(age, unitFor(span))});
    return ticks;
}

std::vector<Tick> linearTicks(double top, int most, AxisFormat format)
{
    int parts = 1;
    for (const int more : {2, 4, 5}) {
        if (more <= most && isRound(top / more))
            parts = more;
    }
    std::vector<Tick> ticks;
    for (int part = 0; part <= parts; ++part)
        ticks.push_back({top * part / parts, format(top * part / parts)});
    return ticks;
}

std::vector<Tick> decadeTicks(int low, int high, int most, AxisFormat format)
{
    const int step = std::max(1, int(std::ceil(double(high - low) / std::max(1, most))));
    std::vector<Tick> ticks;
    for (int power = low; power <= high; ++power) {
        if (power % step == 0)
            ticks.push_back({double(power), format(std::pow(10, power))});
    }
    return ticks;
}

} // namespace qontroller::ui
