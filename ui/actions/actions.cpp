// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/actions/actions.h"

#include "ui/theme/stateicons.h"
#include "ui/theme/theme.h"
#include "ui/words/jobwords.h"

#include <QtGui/QAction>
#include <QtGui/QActionGroup>
#include <QtWidgets/QWidget>

#include <algorithm>
#include <initializer_list>
#include <utility>

namespace qontroller::ui {

namespace {

constexpr const char *TipProperty = "tip";
constexpr const char *WhyNotProperty = "whyNot";

} // namespace

// NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): what it calls makes every action
Actions::Actions(QWidget *window)
    : QObject(window)
    , m_window(window)
{
    addFile();
    addEdit();
    addView();
    addControllers();
    addItems();
    addOperations();
    addHelp();
    nameActions();
    quit->setMenuRole(QAction::QuitRole);
    about->setMenuRole(QAction::AboutRole);
    reloadIcons();
}

QAction *Actions::add(const char *name, const QString &text, const char *icon, const QString &keys,
                      const QString &tip)
{
    auto *action = new QAction(text, this);
    action->setObjectName(QLatin1String(name));
    action->setShortcut(QKeySequence::fromString(keys, QKeySequence::PortableText));
    action->setProperty("iconName", QLatin1String(icon));
    const QString plain = QString(text).remove(QLatin1Char('&')).remove(QStringLiteral("…"));
    const QString shown = tip.isEmpty() ? plain : tip;
    const QString native = action->shortcut().toString(QKeySequence::NativeText);
    const QString withKey = QStringLiteral("%1 (%2)").arg(shown, native);
    action->setProperty(TipProperty, native.isEmpty() ? shown : withKey);
    allow(action);
    m_window->addAction(action); // keys work whatever has the focus
    return action;
}

void Actions::addFile()
{
    loadPlugin = add("loadPlugin", tr("&Load Controller Plugin…"), "list-add",
                     QStringLiteral("Ctrl+O"));
    loadPlugin->setIconText(tr("Load…"));
    connectHost = add("connectHost", tr("&Connect to Host…"), "network-connect",
                      QStringLiteral("Ctrl+H"),
                      tr("Show a host that runs elsewhere, or in another program"));
    openSession = add("openSession", tr("&Open Session…"), "document-open",
                      QStringLiteral("Ctrl+Shift+O"));
    applySession =
        add("applySession", tr("A&pply Session…"), "view-refresh", QStringLiteral("Ctrl+Shift+A"),
            tr("Change what runs into what a session file says; what is the same goes on"));
    saveSession = add("saveSession", tr("&Save Session"), "document-save",
                      QStringLiteral("Ctrl+S"));
    saveSessionAs = add("saveSessionAs", tr("Save Session &As…"), "document-save-as",
                        QStringLiteral("Ctrl+Shift+S"));
    exportItems = add("exportItems", tr("&Export Objects…"), "document-export",
                      QStringLiteral("Ctrl+E"),
                      tr("Write the objects that the filter shows to a file"));
    exportEvents = add("exportEvents", tr("Export E&vents…"), "document-export", {},
                       tr("Write the events that are shown to a file"));
    exportLog = add("exportLog", tr("Export Operator Lo&g…"), "document-export", {},
                    tr("Write the lines of the operator log that the filter shows to a file"));
    saveDiagnostics = add("saveDiagnostics", tr("Save &Diagnostics…"), "document-save", {},
                          tr("Write versions, options, counters, trouble and events to a file"));
    quit = add("quit", tr("&Quit"), "application-exit", QStringLiteral("Ctrl+Q"));
}

void Actions::addEdit()
{
    undo = add("undo", tr("&Undo"), "edit-undo", QStringLiteral("Ctrl+Z"),
               tr("Take the last pause, resume or worker count back"));
    copy = add("copy", tr("&Copy"), "edit-copy", QStringLiteral("Ctrl+C"),
               tr("Copy the selected rows as text"));
    copyJson = add("copyJson", tr("Copy as &JSON"), nullptr, QStringLiteral("Ctrl+Shift+C"));
    selectAll = add("selectAll", tr("Select &All Matching"), "edit-select-all",
                    QStringLiteral("Ctrl+A"));
    filter = add("filter", tr("&Filter"), "view-filter", QStringLiteral("Ctrl+F"));
    saveView = add("saveView", tr("Sa&ve Filter as View…"), "bookmark-new",
                   QStringLiteral("Ctrl+D"), tr("Keep the filter under a name, among the facets"));
    deleteView = add("deleteView", tr("&Delete View…"), "bookmark-remove");
}

void Actions::addView()
{
    const QStringList names{tr("O&verview"), tr("O&bjects"), tr("&Controllers"), tr("&Locks"),
                            tr("&Failures"), tr("&Workers"), tr("Op&erations")};
    for (int i = 0; i < names.size(); ++i)
        tabs += add(QStringLiteral("tab%1").arg(i).toLatin1(), names[i], nullptr,
                    QStringLiteral("Alt+%1").arg(i + 1));
    freeze = add("freeze", tr("Free&ze Picture"), nullptr, QStringLiteral("F8"),
                 tr("Stop the picture: the controllers go on, and what happens is still recorded"));
    freeze->setCheckable(true);
    chartTables = add("chartTables", tr("Charts as &Tables"), "table");
    chartTables->setCheckable(true);
    desktopMessages = add("desktopMessages", tr("&Messages on the Desktop"), nullptr, {},
                          tr("Call me when something alarms and I do not look at the window"));
    desktopMessages->setCheckable(true);
    resetLayout = add("resetLayout", tr("&Reset Layout"), "view-restore");
    windows = addGroup("windows");
    for (const QString &text : {tr("1 min"), tr("5 min"), tr("30 min"), tr("6 h"), tr("24 h")}) {
        const auto index = windows->actions().size();
        addChoice(windows, text, index, QStringLiteral("Ctrl+%1").arg(index + 1));
    }
    windows->actions().first()->setChecked(true);
    themes = addGroup("themes");
    addChoice(themes, tr("&System Colours"), int(Theme::Choice::System));
    addChoice(themes, tr("&Light"), int(Theme::Choice::Light));
    addChoice(themes, tr("&Dark"), int(Theme::Choice::Dark));
    languages = addGroup("languages");
    addChoice(languages, tr("&System Language"), QString());
    addChoice(languages, QStringLiteral("&English"), QStringLiteral("en"));
    addChoice(languages, QStringLiteral("&Deutsch"), QStringLiteral("de"));
}

QActionGroup *Actions::addGroup(const char *name)
{
    auto *group = new QActionGroup(this);
    group->setObjectName(QLatin1String(name));
    return group;
}

void Actions::addChoice(QActionGroup *group, const QString &text, const QVariant &data,
                        const QString &keys)
{
    const QString name = group->objectName() + QString::number(group->actions().size() + 1);
    QAction *action = add(name.toLatin1(), text, nullptr, keys);
    action->setCheckable(true);
    action->setData(data);
    group->addAction(action);
}

void Actions::addControllers()
{
    managePlugins = add("managePlugins", tr("&Manage Plugins…"), "plugins",
                        QStringLiteral("Ctrl+M"));
    pauseController = add("pauseController", tr("Pa&use Controller"), "media-playback-pause");
    pauseControllerFor = add("pauseControllerFor", tr("Pause Controller &for…"),
                             "media-playback-pause", {}, tr("Pause with a reason, and until when"));
    resumeController = add("resumeController", tr("&Resume Controller"), "media-playback-start");
    setWorkers = add("setWorkers", tr("Set &Workers…"), "system-users");
    setOptions = add("setOptions", tr("Change &Options…"), "configure", {},
                     tr("Resync interval, retries and their rate, while the controller runs"));
    editParameters = add("editParameters", tr("Edit &Parameters…"), "document-edit", {},
                         tr("What the plugin was given: the controller drains and starts anew"));
    editParameters->setIconText(tr("Edit…"));
    // Not F5: elsewhere that key refreshes a view; here it would list objects and retry them.
    resync = add("resync", tr("Re&sync Now"), "view-refresh", QStringLiteral("Ctrl+Shift+L"),
                 tr("List all objects of the selected controllers now"));
    takeOver = add("takeOver", tr("&Take Over…"), "object-unlocked", {},
                   tr("Take over what another controller has marked as its own"));
    remove = add("removeController", tr("&Drain and Remove…"), "list-remove");
    pauseAll = add("pauseAll", tr("Pause &All"), nullptr, QStringLiteral("Ctrl+Shift+P"),
                   tr("Pause every controller: what runs ends normally, nothing new begins"));
    resumeAll = add("resumeAll", tr("R&esume All"), nullptr, QStringLiteral("Ctrl+Shift+R"));
}

void Actions::addItem(ItemVerb verb)
{
    const auto add = [&](const char *name, const QString &text, const QString &named,
                         const QString &keys = {}, const QString &tip = {}) {
        QAction *action = this->add(name, text, iconOf(verb), keys, tip);
        action->setIconText(nameOf(verb));
        addNamed(m_ofItems, action, named);
        m_itemCommands += {action, verb};
    };
    switch (verb) {
    case ItemVerb::Requeue:
        return add("requeueItems", tr("&Requeue Now"), tr("&Requeue %1 Now"),
                   QStringLiteral("Ctrl+R"),
                   tr("Run the selected objects now: skips back-off, un-parks"));
    case ItemVerb::Pause:
        return add("pauseItems", tr("&Pause"), tr("&Pause %1"), QStringLiteral("Ctrl+P"),
                   tr("Hold the selected objects: triggers are remembered"));
    case ItemVerb::Resume:
        return add("resumeItems", tr("R&esume"), tr("R&esume %1"), QStringLiteral("Ctrl+U"));
    case ItemVerb::Discard:
        return add("discardItems", tr("&Discard…"), tr("&Discard %1…"), QStringLiteral("Del"),
                   tr("Forget the selected objects until they are seen again"));
    case ItemVerb::Remove:
        return add("removeHeld", tr("Re&move Held Objects…"), tr("Re&move %1…"), {},
                   tr("Remove the selected objects that the mass-deletion guard holds"));
    case ItemVerb::Keep:
        return add("keepHeld", tr("&Keep Held Objects…"), tr("&Keep %1…"), {},
                   tr("Keep the selected objects that the mass-deletion guard holds"));
    }
}

void Actions::addItems()
{
    std::ranges::for_each(itemVerbs(), [this](ItemVerb verb) { addItem(verb); });
    pauseFor = add("pauseItemsFor", tr("Pause &for…"), "media-playback-pause",
                   QStringLiteral("Ctrl+Alt+P"), tr("Pause with a reason, and until when"));
    addNamed(m_ofItems, pauseFor, tr("Pause %1 &for…"));
    m_itemCommands += {pauseFor, ItemVerb::Pause};
    enqueue = add("enqueueId", tr("Enqueue &Id…"), "list-add", QStringLiteral("Ctrl+N"));
    goTo = add("goToId", tr("&Go to Id…"), "go-jump", QStringLiteral("Ctrl+G"));
}

QAction *Actions::of(ItemVerb verb) const
{
    return std::ranges::find(m_itemCommands, verb, &ItemCommand::verb)->action;
}

void Actions::addOperations()
{
    beginOperation = add("beginOperation", tr("&Begin Operation…"), "list-add",
                         QStringLiteral("Ctrl+B"),
                         tr("Take the selected members out of service, to work on them"));
    startOperation = add("startOperation", tr("&Start Operation"), "media-playback-start", {},
                         tr("The member is drained: the work on it begins"));
    finishOperation = add("finishOperation", tr("&Finish Operation"), "dialog-ok-apply", {},
                          tr("The work is done: traffic comes back"));
    undoOperation = add("undoOperation", tr("&Undo Operation"), "edit-undo", {},
                        tr("The member goes back to service without the operation"));
    forceOperation =
        add("forceOperation", tr("F&orce Operation…"), "dialog-warning", {},
            tr("Go on although the drain makes no progress, or the work will not end"));
    deleteMember = add("deleteMember", tr("&Delete Member…"), "edit-delete", {},
                       tr("Drain the selected members, then delete them"));
    forgetEmployer = add("forgetEmployer", tr("Fo&rget Employer…"), "edit-clear", {},
                         tr("Let go of members whose controller does not run any more"));
}

void Actions::addNamed(QList<Named> &list, QAction *action, const QString &named)
{
    list += {action, action->text(), named};
    action->setIconText(action->iconText()); // a tool bar's button keeps its width
}

// Said once all are made, so that a list of those that steer is one list.
void Actions::nameActions()
{
    const std::initializer_list<std::pair<QAction *, QString>> all{
        {pauseController, tr("Pa&use %1")},
        {pauseControllerFor, tr("Pause %1 &for…")},
        {resumeController, tr("&Resume %1")},
        {setWorkers, tr("Set &Workers of %1…")},
        {setOptions, tr("Change &Options of %1…")},
        {editParameters, tr("Edit &Parameters of %1…")},
        {resync, tr("Re&sync %1 Now")},
        {takeOver, tr("&Take Over for %1…")},
        {remove, tr("&Drain and Remove %1…")},
    };
    for (const auto &[action, named] : all)
        addNamed(m_ofControllers, action, named);
}

void Actions::name(const Named &action, const QString &target)
{
    QString escaped = target;
    escaped.replace(QLatin1Char('&'), QLatin1String("&&"));
    const QString text = target.isEmpty() ? action.plain : action.named.arg(escaped);
    if (action.action->text() != text)
        action.action->setText(text);
}

void Actions::nameItems(QAction *action, const QString &items)
{
    const auto named = std::ranges::find(m_ofItems, action, &Named::action);
    if (named != m_ofItems.end())
        name(*named, items);
}

void Actions::nameControllers(const QString &controllers)
{
    for (const Named &each : m_ofControllers)
        name(each, controllers);
}

void Actions::addHelp()
{
    help = add("help", tr("&Contents"), "help-contents", QStringLiteral("F1"));
    palette = add("palette", tr("&Find Action…"), "search", QStringLiteral("Ctrl+K"));
    shortcuts = add("shortcuts", tr("&Keyboard Shortcuts"), "input-keyboard",
                    QStringLiteral("Ctrl+/"));
    about = add("about", tr("&About Qontroller"), "help-about");
}

void Actions::allow(QAction *action, const QString &whyNot)
{
    const QString tip = action->property(TipProperty).toString();
    action->setEnabled(whyNot.isEmpty());
    action->setProperty(WhyNotProperty, whyNot);
    action->setToolTip(whyNot.isEmpty() ? tip : tip + QLatin1Char('\n') + whyNot);
}

QString Actions::whyNot(const QAction &action)
{
    return action.property(WhyNotProperty).toString();
}

QList<QAction *> Actions::commands() const
{
    QList<QAction *> all{loadPlugin,       openSession,
                         applySession,     undo,
                         pauseController,  pauseControllerFor,
                         resumeController, setWorkers,
                         setOptions,       resync,
                         takeOver,         remove,
                         pauseAll,         resumeAll,
                         enqueue,          editParameters,
                         beginOperation,   startOperation,
                         finishOperation,  undoOperation,
                         forceOperation,   deleteMember,
                         forgetEmployer};
    for (const ItemCommand &command : m_itemCommands)
        all += command.action;
    return all;
}

void Actions::reloadIcons()
{
    for (auto *action : findChildren<QAction *>()) {
        const QByteArray name = action->property("iconName").toString().toLatin1();
        if (!name.isEmpty())
            action->setIcon(themeIcon(name.constData()));
    }
    // None of them is to be taken for a pause of what is selected.
    const QColor color = Theme::current().text;
    freeze->setIcon(symbol(QStringLiteral("frozen"), color));
    pauseAll->setIcon(symbol(QStringLiteral("pause-all"), color));
    resumeAll->setIcon(symbol(QStringLiteral("resume-all"), color));
}

} // namespace qontroller::ui
