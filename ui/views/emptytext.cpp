// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/emptytext.h"

#include "ui/theme/theme.h"

#include <QtGui/QPainter>
#include <QtWidgets/QWidget>

#include <algorithm>

namespace qontroller::ui {

void paintEmptyText(QWidget &viewport, const QString &why, const QString &next)
{
    QPainter painter(&viewport);
    const QRect area = viewport.rect().adjusted(24, 16, -24, -16);
    const int flags = Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap;
    const int first = painter.boundingRect(area, flags, why).height();
    const int second = painter.boundingRect(area, flags, next).height();
    constexpr int Gap = 4;
    const int top = area.top() + std::max(0, (area.height() - first - Gap - second) / 2);
    painter.setPen(Theme::current().text);
    painter.drawText(QRect(area.left(), top, area.width(), first), flags, why);
    painter.setPen(Theme::current().dim);
    painter.drawText(QRect(area.left(), top + first + Gap, area.width(), second), flags, next);
}

} // namespace qontroller::ui
