// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/emptytext.h"

#include "ui/theme/theme.h"

#include <QtGui/QPainter>
#include <QtWidgets/QAbstractItemView>

#include <algorithm>

namespace qontroller::ui {

EmptyText::EmptyText(QAbstractItemView &view)
    : m_view(view)
{}

void EmptyText::follow(const QAbstractItemModel &model)
{
    for (const auto rowsChanged :
         {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
        connect(&model, rowsChanged, this, &EmptyText::describe);
    describe();
}

void EmptyText::set(const QString &why, const QString &next)
{
    if (m_why == why && m_next == next)
        return;
    m_why = why;
    m_next = next;
    describe();
    m_view.viewport()->update();
}

void EmptyText::describe()
{
    const QString shown = hasNoRows() ? text() : QString();
    if (m_view.accessibleDescription() != shown)
        m_view.setAccessibleDescription(shown);
}

bool EmptyText::hasNoRows() const
{
    return m_view.model() && m_view.model()->rowCount() == 0;
}

void EmptyText::paint() const
{
    if (!hasNoRows() || m_why.isEmpty())
        return;
    QPainter painter(m_view.viewport());
    const QRect area = m_view.viewport()->rect().adjusted(24, 16, -24, -16);
    const int flags = Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap;
    const int first = painter.boundingRect(area, flags, m_why).height();
    const int second = painter.boundingRect(area, flags, m_next).height();
    constexpr int Gap = 4;
    const int top = area.top() + std::max(0, (area.height() - first - Gap - second) / 2);
    painter.setPen(Theme::current().text);
    painter.drawText(QRect(area.left(), top, area.width(), first), flags, m_why);
    painter.setPen(Theme::current().dim);
    painter.drawText(QRect(area.left(), top + first + Gap, area.width(), second), flags, m_next);
}

} // namespace qontroller::ui
