// SPDX-License-Identifier: GPL-3.0-or-later
// The lifecycle board of a window that shows hosts elsewhere.
#include "support/fakefeed.h"
#include "support/fakelifecycles.h"
#include "support/fakes.h"
#include "support/needs.h"
#include "support/warnings.h"
#include "support/windowtest.h"

#include "ui/actions/operatorlogmodel.h"
#include "ui/dialogs/begindialog.h"
#include "ui/dialogs/confirmdialog.h"
#include "ui/theme/resources.h"
#include "ui/theme/theme.h"
#include "ui/views/board.h"
#include "ui/views/filterbox.h"
#include "ui/views/messagebar.h"
#include "ui/views/table.h"
#include "ui/views/tabs.h"
#include "ui/views/toasts.h"
#include "ui/window/mainwindow.h"

#include <QtCore/QTemporaryDir>
#include <QtGui/QAction>
#include <QtTest/QtTest>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QLabel>
#include <QtWidgets/QPlainTextEdit>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QToolButton>

using namespace qontroller;
using namespace qontroller::test;
using namespace qontroller::ui;
using namespace std::chrono_literals;
using consist::Phase;
using CommandKind = consist::Command::Kind;

namespace {

/// A window that shows two hosts, each with an employer and members that are called the same.
struct BoardHostsRig
{
    BoardHostsRig()
    {
        for (const char *name : {"db1", "db2"}) {
            const HostRun run = FakeHosts::runOf(hosts.add(name));
            const ControllerId id = feed.addController("fleet", "simulated-fleet", run);
            feed.setItem(id, "web", ItemState::InSync);
            ports.push_back(std::make_shared<FakeLifecycles>());
            ports.back()->setEmployer("web", {"s1", "s2"});
            application.shown.lifecycles[run.host] = ports.back();
        }
        WindowOptions options;
        options.mode = WindowOptions::Mode::Attached;
        options.profileDirectory = folder.path();
        options.tab = int(Tabs::Tab::Items);
        window = std::make_unique<MainWindow>(application.with(feed, control), options);
        window->show();
        tabs = window->findChild<Tabs *>();
    }
    /// The board is in front, with what both hosts have.
    bool isOpen(int operations = 0)
    {
        if (!QTest::qWaitFor([&] { return action("tab6")->isEnabled(); }))
            return false;
        action("tab6")->trigger();
        return QTest::qWaitFor([&] {
            return model().rowCount(web(0)) == 3 && model().rowCount(web(1)) == 3
                   && table().model()->rowCount() == operations;
        });
    }
    void lose(std::size_t host)
    {
        hosts.all[host].state = HostState::Lost;
        hosts.all[host].since = hosts.all[host].heard = feed.now() - 12s;
        ports[host]->fail(hosts.all[host].name + " is not connected: try again later");
    }
    [[nodiscard]] HostId id(std::size_t host) const { return hosts.all[host].id; }
    QAction *action(const char *name) const
    {
        return window->findChild<QAction *>(QLatin1String(name));
    }
    Board &board() const { return tabs->board(); }
    Table &table() const { return board().operations(); }
    EmployersModel &model() const { return board().employers().rows(); }
    QModelIndex web(std::size_t host) const
    {
        return model().indexOf({FakeLifecycles::employerName("web"), id(host)});
    }
    /// Selects a member of each of \a all.
    void selectMembers(const std::vector<std::size_t> &all, const std::string &member) const
    {
        auto *selection = board().employers().selectionModel();
        selection->clearSelection();
        for (const std::size_t host : all) {
            for (int row = 0; row < model().rowCount(web(host)); ++row) {
                const QModelIndex index = model().index(row, 0, web(host));
                if (model().memberAt(index) == FakeLifecycles::key(member))
                    selection->select(index,
                                      QItemSelectionModel::Select | QItemSelectionModel::Rows);
            }
        }
    }
    void selectOperation(std::size_t host, const std::string &member) const
    {
        board().select({FakeLifecycles::key(member).text(), "op", id(host)});
    }
    bool hasToast(const QString &part) const
    {
        return !window->findChild<Toasts *>()->sentences().filter(part).isEmpty();
    }
    QStringList messages() const { return window->findChild<MessageBar *>()->sentences(); }
    QString whyOff(const char *name) const
    {
        return action(name)->isEnabled() ? QString() : action(name)->toolTip();
    }

