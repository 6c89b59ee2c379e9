// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/rowdelegate.h"

#include "ui/theme/theme.h"
#include "ui/words/format.h"

#include <QtGui/QPainter>

namespace qontroller::ui {

// Styles lay a tint over the cell that has the focus, text and all: a frame is enough.
void RowDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                        const QModelIndex &index) const
{
    QStyleOptionViewItem plain = option;
    plain.state.setFlag(QStyle::State_HasFocus, false);
    QStyledItemDelegate::paint(painter, plain, index);
    if (!option.state.testFlag(QStyle::State_HasFocus))
        return;
    painter->setPen(Theme::current().dim);
    painter->setBrush(Qt::NoBrush);
    painter->drawRect(option.rect.adjusted(0, 0, -1, -1));
}

QString RowDelegate::displayText(const QVariant &value, const QLocale &) const
{
    return isolated(value.toString());
}

void RowDelegate::initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    option->palette.setColor(QPalette::Highlight, Theme::current().selection);
    option->palette.setBrush(QPalette::HighlightedText, option->palette.text());
}

} // namespace qontroller::ui
