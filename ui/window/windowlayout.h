// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QByteArray>
#include <QtCore/QObject>

class QDockWidget;
class QMainWindow;
class QToolBar;
class QWidget;

namespace qontroller::ui {

struct WindowParts;

/// Where everything is in the window: above the tables the tool bar and the tiles, below them the
/// messages, around them the panes in docks. Remembers in the settings where docks are and how
/// wide columns are, and puts them back to how the window was built.
class WindowLayout final : public QObject
{
    Q_OBJECT

public:
    /// Puts \a parts into \a window.
    WindowLayout(QMainWindow &window, WindowParts &parts);

    /// Brings back what is remembered. Call it once, when all tables have their columns.
    void restore();
    /// The window was shown, or has another size now.
    void onShown();
    void onResized();
    void save();

private:
    QToolBar *addBar(const char *name, const QString &title);
    void addToolBar();
    void fitToolBar();
    void fitTiles();
    void addTiles();
    void placeMiddle();
    QDockWidget *addDock(const char *name, const QString &title, QWidget &content,
                         Qt::DockWidgetArea area);
    void addLowerDocks();
    void arrangeDocks();
    void restoreDocks();
    void reset();

    QMainWindow &m_window;
    WindowParts &m_parts;
    QToolBar *m_bar = nullptr;
    int m_widthOfWords = 0; ///< of the tool bar with the words of its buttons
    QDockWidget *m_facets = nullptr;
    QDockWidget *m_details = nullptr;
    QDockWidget *m_charts = nullptr;
    QByteArray m_firstState; ///< docks and bars as built
    bool m_isRestored = false;
    bool m_isSqueezed = false; ///< restored in a window that was still too small
};

} // namespace qontroller::ui
