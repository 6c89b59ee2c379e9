// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/rowdelegate.h"

namespace qontroller::ui {

/// Draws ControllersModel::TrendRole as a line without axes.
class TrendDelegate final : public RowDelegate
{
    Q_OBJECT

public:
    using RowDelegate::RowDelegate;
    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;
};

} // namespace qontroller::ui
