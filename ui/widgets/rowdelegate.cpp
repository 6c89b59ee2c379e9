// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/rowdelegate.h"

#include "ui/theme/theme.h"
#include "ui/words/format.h"

#include <QtGui/QHelpEvent>
#include <QtGui/QPainter>
#include <QtWidgets/QAbstractItemView>
#include <QtWidgets/QApplication>
#include <QtWidgets/QTableView>
#include <QtWidgets/QToolTip>

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

bool RowDelegate::helpEvent(QHelpEvent *event, QAbstractItemView *view,
                            const QStyleOptionViewItem &option, const QModelIndex &index)
{
    const bool isTip = event->type() == QEvent::ToolTip;
    if (!isTip || index.data(Qt::ToolTipRole).isValid() || !isCut(option, index))
        return QStyledItemDelegate::helpEvent(event, view, option, index);
    QToolTip::showText(event->globalPos(), displayText(index.data(), view->locale()), view);
    return true;
}

bool RowDelegate::isCut(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    QStyleOptionViewItem whole = option;
    initStyleOption(&whole, index);
    const QStyle *style = whole.widget ? whole.widget->style() : QApplication::style();
    const QSize size = style->sizeFromContents(QStyle::CT_ItemViewItem, &whole, {}, whole.widget);
    return size.width() > option.rect.width();
}

void RowDelegate::initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    option->textElideMode = m_elide;
    if (option->displayAlignment.testFlag(Qt::AlignRight) && !option->text.isEmpty()
        && qobject_cast<const QTableView *>(option->widget))
        option->text += GapBehindNumbers;
    option->palette.setColor(QPalette::Highlight, Theme::current().selection);
    option->palette.setBrush(QPalette::HighlightedText, option->palette.text());
}

} // namespace qontroller::ui
