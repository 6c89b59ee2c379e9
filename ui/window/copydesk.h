// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>

class QWidget;

namespace qontroller::ui {

class Actions;
class FocusedList;
class LiveState;
class Noticeboard;
class OperatorLogModel;
class Tabs;

/// Takes out of the window what it shows: copies the selected rows of the list that has the
/// keyboard, or else of the tab in front, and writes the items that the filter shows, or
/// diagnostics, to a file.
class CopyDesk final : public QObject
{
    Q_OBJECT

public:
    CopyDesk(QWidget &window, const Actions &actions, const LiveState &state, Tabs &tabs,
             const FocusedList &focused, const OperatorLogModel &log, Noticeboard &notices);

private:
    void copyText();
    void copyJson();
    void selectAll();
    void exportItems();
    void saveDiagnostics();
    void write(const QString &name, const QByteArray &bytes, const QString &done);

    QWidget &m_window;
    const LiveState &m_state;
    Tabs &m_tabs;
    const FocusedList &m_focused;
    const OperatorLogModel &m_log;
    Noticeboard &m_notices;
};

} // namespace qontroller::ui
