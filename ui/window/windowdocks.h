// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>

class QDockWidget;
class QMainWindow;
class QWidget;

namespace qontroller::ui {

class ChartsPane;
class DetailsPane;
class FacetsPane;
class LogTables;

/// The panes around the tables, each in a dock: facets, Details, and below them charts, events
/// and the operator log, of which one is in front.
class WindowDocks final : public QObject
{
    Q_OBJECT

public:
    WindowDocks(QMainWindow &window, FacetsPane &facets, DetailsPane &details, ChartsPane &charts,
                const LogTables &logTables);

    /// Gives the docks sizes that suit the window as it is.
    void arrange();
    /// Puts docks and bars where \a state says. False: arranged them, because it says nothing.
    bool restore(const QByteArray &state);

private:
    QDockWidget *add(const char *name, const QString &title, QWidget &content,
                     Qt::DockWidgetArea area);
    void addLower(ChartsPane &charts);

    QMainWindow &m_window;
    const LogTables &m_logTables;
    QDockWidget *m_facets;
    QDockWidget *m_details;
    QDockWidget *m_charts = nullptr;
};

} // namespace qontroller::ui
