// SPDX-License-Identifier: GPL-3.0-or-later
// The lifecycle board in the window.
#include "support/fakelifecycles.h"
#include "support/windowrig.h"
#include "support/windowtest.h"

#include "ui/actions/operatorlogmodel.h"
#include "ui/dialogs/begindialog.h"
#include "ui/dialogs/confirmdialog.h"
#include "ui/state/lifecyclefeed.h"
#include "ui/theme/theme.h"
#include "ui/views/board.h"

#include <QtGui/QAccessible>
#include <QtGui/QClipboard>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QDialogButtonBox>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QMenu>
#include <QtWidgets/QMenuBar>
#include <QtWidgets/QPlainTextEdit>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QScrollBar>
#include <QtWidgets/QSplitter>

using namespace qontroller;
using namespace qontroller::ui;
using namespace qontroller::test;
using namespace std::chrono_literals;
using consist::Phase;
using CommandKind = consist::Command::Kind;

namespace {

/// A window whose program has an employer "web" with the members s1, s2 and s3.
struct BoardRig : Rig
{
    explicit BoardRig(const WindowOptions &options = {})
        : Rig(options)
        , port(std::make_shared<FakeLifecycles>())
    {
        port->setEmployer("web", {"s1", "s2", "s3"});
        application.shown.lifecycles[0] = port;
    }

    /// What needs a person besides the objects of photos that have failed.
    QStringList alarms() const
    {
        QStringList all = needsOf(*window);
        all.removeAll(QStringLiteral("photos: 5 objects failed: no space left"));
        return all;
    }
    /// The board is in front, with what its port has.
    bool isOpen(int operations = 0)
    {
        if (!QTest::qWaitFor([&] { return action("tab6")->isEnabled(); }))
            return false;
        action("tab6")->trigger();
        return QTest::qWaitFor([&] {
            return model().rowCount(web()) == 4 && table().model()->rowCount() == operations;
        });
    }
    /// What the port has now is shown.
    bool isUpToDate()
    {
        const int asked = port->questions();
        window->findChild<LifecycleFeed *>()->pull();
        QSignalSpy pulled(window->findChild<LifecycleFeed *>(), &LifecycleFeed::pulled);
        return QTest::qWaitFor(
            [&] { return port->questions() >= asked + 2 && pulled.count() >= 2; });
    }
    Board &board() const { return tabs->board(); }
    Table &table() const { return board().operations(); }
    EmployersTree &tree() const { return board().employers(); }
    EmployersModel &model() const { return board().employers().rows(); }
    QModelIndex web() const { return model().indexOf(FakeLifecycles::employerName("web")); }
    QModelIndex member(const std::string &name) const
    {
        for (int row = 0; row < model().rowCount(web()); ++row) {
            if (model().memberAt(model().index(row, 0, web())) == FakeLifecycles::key(name))
                return model().index(row, 0, web());
        }
        return {};
    }
    void selectMembers(const std::vector<std::string> &names) const
    {
        tree().clearSelection();
        for (const std::string &name : names)
            tree().selectionModel()->select(member(name), QItemSelectionModel::Select
                                                              | QItemSelectionModel::Rows);
    }
    void selectOperation(const std::string &memberName, const std::string &id = "op") const
    {
        board().select({FakeLifecycles::key(memberName).text(), id});
    }
    std::string memberIn(int row) const
    {
        return table().model()->index(row, OperationsModel::Member).data().toString().toStdString();
    }
    QString tabText() const { return tabs->tabText(int(Tabs::Tab::Operations)); }
    std::vector<std::pair<consist::EmployeeKey, consist::Command>> commands() const
    {
        return port->commands();
    }

    std::shared_ptr<FakeLifecycles> port;
};

} // namespace

/// The question about a drain that is stuck; null: it did not come.
static ConfirmDialog *askToForce(BoardRig &rig)
{
    rig.port->setStuck("s1", "op");
    if (!rig.isReady() || !rig.isOpen(1))
        return nullptr;
    rig.selectOperation("s1");
    QAction *force = rig.action("forceOperation");
    if (!QTest::qWaitFor([&] { return force->isEnabled(); }))
        return nullptr;
    force->trigger();
    return rig.window->findChild<ConfirmDialog *>();
}

class BoardTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { prepareResources("en"); }
    void init() { failOnAnyWarning(); }
    void comesWithTheFirstConsistController()
    {
        BoardRig rig;
        rig.application.shown.lifecycles.clear();
        QVERIFY(rig.isReady());
        const auto *menu = rig.find<QMenu>("operationsMenu");
        QVERIFY(!rig.tabs->isTabVisible(int(Tabs::Tab::Operations)));
        QVERIFY(!menu->menuAction()->isVisible());
        QVERIFY(rig.action("tab6")->toolTip().endsWith("No controller with members runs."));
        rig.application.shown.lifecycles[0] = rig.port;
        QTRY_VERIFY(rig.tabs->isTabVisible(int(Tabs::Tab::Operations)));
        QVERIFY(menu->menuAction()->isVisible());
        QCOMPARE(rig.tabs->currentTab(), Tabs::Tab::Items);
        rig.port->setOperation("s1", "op", Phase::Draining);
        QTRY_COMPARE(rig.tabText(), "Operations (1)"); // without a look at it
        QVERIFY(rig.port->employerQuestions().empty());
    }

    void beginsOnSeveralMembers()
    {
        BoardRig rig;
        rig.port->setOperation("s3", "other", Phase::Draining);
        QVERIFY(rig.isReady());
        QVERIFY(rig.isOpen(1));
        rig.selectMembers({"s1", "s2"});
        QTRY_VERIFY(rig.action("beginOperation")->isEnabled());
        QTest::keyClick(rig.window.get(), Qt::Key_B, Qt::ControlModifier);
        auto *dialog = rig.window->findChild<BeginDialog *>();
        QVERIFY(dialog);
        auto *type = dialog->findChild<QComboBox *>("beginType");
        QCOMPARE(type->itemText(0), "patch");     // the controller does it by itself
        QCOMPARE(type->itemText(1), "restart");   // one of that type is under way
        QCOMPARE(type->currentText(), QString()); // several: the operator chooses
        type->setCurrentText("restart");
        rig.selectMembers({"s3"}); // is not meant any more
        dialog->findChild<QLineEdit *>("beginId")->setText("night");
        dialog->findChild<QPushButton *>("beginAct")->click();
        QTRY_COMPARE(rig.commands().size(), 2u);
        const auto [member, command] = rig.commands()[1];
        QVERIFY(member == FakeLifecycles::key("s2"));
        QVERIFY(command.kind == CommandKind::Begin);
        QCOMPARE(command.id, std::string("night"));
        QCOMPARE(command.type, std::string("restart"));
        QVERIFY(!command.by.empty());
        QTRY_VERIFY(rig.hasToast("Operation begun on s1, s2."));
    }

    void theIdFollowsTheTypeUntilItIsWritten()
    {
        const QDateTime now(QDate(2026, 11, 22), QTime(14, 3, 9));
        BeginDialog dialog({QStringLiteral("s1")}, {}, now);
        auto *type = dialog.findChild<QComboBox *>("beginType");
        auto *id = dialog.findChild<QLineEdit *>("beginId");
        auto *act = dialog.findChild<QPushButton *>("beginAct");
        QVERIFY(!act->isEnabled());
        QVERIFY(!act->toolTip().isEmpty());
        type->setCurrentText("restart");
        QCOMPARE(id->text(), "restart-20261122-140309");
        QVERIFY(act->isEnabled());
        type->setCurrentText("upgrade");
        QCOMPARE(id->text(), "upgrade-20261122-140309");
        id->selectAll();
        QTest::keyClicks(id, "mine");
        type->setCurrentText("restart");
        QCOMPARE(dialog.id(), "mine");
        id->setText("deletion");
        QVERIFY(!act->isEnabled());
        QVERIFY(act->toolTip().contains("deletion"));
    }

    void beginsTheTypeThatWasTyped_data()
    {
        QTest::addColumn<QString>("typed");
        for (const char *typed : {"restart", "rest", "RESTART", "restarT"})
            QTest::newRow(typed) << QString::fromLatin1(typed);
    }
    void beginsTheTypeThatWasTyped()
    {
        QFETCH(QString, typed);
        BeginDialog dialog({QStringLiteral("s1")},
                           {QStringLiteral("RESTART"), QStringLiteral("Restart")},
                           QDateTime(QDate(2026, 11, 22), QTime(14, 3, 9)));
        dialog.show();
        auto *type = dialog.findChild<QComboBox *>("beginType");
        type->lineEdit()->selectAll();
        QTest::keyClicks(type->lineEdit(), typed);
        QTest::keyClick(type->lineEdit(), Qt::Key_Return); // leaves the field, and accepts
        QCOMPARE(dialog.type(), typed);
        QCOMPARE(dialog.id(), typed + QStringLiteral("-20261122-140309"));
    }

    void startsFinishesAndUndoes()
    {
        BoardRig rig;
        rig.port->setOperation("s1", "op", Phase::Drained);
        rig.port->setOperation("s2", "op", Phase::Operating);
        rig.port->setOperation("s3", "op", Phase::PreCheck);
        QVERIFY(rig.isReady());
        QVERIFY(rig.isOpen(3));
        rig.table().selectAll(); // each action takes what it can be done to
        QTRY_VERIFY(rig.action("startOperation")->isEnabled());
        rig.action("startOperation")->trigger();
        QTRY_COMPARE(rig.commands().size(), 1u);
        QVERIFY(rig.commands()[0].first == FakeLifecycles::key("s1"));
        QVERIFY(rig.commands()[0].second.kind == CommandKind::Start);
        QTRY_VERIFY(rig.hasToast("Operation started on s1. 1 skipped:"));
        rig.action("finishOperation")->trigger();
        QTRY_COMPARE(rig.commands().size(), 2u);
        QVERIFY(rig.commands()[1].first == FakeLifecycles::key("s2"));
        QVERIFY(rig.commands()[1].second.kind == CommandKind::Finish);
        rig.selectOperation("s3");
        rig.action("undoOperation")->trigger();
        QTRY_COMPARE(rig.commands().size(), 3u);
        QVERIFY(rig.commands()[2].first == FakeLifecycles::key("s3"));
        QVERIFY(rig.commands()[2].second.kind == CommandKind::Undo);
    }

    void forceAsksAndSaysWhatItMeans()
    {
        BoardRig rig;
        auto *dialog = askToForce(rig);
        QVERIFY(dialog);
        QVERIFY(dialog->findChild<QLabel *>("confirmConsequence")
                    ->text()
                    .contains("web (services) to take its mark away"));
        QTest::keyClick(dialog, Qt::Key_Return); // is safe
        QVERIFY(!dialog->isVisible());
        QVERIFY(rig.commands().empty());
        rig.action("forceOperation")->trigger();
        dialog = rig.window->findChildren<ConfirmDialog *>().last();
        rig.port->setStuck("s2", "op"); // is not meant
        auto *act = dialog->findChild<QPushButton *>("confirmAct");
        QVERIFY(act->text().startsWith("Force 1"));
        act->click();
        QTRY_COMPARE(rig.commands().size(), 1u);
        QVERIFY(rig.commands()[0].first == FakeLifecycles::key("s1"));
        QVERIFY(rig.commands()[0].second.kind == CommandKind::Force);
    }

    void whatHasChangedSinceTheQuestionIsNotForced()
    {
        BoardRig rig;
        auto *dialog = askToForce(rig);
        QVERIFY(dialog);
        rig.port->setOperation("s1", "op", Phase::Undoing);
        QTRY_VERIFY(rig.alarms().isEmpty());
        dialog->findChild<QPushButton *>("confirmAct")->click();
        QTRY_VERIFY(rig.hasMessage("It has changed since it was asked about."));
        QVERIFY(rig.commands().empty());
    }

    void deletingAsks()
    {
        BoardRig rig;
        QVERIFY(rig.isReady());
        QVERIFY(rig.isOpen());
        rig.selectMembers({"s2"});
        QTRY_VERIFY(rig.action("deleteMember")->isEnabled());
        rig.action("deleteMember")->trigger();
        auto *dialog = rig.window->findChild<ConfirmDialog *>();
        QVERIFY(dialog);
        QCOMPARE(dialog->findChild<QLabel *>("confirmQuestion")->text(), "Delete s2?");
        dialog->findChild<QPushButton *>("confirmAct")->click();
        QTRY_COMPARE(rig.commands().size(), 1u);
        QVERIFY(rig.commands()[0].first == FakeLifecycles::key("s2"));
        QVERIFY(rig.commands()[0].second.kind == CommandKind::Delete);
    }

    void anEmployerWithoutItsControllerIsForgottenIfOneAsks()
    {
        BoardRig rig;
        QVERIFY(rig.isReady());
        QVERIFY(rig.isOpen());
        rig.tree().setCurrentIndex(rig.web());
        QVERIFY(rig.isUpToDate());
        QVERIFY(!rig.action("forgetEmployer")->isEnabled());
        QVERIFY(rig.action("forgetEmployer")
                    ->toolTip()
                    .endsWith("No employer is selected whose controller does not run."));
        rig.port->leave();
        QTRY_VERIFY(rig.action("forgetEmployer")->isEnabled());
        QCOMPARE(rig.web().data().toString(),
                 "web (services) · its controller does not run · 1 more may go "
                 "out of service · 3 members");
        rig.action("forgetEmployer")->trigger();
        auto *dialog = rig.window->findChild<ConfirmDialog *>();
        QVERIFY(dialog);
        QCOMPARE(dialog->findChild<QLabel *>("confirmQuestion")->text(), "Forget web (services)?");
        dialog->findChild<QPushButton *>("confirmAct")->click();
        QTRY_COMPARE(rig.model().rowCount(), 0);
    }

    void aRefusalIsShownAsThePortSaysIt()
    {
        BoardRig rig;
        rig.port->setOperation("s1", "op", Phase::Drained);
        QVERIFY(rig.isReady());
        QVERIFY(rig.isOpen(1));
        rig.port->refuse("it is not drained");
        rig.selectOperation("s1");
        QTRY_VERIFY(rig.action("startOperation")->isEnabled());
        rig.action("startOperation")->trigger();
        QTRY_VERIFY(rig.hasMessage("Start operation op has failed for s1: it is not drained."));
        QVERIFY(rig.toasts().isEmpty());
    }

    void whatIsOffSaysWhy()
    {
        BoardRig rig;
        rig.port->setOperation("s1", "op", Phase::PreCheck);
        QVERIFY(rig.isReady());
        QTRY_VERIFY(rig.action("tab6")->isEnabled());
        const auto saysWhy = [&](const char *name, const char *why) {
            return !rig.action(name)->isEnabled()
                   && rig.action(name)->toolTip().endsWith(QLatin1String(why));
        };
        QVERIFY(saysWhy("beginOperation",
                        "Select operations or members in the tab Operations (Alt+7)."));
        QVERIFY(rig.isOpen(1));
        rig.table().clearSelection();
        QTRY_VERIFY(saysWhy("startOperation", "No operation is selected."));
        QVERIFY(saysWhy("deleteMember", "No member is selected."));
        rig.selectOperation("s1");
        QTRY_VERIFY(saysWhy("startOperation", "It is not drained yet."));
        QVERIFY(saysWhy("finishOperation", "It has not been started."));
        QVERIFY(saysWhy(
            "forceOperation",
            "Its drain makes progress, and it is not being undone: there is nothing to force."));
        QVERIFY(rig.action("undoOperation")->isEnabled());
        QVERIFY(rig.action("beginOperation")->isEnabled()); // another one on its member
        rig.tree().setCurrentIndex(rig.web());
        QTRY_VERIFY(saysWhy("beginOperation", "No member is selected."));
    }

    void aReadOnlyWindowSteersNothing()
    {
        WindowOptions options;
        options.access = WindowOptions::Access::ReadOnly;
        BoardRig rig(options);
        rig.port->setStuck("s1", "op");
        QVERIFY(rig.isOpen(1));
        rig.selectOperation("s1");
        QVERIFY(rig.isUpToDate());
        for (const char *name :
             {"beginOperation", "startOperation", "finishOperation", "undoOperation",
              "forceOperation", "deleteMember", "forgetEmployer"}) {
            QVERIFY(!rig.action(name)->isEnabled());
            QVERIFY(rig.action(name)->toolTip().endsWith("read only."));
        }
        const NeedRow *row = needRow(*rig.window, "s1", AttentionKind::StuckDrain);
        QVERIFY(row);
        QCOMPARE(offeredIn(*row), QStringList{"Show"});
    }

    void aStuckDrainIsAnAlarmUntilItIsSettled()
    {
        BoardRig rig;
        rig.port->setOperation("s2", "op", Phase::Draining);
        QVERIFY(rig.isReady());
        QTRY_COMPARE(rig.tabText(), "Operations (1)");
        QVERIFY(rig.alarms().isEmpty());
        const auto place = [&] { return rig.items().viewport()->mapToGlobal(QPoint()); };
        const QPoint before = place();
        rig.port->setStuck("s1", "op");
        QTRY_COMPARE(rig.tabText(), "Operations (2, 1 urgent)");
        const int tab = int(Tabs::Tab::Operations);
        QVERIFY(!rig.tabs->tabIcon(tab).isNull());
        QCoreApplication::processEvents();
        QCOMPARE(place(), before); // the title became no higher
        QCOMPARE(rig.tabs->tabBar()->tabTextColor(tab), Theme::current().red);
        for (const char *theme : {"themes3", "themes2"}) { // dark, and light again
            const QColor red = Theme::current().red;
            rig.action(theme)->trigger();
            if (QLatin1String(theme) == QLatin1String("themes3"))
                QVERIFY(Theme::current().red != red);
            QTRY_COMPARE(rig.tabs->tabBar()->tabTextColor(tab), Theme::current().red);
        }
        QCOMPARE(rig.alarms().size(), 1);
        QVERIFY(rig.alarms().first().startsWith(
            "s1: The drain makes no progress; operation op waits for "));
        QVERIFY(rig.alarms().first().contains("web (services)"));
        QCOMPARE(rig.tabs->tabText(0), "Overview (2)");
        QVERIFY(rig.isUpToDate());
        QCOMPARE(rig.alarms().size(), 1); // once
        const NeedRow *row = needRow(*rig.window, "s1", AttentionKind::StuckDrain);
        QVERIFY(row);
        QVERIFY(row->need().since != TimePoint{});
        QCOMPARE(offeredIn(*row), QStringList({"Force…", "Show", "Acknowledge…"}));
        QVERIFY(press(*row, "Show"));
        QCOMPARE(rig.tabs->currentTab(), Tabs::Tab::Operations);
        QCOMPARE(rig.board().selectedOperations().size(), 1u);
        QVERIFY(rig.board().selectedOperations()[0].employee == FakeLifecycles::key("s1"));
        QCOMPARE(rig.memberIn(0), std::string("s1"));
        rig.port->setOperation("s1", "op", Phase::Drained);
        QTRY_COMPARE(rig.tabText(), "Operations (2)");
        QTRY_VERIFY(rig.alarms().isEmpty());
        QVERIFY(rig.tabs->tabIcon(tab).isNull());
    }

    void workThatFailsIsAnAlarmUntilItSucceeds()
    {
        BoardRig rig;
        rig.port->setOperation("s2", "op", Phase::Operating);
        QVERIFY(rig.isReady());
        QTRY_COMPARE(rig.tabText(), "Operations (1)");
        rig.port->editOperation("s2", "op", [](consist::OperationView &view) {
            view.failure = "exit status 3";
        });
        QTRY_COMPARE(rig.tabText(), "Operations (1, 1 urgent)");
        QCOMPARE(rig.alarms(),
                 QStringList{"s2: The work of an operation fails, and is tried again; operation "
                             "op: exit status 3. The member stays out of service"});
        QCOMPARE(offeredIn(*needRow(*rig.window, "s2", AttentionKind::FailingOperation)),
                 (QStringList{"Show", "Acknowledge…"}));
        rig.port->setOperation("s2", "op", Phase::Operated);
        QTRY_VERIFY(rig.alarms().isEmpty());
    }

    void eachStuckDrainIsANeed()
    {
        BoardRig rig;
        for (int i = 0; i < 12; ++i)
            rig.port->setStuck("n" + std::to_string(i), "op");
        QVERIFY(rig.isReady());
        QTRY_COMPARE(rig.alarms().size(), 12);
        QCOMPARE(rig.tabs->tabText(0), "Overview (13)");
        for (int i = 0; i < 8; ++i)
            rig.port->endOperation("n" + std::to_string(i), "op");
        QTRY_COMPARE(rig.alarms().size(), 4);
        QVERIFY(rig.messages().isEmpty());
    }

    void selectionStaysWithItsIdsOverUpdates()
    {
        BoardRig rig;
        for (int i = 0; i < 40; ++i)
            rig.port->setOperation("n" + std::to_string(i), "op", Phase::PreCheck);
        QVERIFY(rig.isReady());
        QVERIFY(rig.isOpen(40));
        rig.selectOperation("n20");
        const int scrolled = rig.table().verticalScrollBar()->value();
        for (int i = 30; i < 40; ++i)
            rig.port->setStuck("n" + std::to_string(i), "op");
        rig.port->endOperation("n3", "op");
        QVERIFY(rig.isUpToDate());
        QTRY_COMPARE(rig.table().model()->rowCount(), 39);
        QCOMPARE(rig.board().selectedOperations().size(), 1u);
        QVERIFY(rig.board().selectedOperations()[0].employee == FakeLifecycles::key("n20"));
        QVERIFY(rig.table().verticalScrollBar()->value() > 0 || scrolled == 0);
        rig.selectMembers({"s2"});
        rig.port->setEmployer("web", {"a1", "s2", "s9"});
        rig.port->setEmployer("api", {"s2"});
        QVERIFY(rig.isUpToDate());
        QTRY_COMPARE(rig.model().rowCount(), 2);
        QTRY_VERIFY(rig.member("a1").isValid());
        QCOMPARE(rig.board().selectedMembers().size(), 1u);
        QVERIFY(rig.board().selectedMembers()[0].member == FakeLifecycles::key("s2"));
        rig.port->setEmployer("web", {"a1", "s9"});
        QTRY_VERIFY(!rig.board().isMemberSelected());
        QTRY_VERIFY(!rig.action("beginOperation")->isEnabled());
    }

    void keysSelectTheOnlyRow()
    {
        BoardRig rig;
        rig.port->setOperation("s1", "op", Phase::Drained);
        QVERIFY(rig.isReady());
        QVERIFY(rig.isOpen(1));
        QVERIFY(rig.table().hasFocus());
        QVERIFY(rig.board().selectedOperations().empty());
        QTest::keyClick(&rig.table(), Qt::Key_Down);
        QCOMPARE(rig.board().selectedOperations().size(), 1u);
        rig.tree().collapseAll();
        rig.tree().setFocus();
        QTest::keyClick(&rig.tree(), Qt::Key_Down);
        QVERIFY(rig.tree().selectionModel()->hasSelection());
    }

    void onlyOneSideHasTheSelection()
    {
        BoardRig rig;
        rig.port->setOperation("s1", "op", Phase::Drained);
        QVERIFY(rig.isReady());
        QVERIFY(rig.isOpen(1));
        rig.selectMembers({"s2", "s3"});
        QCOMPARE(rig.board().selectedMembers().size(), 2u);
        QVERIFY(rig.board().selectedOperations().empty());
        rig.selectOperation("s1");
        QVERIFY(!rig.tree().selectionModel()->hasSelection());
        QCOMPARE(rig.board().selectedMembers().size(), 1u);
        QVERIFY(rig.board().selectedMembers()[0].member == FakeLifecycles::key("s1"));
        rig.selectMembers({"s2"});
        QVERIFY(rig.board().selectedOperations().empty());
    }

    void enterLeadsToTheOtherSide()
    {
        BoardRig rig;
        rig.port->setOperation("s2", "op", Phase::Drained);
        QVERIFY(rig.isReady());
        QVERIFY(rig.isOpen(1));
        rig.selectOperation("s2");
        QTest::keyClick(&rig.table(), Qt::Key_Return);
        QVERIFY(rig.tree().hasFocus());
        QCOMPARE(rig.tree().currentIndex(), rig.member("s2"));
        QTest::keyClick(&rig.tree(), Qt::Key_Return);
        QVERIFY(rig.table().hasFocus());
        QCOMPARE(rig.board().selectedOperations().size(), 1u);
    }

    void detailsSayAllOfWhatIsSelected()
    {
        BoardRig rig;
        rig.port->setStuck("s2", "op");
        rig.port->edit("web", [](consist::EmployerView &view) {
            view.errors = {"s2:80: update failed"};
            view.members[1].status = {"weight 0", "2 sessions"};
        });
        QVERIFY(rig.isReady());
        QVERIFY(QTest::qWaitFor([&] { return rig.action("tab6")->isEnabled(); }));
        rig.action("tab6")->trigger();
        QTRY_VERIFY(rig.member("s2").isValid());
        auto *text = rig.find<QPlainTextEdit>("detailText");
        QVERIFY(!text->isVisible());
        QVERIFY(rig.label("detailEmpty").contains("\n\nSelect an operation"));
        QVERIFY(rig.label("detailEmpty").startsWith("1 fault, 1 decision. "));
        rig.selectOperation("s2");
        QVERIFY(text->isVisible());
        const auto says = [&](const char *words) {
            return text->toPlainText().contains(QLatin1String(words));
        };
        for (const char *words : {"Operation op on s2", "State: No progress in drain, since ",
                                  "Waits for web (services) to take its mark away",
                                  "  web (services), since ", "  In service, since ", "  weight 0",
                                  "  2 sessions", "  Last pass: s2:80: update failed"})
            QVERIFY2(says(words), words);
        text->setFocus(); // a stop of the Tab key
        QVERIFY(text->focusPolicy() & Qt::TabFocus);
        text->selectAll();
        QVERIFY(rig.isUpToDate());
        QVERIFY(text->textCursor().hasSelection()); // nothing has changed
        QTest::keyClick(text, Qt::Key_C, Qt::ControlModifier);
        QTRY_VERIFY(QGuiApplication::clipboard()->text().contains("its mark away"));
        QTest::keyClick(rig.window.get(), Qt::Key_F20); // forgets Ctrl
        rig.selectMembers({"s2"});
        QVERIFY(says("Member s2"));
        QVERIFY(says("  Waits for web (services) to take its mark away"));
        QVERIFY(says("  2 sessions"));
        rig.tree().setCurrentIndex(rig.web());
        QVERIFY(says("Employer web (services)"));
        QVERIFY(says("Last pass: s2:80: update failed"));
        rig.action("tab1")->trigger();
        QVERIFY(!text->isVisible());
    }

    void selectedRowsAreCopied()
    {
        BoardRig rig;
        rig.port->setOperation("s2", "op", Phase::Drained);
        QVERIFY(rig.isReady());
        QVERIFY(rig.isOpen(1));
        rig.selectOperation("s2");
        QTRY_VERIFY(rig.action("copyJson")->isEnabled());
        rig.action("copy")->trigger();
        QVERIFY(QGuiApplication::clipboard()->text().contains("Drained\ts2"));
        rig.selectMembers({"s1", "s3"});
        QTRY_VERIFY(rig.action("copy")->isEnabled());
        QVERIFY(!rig.action("copyJson")->isEnabled());
        rig.action("copy")->trigger();
        QVERIFY(QGuiApplication::clipboard()->text().startsWith("s1\tIn service"));
        rig.tree().setFocus();
        rig.action("selectAll")->trigger();
        QCOMPARE(rig.board().selectedMembers().size(), 3u);
    }

    void saysWhyThereIsNothing()
    {
        BoardRig rig;
        rig.port->removeEmployer("web");
        rig.port->hang();
        QVERIFY(rig.isReady());
        QTRY_VERIFY(rig.action("tab6")->isEnabled());
        rig.action("tab6")->trigger();
        QVERIFY(rig.table().emptyText().startsWith("Loading…"));
        rig.port->release();
        QTRY_VERIFY(rig.table().emptyText().startsWith("No operation is under way."));
        QVERIFY(rig.table().emptyText().contains("Ctrl+B"));
        QVERIFY(rig.tree().emptyText().startsWith("No employers yet."));
        QCOMPARE(rig.tree().accessibleDescription(), rig.tree().emptyText());
        rig.port->setEmployer("web", {});
        QTRY_VERIFY(rig.tree().accessibleDescription().isEmpty());
    }

    void saysThatWhatItShowsIsOld()
    {
        BoardRig rig;
        QVERIFY(rig.isReady());
        QVERIFY(rig.isOpen());
        const auto *label = rig.find<QLabel>("boardStale");
        QVERIFY(!label->isVisible());
        rig.port->hang();
        QTRY_VERIFY(label->isVisible());
        QVERIFY(label->text().startsWith("Stale · "));
        rig.action("tab1")->trigger(); // the window lives
        rig.action("tab6")->trigger();
        rig.port->release();
        QTRY_VERIFY(!label->isVisible());
    }

    void freezeHoldsTheBoard()
    {
        BoardRig rig;
        QVERIFY(rig.isReady());
        QVERIFY(rig.isOpen());
        rig.action("freeze")->trigger();
        rig.port->setOperation("s1", "op", Phase::Drained);
        QVERIFY(rig.isUpToDate());
        QCOMPARE(rig.table().model()->rowCount(), 0);
        rig.action("freeze")->trigger();
        QTRY_COMPARE(rig.table().model()->rowCount(), 1);
    }

    void asksForMembersOfOpenEmployersOnly()
    {
        BoardRig rig;
        for (const char *name : {"api", "mail", "shop"})
            rig.port->setEmployer(name, {"s1"});
        QVERIFY(rig.isReady());
        QTRY_VERIFY(rig.action("tab6")->isEnabled());
        rig.action("tab6")->trigger();
        QTRY_COMPARE(rig.model().rowCount(), 4);
        QVERIFY(rig.isUpToDate());
        QVERIFY(rig.port->employerQuestions().empty());
        const QModelIndex mail = rig.model().indexOf(FakeLifecycles::employerName("mail"));
        rig.tree().expand(mail);
        QTRY_COMPARE(rig.model().rowCount(mail), 2);
        QCOMPARE(rig.port->employerQuestions().size(), 1u);
        rig.tree().setCurrentIndex(rig.model().indexOf(FakeLifecycles::employerName("shop")));
        QTRY_VERIFY(rig.port->employerQuestions().contains("shop"));
        QVERIFY(!rig.port->employerQuestions().contains("api"));
    }

    // Nothing is timed here: the number of rows that one step changes is what keeps it quick.
    void staysAliveWithAHundredThousandMembers()
    {
        BoardRig rig;
        std::vector<std::string> members;
        for (int i = 0; i < 100; ++i)
            members.push_back("server-" + std::to_string(i));
        for (int i = 0; i < 1000; ++i)
            rig.port->setEmployer("web-" + std::to_string(i), members);
        QVERIFY(rig.isReady());
        QTRY_VERIFY(rig.action("tab6")->isEnabled());
        rig.action("tab6")->trigger();
        QTRY_COMPARE(rig.model().rowCount(), 1001);
        for (int row = 0; row < 100; ++row)
            rig.tree().expand(rig.model().index(row, 0));
        const QModelIndex last = rig.model().index(99, 0);
        QTRY_COMPARE(rig.model().rowCount(last), 101);
        QTRY_COMPARE(rig.model().rowCount(rig.model().index(50, 0)), 101);
        QSignalSpy inserted(&rig.model(), &QAbstractItemModel::rowsInserted);
        QSignalSpy changed(&rig.model(), &QAbstractItemModel::dataChanged);
        QVERIFY(rig.isUpToDate());
        QCOMPARE(inserted.count() + changed.count(), 0);
        QVERIFY(!rig.port->callers().contains(std::this_thread::get_id()));
    }

    void everythingIsReachedByKeys()
    {
        BoardRig rig;
        rig.port->setOperation("s1", "op", Phase::Drained);
        QVERIFY(rig.isReady());
        QTRY_VERIFY(rig.action("tab6")->isEnabled());
        QTest::keyClick(rig.window.get(), Qt::Key_7, Qt::AltModifier);
        QTRY_COMPARE(rig.tabs->currentTab(), Tabs::Tab::Operations);
        QVERIFY(rig.table().hasFocus());
        QTRY_VERIFY(rig.member("s1").isValid());
        QTest::keyClick(rig.window.get(), Qt::Key_Tab);
        QVERIFY(rig.tree().hasFocus());
        QTest::keyClick(&rig.tree(), Qt::Key_Home);
        for (int row = 0; row < 3; ++row)
            QTest::keyClick(&rig.tree(), Qt::Key_Down);
        QCOMPARE(rig.tree().currentIndex(), rig.member("s2"));
        QTRY_VERIFY(rig.action("beginOperation")->isEnabled());
        QTest::keyClick(rig.window.get(), Qt::Key_B, Qt::ControlModifier);
        auto *dialog = rig.window->findChild<BeginDialog *>();
        QVERIFY(QTest::qWaitForWindowActive(dialog));
        auto *type = dialog->findChild<QComboBox *>("beginType");
        QTRY_VERIFY(type->hasFocus());
        type->lineEdit()->selectAll();
        QTest::keyClicks(type, "upgrade");
        QTest::keyClick(dialog, Qt::Key_Return);
        QTRY_COMPARE(rig.commands().size(), 1u);
        QVERIFY(rig.commands()[0].first == FakeLifecycles::key("s2"));
        QCOMPARE(rig.commands()[0].second.type, std::string("upgrade"));
        emit rig.board().menuRequested({}); // as the menu key does
        const auto *menu = rig.window->findChildren<QMenu *>("contextMenu").last();
        QVERIFY(menu->actions().contains(rig.action("forceOperation")));
        QVERIFY(rig.tree().isStill());
        delete menu;
        rig.board().setMenuOpen(false);
    }

    void theBorderStaysOverARestart()
    {
        const QTemporaryDir profile;
        WindowOptions options;
        options.profileDirectory = profile.path();
        QList<int> sizes;
        {
            BoardRig rig(options);
            QVERIFY(rig.isOpen());
            auto *splitter = rig.find<QSplitter>("boardSplitter");
            splitter->setSizes({200, splitter->width() - 200});
            sizes = splitter->sizes();
            rig.window->close();
        }
        BoardRig rig(options);
        QVERIFY(rig.isOpen());
        QTRY_COMPARE(rig.find<QSplitter>("boardSplitter")->sizes(), sizes);
    }

    void partsHaveNamesForReaders()
    {
        BoardRig rig;
        QVERIFY(rig.isReady());
        QVERIFY(rig.isOpen());
        for (const QWidget *part :
             {static_cast<QWidget *>(&rig.table()), static_cast<QWidget *>(&rig.tree())})
            QVERIFY(!part->accessibleName().isEmpty());
        const QModelIndex state = rig.member("s1").siblingAtColumn(EmployersModel::State);
        QVERIFY(rig.tree().visualRect(state).isValid()); // rows that were inserted are laid out
        QCOMPARE(QAccessible::queryAccessibleInterface(&rig.tree())
                     ->tableInterface()
                     ->cellAt(2, EmployersModel::State)
                     ->text(QAccessible::Name),
                 state.data().toString());
    }
};

QONTROLLER_WINDOW_TEST(BoardTest)
#include "tst_board.moc"
