// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/rowlist.h"

#include "ui/overview/overviewrow.h"

#include <QtWidgets/QVBoxLayout>

#include <algorithm>

namespace qontroller::ui {

RowList::RowList(const QString &title, QWidget *parent)
    : QWidget(parent)
    , m_layout(new QVBoxLayout(this))
{
    setAccessibleName(title);
    m_layout->setContentsMargins({});
    m_layout->setSpacing(0);
}

bool RowList::arrange(const std::vector<OverviewRow *> &rows)
{
    bool hasMoved = false;
    for (int i = 0; i < int(rows.size()); ++i) {
        OverviewRow *row = rows[std::size_t(i)];
        if (m_layout->indexOf(row) == i)
            continue;
        hasMoved = true;
        m_layout->removeWidget(row);
        m_layout->insertWidget(i, row);
        row->show();
    }
    // Qt tells a screen reader of children in this order.
    if (hasMoved)
        std::ranges::for_each(rows, &QWidget::raise);
    setVisible(!rows.empty());
    return hasMoved;
}

} // namespace qontroller::ui
