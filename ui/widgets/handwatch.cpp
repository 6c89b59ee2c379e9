// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/handwatch.h"

#include <QtGui/QFocusEvent>
#include <QtWidgets/QApplication>
#include <QtWidgets/QWidget>

#include <utility>

namespace qontroller::ui {

HandWatch::HandWatch(QWidget &place, std::chrono::milliseconds rest)
    : m_place(place)
{
    for (QTimer *hand : {&m_pointer, &m_keys}) {
        hand->setSingleShot(true);
        hand->setInterval(rest);
        connect(hand, &QTimer::timeout, this, &HandWatch::look);
    }
    place.setAttribute(Qt::WA_Hover); // it hears of moves over what is in it, too
    place.installEventFilter(this);
}

void HandWatch::follow(QWidget &widget)
{
    widget.installEventFilter(this);
}

bool HandWatch::eventFilter(QObject *watched, QEvent *event)
{
    if (watched != &m_place)
        watchKeys(*event);
    else if (event->type() == QEvent::HoverMove || event->type() == QEvent::MouseMove)
        note(m_pointer);
    else if (event->type() == QEvent::Leave)
        leave(m_pointer);
    return QObject::eventFilter(watched, event);
}

// A focus that comes by itself, because a row has gone or the window is used again, is no hand.
void HandWatch::watchKeys(const QEvent &event)
{
    const QWidget *focused = QApplication::focusWidget();
    if (event.type() == QEvent::KeyPress) {
        note(m_keys);
    } else if (event.type() == QEvent::FocusIn) {
        const Qt::FocusReason why = static_cast<const QFocusEvent &>(event).reason();
        if (why == Qt::TabFocusReason || why == Qt::BacktabFocusReason)
            note(m_keys);
    } else if (event.type() == QEvent::FocusOut && (!focused || !m_place.isAncestorOf(focused))) {
        leave(m_keys);
    }
}

void HandWatch::note(QTimer &hand)
{
    hand.start();
    look();
}

void HandWatch::leave(QTimer &hand)
{
    hand.stop();
    look();
}

void HandWatch::look()
{
    if (std::exchange(m_wasThere, isThere()) != isThere())
        emit changed(isThere());
}

} // namespace qontroller::ui
