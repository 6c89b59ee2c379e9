// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/pointerwatch.h"

#include <QtCore/QEvent>

namespace qontroller::ui {

namespace {

using namespace std::chrono_literals;
constexpr auto PointerRests = 5s;

} // namespace

PointerWatch::PointerWatch(QObject &place)
{
    m_rest.setSingleShot(true);
    m_rest.setInterval(PointerRests);
    connect(&m_rest, &QTimer::timeout, this, [this] { setAtWork(false); });
    place.installEventFilter(this);
}

bool PointerWatch::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::MouseMove) {
        setAtWork(true);
        m_rest.start();
    } else if (event->type() == QEvent::Leave) {
        setAtWork(false);
    }
    return QObject::eventFilter(watched, event);
}

void PointerWatch::setAtWork(bool atWork)
{
    if (m_atWork == atWork)
        return;
    m_atWork = atWork;
    emit changed(atWork);
}

} // namespace qontroller::ui
