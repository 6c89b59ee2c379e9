// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/termbox.h"

#include "ui/widgets/wheelguard.h"

namespace qontroller::ui {

TermBox::TermBox(const QString &endless, First first, QWidget *parent)
    : QComboBox(parent)
{
    leaveWheelToParents(*this);
    for (const int minutes : {15, 60, 240, 1440})
        addItem(minutes < 60 ? tr("%n minute(s)", nullptr, minutes)
                             : tr("%n hour(s)", nullptr, minutes / 60),
                minutes);
    if (first == First::Endless)
        insertItem(0, endless, 0);
    else
        addItem(endless, 0);
    setCurrentIndex(0);
}

std::optional<Duration> TermBox::term() const
{
    const std::chrono::minutes minutes(currentData().toInt());
    return minutes.count() > 0 ? std::optional<Duration>(minutes) : std::nullopt;
}

} // namespace qontroller::ui
