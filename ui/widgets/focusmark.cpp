// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/focusmark.h"

#include <QtCore/QEvent>
#include <QtGui/QKeyEvent>
#include <QtGui/QPainter>
#include <QtWidgets/QAbstractItemView>
#include <QtWidgets/QWidget>

#include <algorithm>
#include <array>

namespace qontroller::ui {

namespace {

class FocusMark final : public QWidget
{
public:
    explicit FocusMark(QWidget &widget)
        : QWidget(&widget)
    {
        setAttribute(Qt::WA_TransparentForMouseEvents);
        hide();
        widget.installEventFilter(this);
    }

protected:
    bool eventFilter(QObject *watched, QEvent *event) override
    {
        switch (event->type()) {
        case QEvent::FocusIn:
        case QEvent::FocusOut:
        case QEvent::Resize: fit(); break;
        default: break;
        }
        return QWidget::eventFilter(watched, event);
    }

    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        painter.setPen(palette().color(QPalette::Highlight));
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }

private:
    void fit()
    {
        setGeometry(parentWidget()->rect());
        setVisible(parentWidget()->hasFocus());
        raise();
    }
};

} // namespace

void markFocusOf(QWidget &widget)
{
    new FocusMark(widget);
}

void selectFramed(QAbstractItemView &view, const QKeyEvent &event)
{
    constexpr std::array Moves{Qt::Key_Up,       Qt::Key_Down, Qt::Key_PageUp,
                               Qt::Key_PageDown, Qt::Key_Home, Qt::Key_End};
    const bool moves = std::ranges::find(Moves, event.key()) != Moves.end()
                       && (event.modifiers() & ~Qt::KeypadModifier) == Qt::NoModifier;
    const QModelIndex framed = view.currentIndex();
    if (moves && framed.isValid() && !view.selectionModel()->isSelected(framed))
        view.selectionModel()->select(framed, QItemSelectionModel::ClearAndSelect
                                                  | QItemSelectionModel::Rows);
}

} // namespace qontroller::ui
