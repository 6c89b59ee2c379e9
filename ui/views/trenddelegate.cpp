// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/trenddelegate.h"

#include "ui/charts/trend.h"
#include "ui/models/controllersmodel.h"

namespace qontroller::ui {

void TrendDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                          const QModelIndex &index) const
{
    RowDelegate::paint(painter, option, index);
    drawTrend(*painter, option.rect.adjusted(4, 5, -4, -5),
              index.data(ControllersModel::TrendRole).value<std::vector<RingPoint>>());
}

} // namespace qontroller::ui
