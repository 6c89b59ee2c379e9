// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/screenfit.h"

#include <QtWidgets/QLayout>
#include <QtWidgets/QWidget>

#include <algorithm>

namespace qontroller::ui {

namespace {

constexpr QSize MostFrame(16, 40);

} // namespace

QSize fittingSize(QSize wanted, QSize available)
{
    return wanted.boundedTo(available - MostFrame);
}

void fitToWidth(QWidget &dialog, int width)
{
    const QLayout &layout = *dialog.layout();
    dialog.setMinimumWidth(width);
    const int wide = std::max(width, layout.minimumSize().width());
    // Its own hint wraps sentences where they are square.
    dialog.resize(wide, layout.hasHeightForWidth() ? layout.heightForWidth(wide)
                                                   : layout.sizeHint().height());
}

} // namespace qontroller::ui
