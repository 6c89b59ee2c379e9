// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/screenfit.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QEvent>
#include <QtGui/QScreen>
#include <QtWidgets/QLayout>
#include <QtWidgets/QScrollArea>
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

void fitToContent(QWidget &dialog, const QScrollArea &area, QSize least)
{
    // What was added to a part is known to the layouts around it only by then.
    QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
    QLayout &layout = *dialog.layout();
    layout.invalidate();
    const QMargins margins = layout.contentsMargins();
    const int room = least.width() - margins.left() - margins.right();
    const int whole = area.widget()->layout()->totalHeightForWidth(room);
    const int around = (layout.hasHeightForWidth() ? layout.totalHeightForWidth(least.width())
                                                   : layout.totalSizeHint().height())
                       - area.sizeHint().height();
    const QSize wanted(least.width(), std::max(least.height(), around + whole));
    dialog.resize(fittingSize(wanted, dialog.screen()->availableSize()).expandedTo(least));
}

} // namespace qontroller::ui
