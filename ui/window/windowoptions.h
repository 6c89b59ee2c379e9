// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QString>

namespace qontroller::ui {

/// How a window is set up; from the command line.
struct WindowOptions
{
    enum class Access {
        Full,
        ReadOnly
    };
    enum class Mode {
        Normal,
        Demo,
        Attached
    };

    Access access = Access::Full; ///< ReadOnly: looks, never steers; the title says so
    Mode mode = Mode::Normal;     ///< Demo: the title says so. Attached: hosts elsewhere are shown
    QString profileDirectory;     ///< window.ini and operator.log live here; empty: nothing is kept
};

} // namespace qontroller::ui
