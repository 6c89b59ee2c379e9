// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/scrolling.h"

#include <QtWidgets/QScrollArea>
#include <QtWidgets/QVBoxLayout>

namespace qontroller::ui {

QScrollArea *scrolling(QWidget *content, const char *name)
{
    auto *padded = new QWidget;
    auto *layout = new QVBoxLayout(padded);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->addWidget(content);
    layout->addStretch();
    auto *area = new QScrollArea;
    area->setObjectName(QLatin1String(name));
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setWidget(padded);
    return area;
}

} // namespace qontroller::ui
