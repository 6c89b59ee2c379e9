// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>

class QMainWindow;
class QMenu;

namespace qontroller::ui {

class Actions;

/// The menu bar: every action is in it. The docks must be there before it.
class WindowMenus final : public QObject
{
    Q_OBJECT

public:
    WindowMenus(QMainWindow &window, const Actions &actions);

    /// Operations are there while a controller keeps some.
    void setOperationsShown(bool shown);

private:
    QMenu *add(const char *name, const QString &title);
    void addFile();
    void addEdit();
    void addView();
    void addControllers();
    void addItems();
    void addOperations();
    void addHelp();

    QMainWindow &m_window;
    const Actions &m_actions;
    QMenu *m_operations = nullptr;
};

} // namespace qontroller::ui
