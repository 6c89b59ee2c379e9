// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QString>

#include <array>
#include <string_view>

namespace qontroller::ui {

/// What the tabs of the window are called on the command line, in their order.
inline constexpr std::array<std::string_view, 7> TabNames{"overview",  "objects",  "controllers",
                                                          "locks",     "failures", "workers",
                                                          "operations"};

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
    int tab = 0;                  ///< of TabNames: shown first
    QString profileDirectory =
        {}; ///< window.ini and operator.log live here; empty: nothing is kept
};

} // namespace qontroller::ui
