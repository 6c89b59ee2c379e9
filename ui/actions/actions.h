// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/actions/frozenscope.h"

#include <QtCore/QList>
#include <QtCore/QObject>

class QAction;
class QActionGroup;
class QWidget;

namespace qontroller::ui {

/// Every action of the window, made once, with its keys, icon and object name. Menus,
/// tool bar and context menus only arrange them: so they cannot differ.
class Actions final : public QObject
{
    Q_OBJECT

public:
    // NOLINTBEGIN(misc-non-private-member-variables-in-classes): a table that the constructor fills
    explicit Actions(QWidget *window);

    QAction *loadPlugin, *connectHost, *openSession, *applySession, *saveSession, *saveSessionAs,
        *exportItems, *exportEvents, *exportLog, *saveDiagnostics, *quit;
    QAction *undo, *copy, *copyJson, *selectAll, *filter, *saveView, *deleteView;
    QAction *freeze, *chartTables, *desktopMessages, *resetLayout;
    QAction *managePlugins, *pauseController, *pauseControllerFor, *resumeController, *setWorkers,
        *setOptions, *editParameters, *resync, *takeOver, *remove;
    QAction *pauseAll, *resumeAll;
    QAction *pauseFor, *enqueue, *goTo; ///< besides of()
    QAction *beginOperation, *startOperation, *finishOperation, *undoOperation, *forceOperation,
        *deleteMember, *forgetEmployer;
    QAction *help, *palette, *shortcuts, *about;
    QList<QAction *> tabs;
    QActionGroup *windows;   ///< time windows of the charts
    QActionGroup *themes;    ///< data(): Theme::Choice
    QActionGroup *languages; ///< data(): `de`, or empty for the system's
    // NOLINTEND(misc-non-private-member-variables-in-classes)

    /// What steers: off in a read-only window.
    [[nodiscard]] QList<QAction *> commands() const;
    struct ItemCommand
    {
        QAction *action;
        ItemVerb verb;
    };
    /// What acts on selected items, and what it does to them.
    [[nodiscard]] const QList<ItemCommand> &itemCommands() const { return m_itemCommands; }
    /// That of \a verb alone: pauseFor pauses, too.
    [[nodiscard]] QAction *of(ItemVerb verb) const;
    /// Says in the text of \a action, one of itemCommands(), what it would be done to, as that is
    /// called; empty: to nothing.
    void nameItems(QAction *action, const QString &items);
    /// The same for all that act on controllers.
    void nameControllers(const QString &controllers);
    /// Turns \a action on, or off if there is a reason: then its tool tip says why.
    static void allow(QAction *action, const QString &whyNot = {});
    /// Why \a action is off; empty: it is on.
    [[nodiscard]] static QString whyNot(const QAction &action);
    /// Takes icons anew after the icon theme has changed.
    void reloadIcons();

private:
    QAction *add(const char *name, const QString &text, const char *icon = nullptr,
                 const QString &keys = {}, const QString &tip = {});
    void nameActions();
    void addFile();
    void addEdit();
    void addView();
    void addControllers();
    void addItem(ItemVerb verb);
    void addItems();
    void addOperations();
    void addHelp();
    QActionGroup *addGroup(const char *name);
    void addChoice(QActionGroup *group, const QString &text, const QVariant &data,
                   const QString &keys = {});

    struct Named
    {
        QAction *action;
        QString plain; ///< its text while there is nothing
        QString named;
    };
    static void addNamed(QList<Named> &list, QAction *action, const QString &named);
    static void name(const Named &action, const QString &target);

    QList<ItemCommand> m_itemCommands;
    QList<Named> m_ofItems;
    QList<Named> m_ofControllers;
    QWidget *m_window;
};

} // namespace qontroller::ui
