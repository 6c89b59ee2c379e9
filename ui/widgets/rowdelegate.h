// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtWidgets/QStyledItemDelegate>

namespace qontroller::ui {

/// Cells of every table and tree. A selected one keeps the colour of its text, which
/// says how a thing is, also in a window that is not active. One that is cut tells its whole
/// text to the pointer, where its model has nothing else to tell.
class RowDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    /// A number and a text that begins right of it would be one word.
    static constexpr QStringView GapBehindNumbers = u"\u00a0\u00a0";

    using QStyledItemDelegate::QStyledItemDelegate;
    /// \a elide: what of a text goes where there is no room for all; else it is its end.
    RowDelegate(Qt::TextElideMode elide, QObject *parent)
        : QStyledItemDelegate(parent)
        , m_elide(elide)
    {}

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;
    [[nodiscard]] QString displayText(const QVariant &value, const QLocale &locale) const override;

    bool helpEvent(QHelpEvent *event, QAbstractItemView *view, const QStyleOptionViewItem &option,
                   const QModelIndex &index) override;

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override;

private:
    [[nodiscard]] bool isCut(const QStyleOptionViewItem &option, const QModelIndex &index) const;

    Qt::TextElideMode m_elide = Qt::ElideRight;
};

} // namespace qontroller::ui
