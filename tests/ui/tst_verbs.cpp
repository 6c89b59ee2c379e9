// SPDX-License-Identifier: GPL-3.0-or-later
// What the window has to have of each verb of an operator.
#include "support/windowrig.h"
#include "support/windowtest.h"

#include "ui/actions/actions.h"
#include "ui/actions/commander.h"
#include "ui/actions/operatorlogmodel.h"
#include "ui/words/commands.h"
#include "ui/words/jobwords.h"

#include <QtTest/QtTest>
#include <QtWidgets/QMenu>

using namespace qontroller;
using namespace qontroller::ui;
using namespace qontroller::test;

namespace {

/// The name of the action that sends it; empty: what sends it is no action.
QString actionOf(ControllerVerb verb)
{
    switch (verb) {
    case ControllerVerb::Pause: return QStringLiteral("pauseController");
    case ControllerVerb::Resume: return QStringLiteral("resumeController");
    case ControllerVerb::Resync: return QStringLiteral("resync");
    case ControllerVerb::Remove: return QStringLiteral("removeController");
    case ControllerVerb::EndDrain: return {}; // the dialog of a drain
    case ControllerVerb::Take: return QStringLiteral("takeOver");
    }
    return QStringLiteral("none");
}

/// Of actions that change no controller.
const QStringList Looking =
    QStringLiteral("connectHost saveSession saveSessionAs exportItems exportEvents exportLog "
                   "saveDiagnostics quit copy copyJson selectAll filter saveView deleteView freeze "
                   "chartTables "
                   "desktopMessages resetLayout "
                   "managePlugins goToId help palette shortcuts about")
        .split(QLatin1Char(' '));

bool isLooking(const QAction &action)
{
    static const QRegularExpression choice(QStringLiteral("^(tab|windows|themes|languages)\\d+$"));
    return Looking.contains(action.objectName()) || choice.match(action.objectName()).hasMatch();
}

} // namespace

class VerbsTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { prepareResources("en"); }
    void init() { failOnAnyWarning(); }
    void eachVerbHasWords()
    {
        for (const ItemVerb verb : itemVerbs()) {
            QVERIFY2(!nameOf(verb).isEmpty(), factsOf(verb).name.data());
            QVERIFY2(!describeAction(ItemsAction{verb, {"a"}}).isEmpty(),
                     factsOf(verb).name.data());
        }
        for (const ControllerVerb verb : controllerVerbs())
            QVERIFY2(!describeAction(verb).isEmpty(), factsOf(verb).name.data());
        // A verb that the compiler knows and the table does not.
        QVERIFY(nameOf(static_cast<ItemVerb>(itemVerbs().size())).isEmpty());
        QVERIFY(describeAction(static_cast<ControllerVerb>(controllerVerbs().size())).isEmpty());
    }

    void eachVerbForObjectsHasItsPlaces()
    {
        Rig rig;
        rig.feed.setItem(rig.photos, "held", ItemState::Held);
        QVERIFY(QTest::qWaitFor([&] { return rig.tabs->items().rowCount() == 31; }));
        const auto &actions = *rig.window->findChild<Actions *>();
        const QList<QAction *> above = overTable(rig, "tab1");
        for (const auto &[action, verb] : actions.itemCommands()) {
            const QString name = action->objectName();
            QVERIFY2(entriesOf(rig, "itemsMenu").contains(action), qPrintable(name));
            QVERIFY2(above.contains(action), qPrintable(name));
            QVERIFY2(actions.commands().contains(action), qPrintable(name));
            QVERIFY2(!action->icon().isNull(), qPrintable(name));
            QVERIFY2(rig.detailButton(verb), qPrintable(name));
        }
        for (const ItemVerb verb : itemVerbs())
            QVERIFY(actions.of(verb));
    }

    void eachVerbForControllersHasItsPlaces()
    {
        Rig rig;
        const auto &actions = *rig.window->findChild<Actions *>();
        const QList<QAction *> above = overTable(rig, "tab2");
        for (const ControllerVerb verb : controllerVerbs()) {
            const QString name = actionOf(verb);
            if (name.isEmpty())
                continue;
            QAction *action = rig.action(qPrintable(name));
            QVERIFY2(action, factsOf(verb).name.data());
            QVERIFY2(entriesOf(rig, "controllersMenu").contains(action), qPrintable(name));
            QVERIFY2(above.contains(action), qPrintable(name));
            QVERIFY2(actions.commands().contains(action), qPrintable(name));
        }
    }

    void eachActionForControllersIsOffWithoutOneAndElseDoesSomething()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        FakeFeed nothing;
        FakeApplication other;
        const MainWindow empty(other.with(nothing, rig.control), {});
        rig.action("tab2")->trigger();
        rig.tabs->table(Tabs::Tab::Controllers).selectRow(0);
        for (const ControllerVerb verb : controllerVerbs()) {
            const QString name = actionOf(verb);
            if (name.isEmpty() || verb == ControllerVerb::Take) // which needs another's target
                continue;
            const QAction *off = empty.findChild<QAction *>(name);
            QVERIFY2(off && !off->isEnabled(), qPrintable(name));
            QTRY_VERIFY2(rig.action(qPrintable(name))->isEnabled(), qPrintable(name));
            const auto traces = [&rig] {
                return rig.window->findChildren<QDialog *>().size() + rig.toasts().size();
            };
            const auto before = traces();
            rig.action(qPrintable(name))->trigger();
            QVERIFY2(traces() > before, qPrintable(name));
        }
    }

    void whatChangesNothingIsAllThatAReadOnlyWindowDoes()
    {
        WindowOptions options;
        options.access = WindowOptions::Access::ReadOnly;
        Rig rig(options);
        for (QAction *action : rig.window->findChild<Actions *>()->findChildren<QAction *>()) {
            const bool isOff = !action->isEnabled()
                               && action->toolTip().endsWith("This window is read only.");
            QVERIFY2(isOff != isLooking(*action), qPrintable(action->objectName()));
        }
        QVERIFY(rig.window->windowTitle().contains("[READ ONLY]"));
    }

    void whatAVerbUndoesIsTakenBackByIt()
    {
        for (const ItemVerb verb : itemVerbs()) {
            FakeFeed feed;
            FakeControl control;
            const LiveState state;
            OperatorLogModel log;
            const FakeHosts hosts(feed, control);
            Commander commander(hosts, log, state);
            FrozenScope scope;
            scope.verb = verb;
            scope.eligible = {{1, 1, "a", ItemState::InSync, false, verb == ItemVerb::Resume}};
            commander.apply(scope);
            const auto back = factsOf(verb).undoneBy;
            QVERIFY2(commander.canUndo() == back.has_value(), factsOf(verb).name.data());
            if (!back)
                continue;
            commander.undo();
            QVERIFY(control.commands.back().action == Action(ItemsAction{*back, {"a"}}));
        }
    }

    void theHelpNamesEachVerb_data()
    {
        QTest::addColumn<QString>("language");
        QTest::newRow("English") << "en";
        QTest::newRow("German") << "de";
    }
    void theHelpNamesEachVerb()
    {
        QFETCH(QString, language);
        prepareResources(language);
        QFile help(QStringLiteral(SOURCES "/resources/help/%1.html").arg(language));
        QVERIFY(help.open(QIODevice::ReadOnly));
        const QString text = QString::fromUtf8(help.readAll());
        QStringList missing;
        for (const ItemVerb verb : itemVerbs()) {
            if (!text.contains(QStringLiteral("<b>%1</b>").arg(nameOf(verb)), Qt::CaseInsensitive))
                missing += nameOf(verb);
        }
        prepareResources("en");
        QVERIFY2(missing.isEmpty(), qPrintable(missing.join(QStringLiteral(", "))));
    }

private:
    static QList<QAction *> entriesOf(const Rig &rig, const char *menu)
    {
        return rig.find<QMenu>(menu)->actions();
    }
    static QList<QAction *> overTable(Rig &rig, const char *tab)
    {
        rig.action(tab)->trigger();
        emit rig.tabs->menuRequested({});
        return rig.window->findChildren<QMenu *>("contextMenu").last()->actions();
    }
};

QONTROLLER_WINDOW_TEST(VerbsTest)
#include "tst_verbs.moc"
