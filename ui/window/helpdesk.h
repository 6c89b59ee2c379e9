// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>

#include "ui/dialogs/actionpalette.h"

#include <functional>
#include <utility>

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
    /// What can be found among the actions besides those of the menus, before them.
    using More = std::function<QList<ActionPalette::Entry>()>;
    void setMore(More more) { m_more = std::move(more); }

private:
    void showHelp();
    [[nodiscard]] QList<ActionPalette::Entry> ofMenus() const;
    void showPalette(const QString &title, const QList<ActionPalette::Entry> &entries);
    void showAbout();

    QMainWindow &m_window;
    More m_more;
};

} // namespace qontroller::ui