    QTemporaryDir folder;
    FakeFeed feed;
    FakeControl control;
    FakeApplication application;
    FakeHosts &hosts = application.shown;
    std::vector<std::shared_ptr<FakeLifecycles>> ports;
    std::unique_ptr<MainWindow> window;
    Tabs *tabs = nullptr;
};

} // namespace

class BoardHostsTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { prepareResources(QStringLiteral("en")); }
    void init() { failOnAnyWarning(); }

    void comesWithTheFirstHostThatHasMembers()
    {
        BoardHostsRig rig;
        for (const auto &port : rig.ports)
            port->setControllers(false);
        QTRY_VERIFY(rig.ports[0]->questions() > 1 && rig.ports[1]->questions() > 1);
        QVERIFY(!rig.tabs->isTabVisible(int(Tabs::Tab::Operations)));
        QTRY_VERIFY2(rig.whyOff("tab6").endsWith("No controller with members runs on these hosts."),
                     qPrintable(rig.whyOff("tab6")));
        rig.ports[0]->fail(
            "db1: the host is older than this program and does not know the question");
        QTRY_VERIFY(rig.whyOff("tab6").contains("db1: the host is older than this program"));
        rig.ports[1]->setControllers(true);
        QTRY_VERIFY(rig.tabs->isTabVisible(int(Tabs::Tab::Operations)));
    }

    void eachOperationSaysItsHost()
    {
        BoardHostsRig rig;
        for (const auto &port : rig.ports)
            port->setOperation("s1", "op", Phase::Drained);
        QVERIFY(rig.isOpen(2));
        QVERIFY(!rig.table().isColumnHidden(OperationsModel::Host));
        std::set<QString> names;
        for (int row = 0; row < 2; ++row)
            names.insert(rig.table().model()->index(row, OperationsModel::Host).data().toString());
        QCOMPARE(names, (std::set<QString>{"db1", "db2"}));
        for (std::size_t host : {0U, 1U}) {
            QVERIFY(rig.board().employers().isExpanded(rig.web(host)));
            QVERIFY(rig.web(host).data().toString().startsWith(
                host == 0 ? "web (services) on db1 ·" : "web (services) on db2 ·"));
        }
        rig.selectOperation(1, "s1");
        auto *text = rig.window->findChild<QPlainTextEdit *>("detailText");
        QTRY_VERIFY2(text->toPlainText().startsWith("Host: db2\n\nOperation op on s1"),
                     qPrintable(text->toPlainText()));
        QTest::keyClick(&rig.table(), Qt::Key_Return); // to the member, on the same host
        QCOMPARE(rig.board().employers().currentIndex().parent(), rig.web(1));
        QTest::keyClick(&rig.board().employers(), Qt::Key_Return);
        QCOMPARE(rig.board().selectedOperations().front().host, rig.id(1));
    }

    void followsTheHostOfTheFilter()
    {
        BoardHostsRig rig;
        rig.ports[0]->setStuck("s1", "op");
        rig.ports[1]->setOperation("s1", "op", Phase::Drained);
        QVERIFY(rig.isOpen(2));
        const auto isSeen = [&](std::size_t host) {
            return !rig.board().employers().isRowHidden(rig.web(host).row(), {});
        };
        rig.selectMembers({0, 1}, "s2");
        auto &filter = *rig.window->findChild<FilterBox *>();
        filter.setFilterText("host:db2");
        QTRY_COMPARE(rig.table().model()->rowCount(), 1);
        QVERIFY(!isSeen(0) && isSeen(1));
        QCOMPARE(rig.board().selectedMembers().size(), 1U); // nothing that is out of sight
        QCOMPARE(rig.tabs->tabText(int(Tabs::Tab::Operations)), "Operations (1)");
        rig.lose(0); // a host that tells nothing keeps its rows
        filter.setFilterText({});
        QTRY_COMPARE(rig.table().model()->rowCount(), 2);
        QVERIFY(isSeen(0) && isSeen(1));
        filter.setFilterText("host:db2 state:failed");
        QTRY_COMPARE(rig.table().model()->rowCount(), 1);
        // To one that is filtered out.
        const NeedRow *row = needRow(*rig.window, "s1 on db1", AttentionKind::StuckDrain);
        QVERIFY(row && press(*row, "Show"));
        QCOMPARE(filter.text(), "state:failed");
        QCOMPARE(rig.board().selectedOperations().size(), 1U);
        QCOMPARE(rig.board().selectedOperations().front().host, rig.id(0));
    }

    void anActionGoesToTheHostOfItsRow()
    {
        BoardHostsRig rig;
        for (const auto &port : rig.ports)
            port->setOperation("s1", "op", Phase::Drained);
        QVERIFY(rig.isOpen(2));
        rig.selectOperation(1, "s1");
        QTRY_VERIFY(rig.action("undoOperation")->isEnabled());
        rig.action("undoOperation")->trigger();
        QTRY_COMPARE(rig.ports[1]->commands().size(), 1U);
        QVERIFY(rig.ports[1]->commands()[0].second.kind == CommandKind::Undo);
        QVERIFY(rig.ports[0]->commands().empty());
        QTRY_VERIFY(rig.hasToast("Operation undone on s1 on db2."));
    }

    void whatIsBegunOnTwoHostsIsSaidOfEach()
    {
        BoardHostsRig rig;
        QVERIFY(rig.isOpen());
        rig.selectMembers({0, 1}, "s2");
        QTRY_VERIFY(rig.action("beginOperation")->isEnabled());
        rig.action("beginOperation")->trigger();
        auto *dialog = rig.window->findChild<BeginDialog *>();
        QVERIFY(dialog);
        dialog->findChild<QComboBox *>("beginType")->setCurrentText("restart");
        rig.ports[1]->refuse("an operation of this type is under way");
        dialog->findChild<QPushButton *>("beginAct")->click();
        for (const auto &port : rig.ports) {
            QTRY_COMPARE(port->commands().size(), 1U);
            QVERIFY(port->commands()[0].first == FakeLifecycles::key("s2"));
        }
        QTRY_VERIFY(rig.hasToast("Operation begun on s2 on db1."));
        QTRY_VERIFY(!rig.messages()
                         .filter("has failed for s2 on db2: an operation of this type "
                                 "is under way.")
                         .isEmpty());
    }

    void aForceIsAskedForWithItsHost()
    {
        BoardHostsRig rig;
        rig.ports[1]->setStuck("s1", "op");
        QVERIFY(rig.isOpen(1));
        QTRY_COMPARE(needsOf(*rig.window).size(), 1);
        QVERIFY(needsOf(*rig.window)
                    .front()
                    .startsWith("s1 on db2: The drain makes no progress; operation op waits for "));
        rig.selectOperation(1, "s1");
        QTRY_VERIFY(rig.action("forceOperation")->isEnabled());
        rig.action("forceOperation")->trigger();
        auto *dialog = rig.window->findChild<ConfirmDialog *>();
        QVERIFY(dialog);
        QCOMPARE(dialog->findChild<QLabel *>("confirmQuestion")->text(), "Force s1 on db2 · op?");
        dialog->findChild<QPushButton *>("confirmAct")->click();
        QTRY_COMPARE(rig.ports[1]->commands().size(), 1U);
        QVERIFY(rig.ports[0]->commands().empty());
    }

    void noMemberIsDeletedWhereNoControllerCan()
    {
        BoardHostsRig rig;
        rig.ports[0]->keepMembers();
        rig.ports[0]->setOperation("s1", "op", Phase::Drained);
        QVERIFY(rig.isOpen(1));
        const QString why = "No controller of these members deletes them";
        rig.selectMembers({0}, "s2");
        QTRY_VERIFY2(rig.whyOff("deleteMember").contains(why),
                     qPrintable(rig.whyOff("deleteMember")));
        QVERIFY(rig.action("beginOperation")->isEnabled());
        rig.selectOperation(0, "s1");
        QTRY_VERIFY(rig.whyOff("deleteMember").contains(why));
        rig.selectMembers({1}, "s2");
        QTRY_VERIFY(rig.action("deleteMember")->isEnabled());
        rig.selectMembers({0, 1}, "s2"); // of one of them it works
        QTRY_VERIFY(rig.action("deleteMember")->isEnabled());
    }

    void aViewerSeesWhyNothingCanBeDone()
    {
        BoardHostsRig rig;
        for (const auto &port : rig.ports)
            port->setStuck("s1", "op");
        rig.ports[1]->leave(); // its employers could be forgotten
        rig.hosts.all[1].maySteer = false;
        QVERIFY(rig.isOpen(2));
        const QString why = "On db2 you are a viewer: you may look, but not steer.";
        rig.selectOperation(1, "s1");
        for (const char *name : {"beginOperation", "deleteMember", "startOperation",
                                 "finishOperation", "undoOperation", "forceOperation"})
            QTRY_VERIFY2(rig.whyOff(name).contains(why), name);
        rig.selectMembers({0, 1}, "s2");
        QTRY_VERIFY(rig.whyOff("beginOperation").contains(why));
        rig.board().employers().setCurrentIndex(rig.web(1));
        QTRY_VERIFY(rig.whyOff("forgetEmployer").contains(why));
        rig.selectMembers({0}, "s2");
        QTRY_VERIFY(rig.action("beginOperation")->isEnabled());
        rig.table().selectAll(); // of both hosts: what can be steered is
        QTRY_VERIFY(rig.action("undoOperation")->isEnabled());
        rig.action("undoOperation")->trigger();
        QTRY_COMPARE(rig.ports[0]->commands().size(), 1U);
        QTRY_VERIFY(rig.hasToast("Operation undone on s1 on db1. 1 skipped: " + why));
        QVERIFY(rig.ports[1]->commands().empty());
    }

    void aLostHostKeepsItsRowsGreyed()
    {
        BoardHostsRig rig;
        for (const auto &port : rig.ports)
            port->setOperation("s1", "op", Phase::Drained);
        QVERIFY(rig.isOpen(2));
        auto *stale = rig.window->findChild<QLabel *>("boardStale");
        QVERIFY(!stale->isVisible());
        rig.lose(0);
        const auto greyed = [&](std::size_t host) {
            const auto &rows = rig.board().rows();
            const int row = rows.rowOfKey({FakeLifecycles::key("s1").text(), "op", rig.id(host)});
            return row >= 0
                   && rows.index(row, OperationsModel::Member).data(Qt::ForegroundRole)
                          == QVariant(Theme::current().dim);
        };
        QTRY_VERIFY(greyed(0));
        QVERIFY(!greyed(1));
        QTRY_COMPARE(rig.web(0).data(Qt::ForegroundRole), QVariant(Theme::current().dim));
        QCOMPARE(rig.model().rowCount(rig.web(0)), 3);
        QTRY_VERIFY2(stale->text().startsWith("Stale · db1: lost for ")
                         && stale->text().endsWith(". What is shown may be old."),
                     qPrintable(stale->text()));
        rig.selectOperation(0, "s1");
        QTRY_VERIFY(rig.whyOff("undoOperation").contains("db1 cannot be steered now: lost for"));
        rig.hosts.all[0].state = HostState::Connected; // and back
        rig.hosts.all[0].heard = TimePoint::max();
        rig.ports[0]->fail({});
        QTRY_VERIFY(!greyed(0));
        QTRY_VERIFY(!stale->isVisible());
        QTRY_VERIFY(rig.action("undoOperation")->isEnabled());
    }

    void aHostThatIsShownNoMoreTakesItsRowsAlong()
    {
        BoardHostsRig rig;
        for (const auto &port : rig.ports)
            port->setOperation("s1", "op", Phase::Drained);
        QVERIFY(rig.isOpen(2));
        rig.application.shown.lifecycles.erase(rig.id(0));
        rig.hosts.all.erase(rig.hosts.all.begin());
        QTRY_COMPARE(rig.table().model()->rowCount(), 1);
        QTRY_COMPARE(rig.model().rowCount(), 1);
        QTRY_VERIFY(rig.web(0).data().toString().startsWith("web (services) ·")); // the only one
    }
};

QONTROLLER_WINDOW_TEST(BoardHostsTest)
#include "tst_boardhosts.moc"
