// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QCoreApplication>

class QMainWindow;

namespace qontroller::ui {

class Actions;
class FilterBox;
class TileBar;

/// The two rows above the tables: the tool bar with the filter box, and the tiles. Both are
/// always there.
class WindowBars final
{
    Q_DECLARE_TR_FUNCTIONS(WindowBars)

public:
    WindowBars(QMainWindow &window, const Actions &actions, FilterBox &filterBox, TileBar &tiles);
};

} // namespace qontroller::ui
