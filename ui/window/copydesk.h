// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>

#include <functional>

class QWidget;

namespace qontroller::ui {

class Actions;
class FocusedList;
class LiveState;
class Logs;
class Noticeboard;
class OperatorLogModel;
class Tabs;

/// Takes out of the window what it shows: copies the selected rows of the list that has the
/// keyboard, or else of the tab in front, and writes the items, the events or the lines of the
/// operator log that are shown, or diagnostics, to a file.
class CopyDesk final : public QObject
{
    Q_OBJECT

public:
    CopyDesk(QWidget &window, const Actions &actions, const LiveState &state, Tabs &tabs,
             const FocusedList &focused, const OperatorLogModel &log, const Logs &logs,
             Noticeboard &notices);

private:
    void copyText();
    void copyJson();
    void selectAll();
    void exportItems();
    void exportEvents();
    void exportLog();
    /// Asks for a file, and has it written.
    void exportAs(const char *dialogName, const QString &title,
                  const std::function<void(const QString &file)> &write);
    void saveDiagnostics();
    void write(const QString &name, const QByteArray &bytes, const QString &done);

    QWidget &m_window;
    const LiveState &m_state;
    Tabs &m_tabs;
    const FocusedList &m_focused;
    const OperatorLogModel &m_log;
    const Logs &m_logs;
    Noticeboard &m_notices;
};

} // namespace qontroller::ui
