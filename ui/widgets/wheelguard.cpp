// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/wheelguard.h"

#include <QtCore/QEvent>
#include <QtWidgets/QAbstractScrollArea>

namespace qontroller::ui {

namespace {

class WheelGuard final : public QObject
{
public:
    using QObject::QObject;

    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (event->type() != QEvent::Wheel || scrolls())
            return QObject::eventFilter(watched, event);
        event->ignore(); // so it goes on to the parent
        return true;
    }

private:
    [[nodiscard]] bool scrolls() const
    {
        const auto *area = qobject_cast<const QAbstractScrollArea *>(parent());
        return area && area->hasFocus();
    }
};

} // namespace

void leaveWheelToParents(QWidget &part)
{
    part.setFocusPolicy(Qt::StrongFocus); // the wheel gives no focus either
    auto *guard = new WheelGuard(&part);
    part.installEventFilter(guard);
    if (auto *area = qobject_cast<QAbstractScrollArea *>(&part))
        area->viewport()->installEventFilter(guard);
}

} // namespace qontroller::ui
