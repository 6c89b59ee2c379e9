// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace qontroller::ui {

/// Leaves the wheel over \a part to what it stands in, so that scrolling a form or a
/// pane does not end at a part of it, and changes no value that only passes by. A part
/// that scrolls by itself does so once it has the focus; an input never turns.
void leaveWheelToParents(QWidget &part);

} // namespace qontroller::ui
