// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGui/QColor>
#include <QtGui/QPalette>

#include "ui/words/names.h"

#include <array>

class QWidget;

namespace qontroller::ui {

/// The colours of one look. Colour says "abnormal" or "selected" and nothing else;
/// the chart series are the one exception, and those differ in dash as well.
struct Theme
{
    enum class Scheme {
        Light,
        Dark
    };
    enum class Choice {
        System,
        Light,
        Dark
    };

    Scheme scheme = Scheme::Light;
    QColor window;  ///< behind panes and tool bars
    QColor surface; ///< behind rows, tiles and charts
    QColor stripe;  ///< every other row
    QColor line;    ///< separators and chart grids
    QColor text;
    QColor dim;    ///< captions, units, what is quiet; still 4.5 : 1
    QColor selection; ///< behind selected rows; every text colour reads on it
    QColor accent;    ///< selected text and focus
    QColor onAccent;
    QColor amber; ///< degraded, as text
    QColor red;   ///< failed, as text
    std::array<QColor, 3> series;

    [[nodiscard]] static const Theme &of(Scheme scheme);
    /// The one in use; Light until apply() was called.
    [[nodiscard]] static const Theme &current();
    /// Puts palette and icon theme of \a choice on the whole application.
    static void apply(Choice choice);

    [[nodiscard]] QPalette palette() const;
    [[nodiscard]] const QColor &colorOf(Severity severity) const;
};

/// Has \a label write in \a color; its other colours are the application's.
void setTextColor(QWidget &label, const QColor &color);

/// How well \a a reads on \a b, from 1 to 21 (WCAG 2.1).
[[nodiscard]] double contrast(const QColor &a, const QColor &b);

} // namespace qontroller::ui
