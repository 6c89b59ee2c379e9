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
    QColor button;
    QColor line; ///< separators and chart grids
    QColor text;
    QColor dim;   ///< captions, units, what is quiet; still 4.5 : 1
    QColor faint; ///< what is off; 4.5 : 1
    QColor link;
    QColor accent; ///< focus, and what is selected in menus and texts
    QColor onAccent;
    QColor selection; ///< behind selected rows: every other colour reads on it
    QColor amber;     ///< degraded, as text
    QColor red;       ///< failed, as text
    std::array<QColor, 3> series;

    [[nodiscard]] static const Theme &of(Scheme scheme);
    /// The one in use; Light until apply() was called.
    [[nodiscard]] static const Theme &current();
    /// Puts palette and icon theme of \a choice on the whole application. Every widget
    /// hears of it by QEvent::PaletteChange, hidden ones too: a part that keeps colours
    /// or pictures makes them anew then.
    static void apply(Choice choice);

    /// Red is its BrightText and amber its LinkVisited: no text of ours is either.
    [[nodiscard]] QPalette palette() const;
    [[nodiscard]] const QColor &colorOf(Severity severity) const;
};

/// Has \a label write in the colour of \a severity, whatever the theme becomes.
void setTextColor(QWidget &label, Severity severity);

/// How well \a a reads on \a b, from 1 to 21 (WCAG 2.1).
[[nodiscard]] double contrast(const QColor &a, const QColor &b);

} // namespace qontroller::ui
