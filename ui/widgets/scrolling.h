// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QScrollArea;
class QWidget;

namespace qontroller::ui {

/// An area of the object name \a name that scrolls \a content, which it owns, up and down. It is
/// nobody's child yet.
[[nodiscard]] QScrollArea *scrolling(QWidget *content, const char *name);

} // namespace qontroller::ui
