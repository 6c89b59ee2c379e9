// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QString>

#include <vector>

/// Where an axis has a line and a label: at round values only, so that a label is
/// what it says, and at no more places than there is room for.
namespace qontroller::ui {

struct Tick
{
    double at = 0;
    QString label; ///< with its unit
};

using AxisFormat = QString (*)(double);

/// From now, which is 0, back to -\a span seconds, about \a span / \a most apart.
[[nodiscard]] std::vector<Tick> timeTicks(double span, int most);

/// From 0 to \a top, which is a niceCeiling(), in at most \a most steps.
[[nodiscard]] std::vector<Tick> linearTicks(double top, int most, AxisFormat format);

/// Powers of ten from 10^\a low to 10^\a high, in at most \a most steps. Tick::at is the
/// power. Each label is 10 times the one below it, or 100, or 1000 …
[[nodiscard]] std::vector<Tick> decadeTicks(int low, int high, int most, AxisFormat format);

} // namespace qontroller::ui
