// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/helpdesk.h"

#include "ui/actions/actions.h"
#include "ui/dialogs/actionpalette.h"
#include "ui/dialogs/helpdialog.h"

#include <QtCore/QCoreApplication>
#include <QtGui/QAction>
#include <QtWidgets/QMainWindow>
#include <QtWidgets/QMenu>
#include <QtWidgets/QMenuBar>
#include <QtWidgets/QMessageBox>

namespace qontroller::ui {

namespace {

void collect(const QMenu *menu, const QString &path, QList<ActionPalette::Entry> &entries)
{
    for (QAction *action : menu->actions()) {
        if (action->isSeparator())
            continue;
        const QString name = path + QStringLiteral(" ▸ ") + action->text().remove(QLatin1Char('&'));
        if (action->menu())
            collect(action->menu(), name, entries);
        else
            entries += {name, action, Actions::whyNot(*action)};
    }
}

} // namespace

HelpDesk::HelpDesk(QMainWindow &window, const Actions &actions)
    : m_window(window)
{
    connect(actions.help, &QAction::triggered, this, &HelpDesk::showHelp);
    connect(actions.palette, &QAction::triggered, this, [this] {
        QList<ActionPalette::Entry> entries = m_more ? m_more() : QList<ActionPalette::Entry>();
        showPalette(tr("Find Action"), entries + ofMenus());
    });
    connect(actions.shortcuts, &QAction::triggered, this,
            [this] { showPalette(tr("Keyboard Shortcuts"), ofMenus()); });
    connect(actions.about, &QAction::triggered, this, &HelpDesk::showAbout);
}

QList<ActionPalette::Entry> HelpDesk::ofMenus() const
{
    QList<ActionPalette::Entry> entries;
    for (const QAction *action : m_window.menuBar()->actions())
        collect(action->menu(), action->text().remove(QLatin1Char('&')), entries);
    return entries;
}

void HelpDesk::showPalette(const QString &title, const QList<ActionPalette::Entry> &entries)
{
    auto *dialog = new ActionPalette(entries, &m_window);
    dialog->setWindowTitle(title);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

void HelpDesk::showPage(const QString &name)
{
    showHelp();
    m_window.findChild<HelpDialog *>()->showPage(name);
}

void HelpDesk::showHelp()
{
    auto *dialog = m_window.findChild<HelpDialog *>();
    if (!dialog) {
        dialog = new HelpDialog(&m_window);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
    }
    dialog->show();
    dialog->raise();
    dialog->activateWindow();
}

void HelpDesk::showAbout()
{
    auto *box = new QMessageBox(&m_window);
    box->setObjectName(QStringLiteral("aboutBox"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setIconPixmap(m_window.windowIcon().pixmap(64, 64));
    box->setWindowTitle(tr("About Qontroller"));
    box->setText(tr("<b>Qontroller %1</b><p>Reconciliation controllers without Kubernetes, with a "
                    "window to see and steer "
                    "them.</p><p>GNU General Public License, version 3 or later.</p>")
                     .arg(QCoreApplication::applicationVersion()));
    box->open();
}

} // namespace qontroller::ui
