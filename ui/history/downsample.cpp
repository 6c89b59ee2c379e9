// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/history/downsample.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace qontroller::ui {

namespace {

struct Column
{
    int number = -1;
    double x = 0;
    double low = 0;
    double high = 0;
    double last = 0;
};

void draw(const Column &column, std::vector<PlotPoint> &line)
{
    if (column.number < 0)
        return;
    if (column.low != column.high) {
        // The end nearer to where the line comes from is met first.
        const double before = line.empty() ? column.low : line.back().y;
        const bool lowFirst = std::abs(before - column.low) <= std::abs(before - column.high);
        line.push_back({column.x, lowFirst ? column.low : column.high});
        line.push_back({column.x, lowFirst ? column.high : column.low});
    }
    if (line.empty() || line.back().y != column.last || line.back().x != column.x)
        line.push_back({column.x, column.last});
}

} // namespace

PlotLine downsample(const std::vector<RingPoint> &points, double span, int columns, double gap)
{
    PlotLine lines;
    std::vector<PlotPoint> line;
    Column column;
    double before = 0;
    const double width = span / std::max(1, columns);
    for (const RingPoint &point : points) {
        if (point.age > span)
            continue;
        const int number = int((span - point.age) / width);
        const bool apart = column.number >= 0 && before - point.age > gap;
        if (column.number >= 0 && (number != column.number || apart)) {
            draw(column, line);
            column.number = -1;
        }
        if (apart)
            lines.push_back(std::exchange(line, {}));
        if (column.number < 0)
            column = {number, -point.age, point.low, point.high, point.last};
        column.low = std::min(column.low, point.low);
        column.high = std::max(column.high, point.high);
        column.last = point.last;
        before = point.age;
    }
    draw(column, line);
    if (!line.empty())
        lines.push_back(std::move(line));
    return lines;
}

double niceCeiling(double highest, double least)
{
    const double wanted = std::max(highest, least);
    if (!std::isfinite(wanted) || wanted <= 0)
        return 1;
    const double power = std::pow(10.0, std::floor(std::log10(wanted)));
    for (const double step : std::array{1.0, 2.0, 5.0}) {
        if (step * power >= wanted * (1 - 1e-9))
            return step * power;
    }
    return 10 * power;
}

double forLogAxis(double y, double floor)
{
    return std::isfinite(y) ? std::max(y, floor) : floor;
}

} // namespace qontroller::ui
