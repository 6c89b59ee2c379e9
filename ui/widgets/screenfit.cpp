// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/screenfit.h"

namespace qontroller::ui {

namespace {

constexpr QSize MostFrame(16, 40);

} // namespace

QSize fittingSize(QSize wanted, QSize available)
{
    return wanted.boundedTo(available - MostFrame);
}

} // namespace qontroller::ui
