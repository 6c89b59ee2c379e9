// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/focusmark.h"

#include <QtCore/QEvent>
#include <QtGui/QPainter>
#include <QtWidgets/QWidget>

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

} // namespace qontroller::ui
