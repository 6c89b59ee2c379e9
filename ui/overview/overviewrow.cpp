// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/overviewrow.h"

#include "ui/overview/rowaccess.h"
#include "ui/theme/stateicons.h"
#include "ui/theme/theme.h"

#include <QtGui/QFontMetrics>
#include <QtGui/QHelpEvent>
#include <QtGui/QPainter>
#include <QtGui/QTextLayout>
#include <QtWidgets/QStyle>
#include <QtWidgets/QToolTip>

#include <utility>

namespace qontroller::ui {

OverviewRow::OverviewRow(QWidget *parent)
    : QWidget(parent)
{
    tellOfRows();
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_Hover);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void OverviewRow::setChosen(bool chosen)
{
    if (std::exchange(m_isChosen, chosen) != chosen)
        update();
}

QWidget *OverviewRow::followInTabOrder(QWidget *before)
{
    setTabOrder(before, this);
    return this;
}

void OverviewRow::setSymbol(const QString &name, Severity severity)
{
    m_symbol = name;
    m_severity = severity;
}

QRect OverviewRow::mirrored(const QRect &area) const
{
    return QStyle::visualRect(layoutDirection(), rect(), area);
}

QFont OverviewRow::bold() const
{
    QFont font = this->font();
    font.setBold(true);
    return font;
}

int OverviewRow::widthOf(const QFont &font, const QString &text)
{
    return QFontMetrics(font).horizontalAdvance(text) + 1; // it is rounded
}

void OverviewRow::paintMore(QPainter &) const {}

void OverviewRow::paintSymbol(QPainter &painter, const QColor &color) const
{
    const QRect area(Gap, (height() - IconSide) / 2, IconSide, IconSide);
    symbol(m_symbol, color).paint(&painter, mirrored(area));
}

void OverviewRow::paintCell(QPainter &painter, const Cell &cell) const
{
    painter.setFont(cell.font);
    painter.setPen(cell.color);
    const Qt::Alignment side = QStyle::visualAlignment(layoutDirection(), cell.side);
    painter.drawText(mirrored(cell.area), int(side | Qt::AlignVCenter),
                     linesOf(cell).join(QLatin1Char('\n')));
}

QStringList OverviewRow::linesOf(const Cell &cell)
{
    const QFontMetrics metrics(cell.font);
    const int room = cell.area.width();
    QTextLayout layout(cell.text, cell.font);
    layout.beginLayout();
    QStringList lines;
    int begin = 0;
    while (lines.size() < cell.lines - 1
           && metrics.horizontalAdvance(cell.text.mid(begin)) > room) {
        QTextLine line = layout.createLine();
        line.setLineWidth(room);
        lines += cell.text.mid(begin, line.textLength()).trimmed();
        begin += line.textLength();
    }
    layout.endLayout();
    return lines << metrics.elidedText(cell.text.mid(begin), Qt::ElideRight, room);
}

void OverviewRow::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::current();
    QPainter painter(this);
    painter.fillRect(rect(), m_isChosen     ? theme.selection
                             : underMouse() ? theme.stripe
                                            : theme.surface);
    painter.fillRect(0, height() - 1, width(), 1, theme.line);
    for (const Cell &cell : cells())
        paintCell(painter, cell);
    paintMore(painter);
    if (hasFocus()) {
        painter.setPen(theme.accent);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

QString OverviewRow::cutTextAt(const QPoint &place) const
{
    for (const Cell &cell : cells()) {
        if (mirrored(cell.area).contains(place) && !cell.text.endsWith(linesOf(cell).constLast()))
            return cell.text;
    }
    return {};
}

bool OverviewRow::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    const QString text = cutTextAt(help->pos());
    // As plain text, whatever it begins with.
    QToolTip::showText(help->globalPos(),
                       text.isEmpty() ? text
                                      : QStringLiteral("<qt>%1</qt>").arg(text.toHtmlEscaped()),
                       this);
    return true;
}

void OverviewRow::keyPressEvent(QKeyEvent *event)
{
    switch (event->key()) {
    case Qt::Key_Up: emit left(-1); return;
    case Qt::Key_Down: emit left(1); return;
    case Qt::Key_Return:
    case Qt::Key_Enter: emit activated(); return;
    default: QWidget::keyPressEvent(event);
    }
}

void OverviewRow::mousePressEvent(QMouseEvent *)
{
    emit chosen();
}

void OverviewRow::mouseDoubleClickEvent(QMouseEvent *)
{
    emit activated();
}

} // namespace qontroller::ui
