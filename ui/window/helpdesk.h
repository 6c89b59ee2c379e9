// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>

class QMainWindow;

namespace qontroller::ui {

class Actions;

/// Shows the handbook, the list of all actions with their keys, and what the program is.
class HelpDesk final : public QObject
{
    Q_OBJECT

public:
    HelpDesk(QMainWindow &window, const Actions &actions);

    /// A page of the manual: `author`.
    void showPage(const QString &name);

private:
    void showHelp();
    void showPalette(const QString &title);
    void showAbout();

    QMainWindow &m_window;
};

} // namespace qontroller::ui
