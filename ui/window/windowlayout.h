// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QByteArray>
#include <QtCore/QObject>

class QMainWindow;

namespace qontroller::ui {

class Actions;
class Tabs;
class WindowDocks;
class WindowSettings;

/// How the window is laid out: where bars and docks are, how wide columns are. Remembers it in
/// the settings, and puts it back to how the window was built. All parts must be there before.
class WindowLayout final : public QObject
{
    Q_OBJECT

public:
    WindowLayout(QMainWindow &window, const Actions &actions, WindowSettings &settings,
                 WindowDocks &docks, Tabs &tabs);

    /// The window was shown, or has another size now.
    void onShown();
    void onResized();
    void save();

private:
    void restore();
    void restoreDocks();
    void reset();

    QMainWindow &m_window;
    WindowSettings &m_settings;
    WindowDocks &m_docks;
    Tabs &m_tabs;
    QByteArray m_firstState; ///< docks and bars as built
    bool m_isRestored = false;
    bool m_isSqueezed = false; ///< restored in a window that was still too small
};

} // namespace qontroller::ui
