// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/fakelifecycles.h"
#include "support/warnings.h"
#include "support/windowtest.h"

#include "ui/actions/operationscope.h"
#include "ui/models/employersmodel.h"
#include "ui/models/operationsmodel.h"
#include "ui/theme/resources.h"
#include "ui/theme/stateicons.h"
#include "ui/theme/theme.h"
#include "ui/words/lifecyclewords.h"

#include <QtTest/QAbstractItemModelTester>
#include <QtTest/QSignalSpy>

#include <random>

using namespace qontroller;
using namespace qontroller::ui;
using namespace qontroller::test;
using namespace std::chrono_literals;
using consist::MemberState;
using consist::Phase;
using consist::WaitsFor;

class BoardModelsTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { prepareResources("en"); }
    void init() { failOnAnyWarning(); }
    void everyPhaseHasItsWordAndItsOwnIcon()
    {
        QSet<QString> words;
        QList<QImage> pictures;
        const auto look = [&](const QString &word, const QString &key) {
            QVERIFY(!word.isEmpty());
            words.insert(word);
            const QImage picture = symbol(key, Qt::black)
                                       .pixmap(16, 16)
                                       .toImage()
                                       .convertToFormat(QImage::Format_Alpha8);
            int drawn = 0;
            for (int y = 0; y < 16; ++y)
                for (int x = 0; x < 16; ++x)
                    drawn += qAlpha(picture.pixel(x, y)) > 96 ? 1 : 0;
            QVERIFY2(drawn > 10, qPrintable(key));
            for (const QImage &other : std::as_const(pictures)) {
                int different = 0;
                for (int y = 0; y < 16; ++y)
                    for (int x = 0; x < 16; ++x)
                        different += std::abs(qAlpha(picture.pixel(x, y))
                                              - qAlpha(other.pixel(x, y)))
                                             > 96
                                         ? 1
                                         : 0;
                QVERIFY2(different > 20, qPrintable(key));
            }
            pictures += picture;
        };
        for (int i = 0; i < consist::PhaseCount; ++i)
            look(nameOf(static_cast<Phase>(i)), keyOf(static_cast<Phase>(i)));
        for (int i = 0; i < consist::MemberStateCount; ++i)
            look(nameOf(static_cast<MemberState>(i)), keyOf(static_cast<MemberState>(i)));
        look(nameOf(ItemState::Stuck), keyOf(ItemState::Stuck));
        QCOMPARE(words.size(), consist::PhaseCount + consist::MemberStateCount + 1);
    }

    void saysWhatAnOperationWaitsFor_data()
    {
        QTest::addColumn<int>("phase");
        QTest::addColumn<int>("what");
        QTest::addColumn<QString>("whom");
        QTest::addColumn<QString>("text");
        const auto row = [](const char *name, Phase phase, WaitsFor what, const char *whom,
                            const char *text) {
            QTest::newRow(name) << int(phase) << int(what) << QString::fromLatin1(whom)
                                << QString::fromLatin1(text);
        };
        row("rules", Phase::PreCheck, WaitsFor::Rules, "web (services): at most 1 out of service",
            "its rules: web (services): at most 1 out of service");
        row("rules not asked", Phase::PreCheck, WaitsFor::Rules, "",
            "its rules, which have not been asked yet");
        row("gate", Phase::Permitted, WaitsFor::Gate, "", "its gate to close");
        row("marks", Phase::Draining, WaitsFor::Marks, "web (services)",
            "web (services) to take its mark away");
        row("start", Phase::Drained, WaitsFor::Operator, "", "its work to begin");
        row("finish", Phase::Operating, WaitsFor::Operator, "", "its work to end");
        row("undone", Phase::Undoing, WaitsFor::Operator, "", "its work to end");
        row("complaint", Phase::Operating, WaitsFor::Operator, "restart.sh ended with 3",
            "its work to end: restart.sh ended with 3");
        row("others", Phase::Operated, WaitsFor::OtherOperations, "op-2", "other operations: op-2");
        row("checks", Phase::PostCheck, WaitsFor::Checks, "not healthy", "its checks: not healthy");
        row("traffic", Phase::Restoring, WaitsFor::Traffic, "web (services)",
            "web (services) to take it in");
        row("removal", Phase::Operating, WaitsFor::Removal, "", "its object to be deleted");
    }
    void saysWhatAnOperationWaitsFor()
    {
        QFETCH(int, phase);
        QFETCH(int, what);
        QFETCH(QString, whom);
        QFETCH(QString, text);
        FakeLifecycles port;
        port.setOperation("s1", "op", static_cast<Phase>(phase));
        port.editOperation("s1", "op", [&](consist::OperationView &view) {
            view.waiting.what = static_cast<WaitsFor>(what);
            if (!whom.isEmpty())
                view.waiting.whom = {{whom.toStdString(), view.waiting.since}};
        });
        const consist::OperationView view = port.operations().front();
        QCOMPARE(waitingText(view), text);
        const QString details = waitingDetails(view, view.waiting.since + 65s);
        QCOMPARE(details,
                 whom.isEmpty() ? QString() : whom + QStringLiteral(", for 1\u202fmin 05\u202fs"));
    }

    void saysOnWhatAnActionWouldBeRefused_data()
    {
        QTest::addColumn<int>("phase");
        QTest::addColumn<QString>("allowed"); // S F U of start, finish, undo; and f of force
        const auto row = [](const char *name, Phase phase, const char *allowed) {
            QTest::newRow(name) << int(phase) << QString::fromLatin1(allowed);
        };
        row("pre-check", Phase::PreCheck, "U");
        row("permitted", Phase::Permitted, "U");
        row("draining", Phase::Draining, "U");
        row("drained", Phase::Drained, "SU");
        row("operating", Phase::Operating, "FU");
        row("operated", Phase::Operated, "U");
        row("post-check", Phase::PostCheck, "U");
        row("restoring", Phase::Restoring, "");
        row("undoing", Phase::Undoing, "Ff");
    }
    void saysOnWhatAnActionWouldBeRefused()
    {
        QFETCH(int, phase);
        QFETCH(QString, allowed);
        FakeLifecycles port;
        port.setOperation("s1", "op", static_cast<Phase>(phase));
        const consist::OperationView view = port.operations().front();
        QString found;
        for (const auto &[verb, letter] :
             {std::pair(OperationVerb::Start, 'S'), std::pair(OperationVerb::Finish, 'F'),
              std::pair(OperationVerb::Undo, 'U'), std::pair(OperationVerb::Force, 'f')}) {
            const QString why = whyNot(verb, view);
            if (why.isEmpty())
                found += QLatin1Char(letter);
            else
                QVERIFY2(why.endsWith(QLatin1Char('.')), qPrintable(why));
        }
        QCOMPARE(found, allowed);
    }

    void aScopeLeavesOutWhatIsNotEligible()
    {
        FakeLifecycles port;
        port.setOperation("s1", "op", Phase::Drained);
        port.setOperation("s2", "op", Phase::PreCheck);
        port.setStuck("s3", "op");
        const auto start = OperationScope::of(OperationVerb::Start, operationsOf(port));
        QCOMPARE(start.eligible.size(), 1u);
        QCOMPARE(start.skipped.at(QStringLiteral("It is not drained yet.")), 2u);
        QVERIFY(start.whyNone().isEmpty());
        const auto force = OperationScope::of(OperationVerb::Force, operationsOf(port));
        QCOMPARE(force.eligible.front().employee, FakeLifecycles::key("s3"));
        QCOMPARE(OperationScope::of(OperationVerb::Finish, {}).whyNone(),
                 "No operation is selected.");
    }

    void stuckOperationsAreFirstInRedAndInWords()
    {
        FakeLifecycles port;
        port.setOperation("s1", "op", Phase::Undoing);
        port.setOperation("s10", "op", Phase::Drained);
        port.setOperation("s2", "op", Phase::Drained);
        port.setStuck("s9", "op");
        OperationsModel model;
        QAbstractItemModelTester tester(&model);
        model.show(operationsOf(port));
        QCOMPARE(model.urgentCount(), 1u);
        QCOMPARE(cell(model, 0, OperationsModel::Member), "s9");
        QCOMPARE(cell(model, 0, OperationsModel::State), "No progress in drain");
        const QModelIndex state = model.index(0, OperationsModel::State);
        QCOMPARE(state.data(Qt::ForegroundRole).value<QColor>(), Theme::current().red);
        QVERIFY(!state.data(Qt::DecorationRole).value<QIcon>().isNull());
        QCOMPARE(cell(model, 0, OperationsModel::Since), "6\u202fmin 00\u202fs");
        QCOMPARE(cell(model, 1, OperationsModel::State), "Undoing");
        QCOMPARE(cell(model, 2, OperationsModel::Member), "s2");
        QCOMPARE(cell(model, 3, OperationsModel::Member), "s10");
        QVERIFY(!model.index(3, OperationsModel::State).data(Qt::ForegroundRole).isValid());
    }

    void workThatFailsIsSaidFirst()
    {
        FakeLifecycles port;
        port.setOperation("s1", "op", Phase::Drained);
        port.setOperation("s2", "op", Phase::Operating);
        port.editOperation("s2", "op",
                           [](consist::OperationView &view) { view.failure = "exit status 3"; });
        OperationsModel model;
        model.show(operationsOf(port));
        QCOMPARE(model.urgentCount(), 1u);
        QCOMPARE(cell(model, 0, OperationsModel::Member), "s2");
        QCOMPARE(cell(model, 0, OperationsModel::State), "Work fails");
        QCOMPARE(cell(model, 0, OperationsModel::WaitsFor),
                 "its work to succeed, which is tried again: exit status 3");
        const QModelIndex state = model.index(0, OperationsModel::State);
        QCOMPARE(state.data(Qt::ForegroundRole).value<QColor>(), Theme::current().red);
        QVERIFY(!state.data(Qt::DecorationRole).value<QIcon>().isNull());
    }

    void operationsSayWhoAskedForThem()
    {
        FakeLifecycles port;
        port.setOperation("s1", "op", Phase::Restoring);
        port.editOperation("s1", "op", [](consist::OperationView &view) {
            view.operation.isForced = true;
            view.operation.isUndone = true;
            view.operation.isWish = true;
        });
        OperationsModel model;
        model.show(operationsOf(port));
        QCOMPARE(cell(model, 0, OperationsModel::Remarks),
                 "forced · undone · asked for by its object");
        QCOMPARE(cell(model, 0, OperationsModel::Operation), "op");
        QCOMPARE(cell(model, 0, OperationsModel::Type), "restart");
        QCOMPARE(cell(model, 0, OperationsModel::Employers), "web (services)");
    }

    void operationsKeepTheirRows()
    {
        FakeLifecycles port;
        port.setOperation("s1", "a", Phase::PreCheck);
        port.setOperation("s1", "b", Phase::PreCheck);
        port.setOperation("s2", "a", Phase::PreCheck);
        OperationsModel model;
        QAbstractItemModelTester tester(&model);
        model.show(operationsOf(port));
        const QPersistentModelIndex second(
            model.index(model.rowOfKey({FakeLifecycles::key("s2").text(), "a"}), 0));
        port.setStuck("s2", "a");
        port.endOperation("s1", "a");
        model.show(operationsOf(port));
        QCOMPARE(second.row(), 0);
        QVERIFY(!model.find({FakeLifecycles::key("s1").text(), "a"}));
        QCOMPARE(model.find({FakeLifecycles::key("s2").text(), "a"})->operation.phase,
                 Phase::Draining);
    }

    void whatIsCalledTheSameOnTwoHostsIsTwo()
    {
        FakeLifecycles port;
        port.setEmployer("web", {"s1"});
        port.setOperation("s1", "op", Phase::Drained);
        OperationsModel operations;
        EmployersModel employers;
        QAbstractItemModelTester operationsTester(&operations);
        QAbstractItemModelTester employersTester(&employers);
        OperationViews both = operationsOf(port, 1);
        both.push_back(operationsOf(port, 2).front());
        operations.show(both);
        QCOMPARE(operations.rowCount(), 2);
        HostLabels hosts;
        hosts.add(1, {QStringLiteral("db1"), QStringLiteral("#c62828"), false});
        hosts.add(2, {QStringLiteral("db2"), {}, true});
        operations.setHosts(hosts);
        employers.setHosts(hosts);
        const std::string s1 = FakeLifecycles::key("s1").text();
        const int first = operations.rowOfKey({s1, "op", 1});
        const int second = operations.rowOfKey({s1, "op", 2});
        QCOMPARE(cell(operations, first, OperationsModel::Host), "db1");
        QCOMPARE(cell(operations, second, OperationsModel::Host), "db2");
        QVERIFY(!operations.index(first, 0).data(Qt::ForegroundRole).isValid());
        QCOMPARE(operations.index(second, 0).data(Qt::ForegroundRole).value<QColor>(),
                 Theme::current().dim);

        for (const HostId host : {1U, 2U}) {
            employers.showEmployers(port.employers(), host);
            employers.showEmployer(port.employer(FakeLifecycles::employerName("web")), {}, host);
        }
        QCOMPARE(employers.rowCount(), 2);
        QVERIFY(cell(employers, 0, EmployersModel::Name).startsWith("web (services) on db1 "));
        QVERIFY(cell(employers, 1, EmployersModel::Name).startsWith("web (services) on db2 "));
        const QModelIndex stale = employers.indexOf({FakeLifecycles::employerName("web"), 2});
        for (const QModelIndex &index : {stale, employers.index(1, 0, stale)})
            QCOMPARE(index.data(Qt::ForegroundRole).value<QColor>(), Theme::current().dim);
        const QPersistentModelIndex kept(stale);
        employers.showEmployers({}, 1);
        QCOMPARE(employers.rowCount(), 1);
        QCOMPARE(kept.row(), 0);
        QCOMPARE(employers.rowCount(kept), 2);
    }

    void employersComeChangeAndGo()
    {
        FakeLifecycles port;
        port.setEmployer("web-10", {"s1"});
        port.setEmployer("web-9", {"s1", "s2"});
        EmployersModel model;
        QAbstractItemModelTester tester(&model);
        model.showEmployers(port.employers());
        QVERIFY(cell(model, 0, EmployersModel::Name).startsWith("web-9 (services) · 2 "));
        QVERIFY(cell(model, 1, EmployersModel::Name).startsWith("web-10 (services)"));
        const QPersistentModelIndex last(model.index(1, 0));
        const QPersistentModelIndex below(model.index(0, 0, last));
        QCOMPARE(below.data().toString(), "Loading…");
        port.setEmployer("api", {});
        port.removeEmployer("web-9");
        port.setEmployer("web-11", {});
        model.showEmployers(port.employers());
        QCOMPARE(model.rowCount(), 3);
        QCOMPARE(last.row(), 1);
        QCOMPARE(below.parent(), QModelIndex(last));
        model.showEmployers({});
        QCOMPARE(model.rowCount(), 0);
        QVERIFY(!last.isValid());
        QVERIFY(!below.isValid());
    }

    void membersAreLoadedByEmployer()
    {
        FakeLifecycles port;
        port.setEmployer("web", {"s2", "s10", "s1"});
        EmployersModel model;
        QAbstractItemModelTester tester(&model);
        model.showEmployers(port.employers());
        const QModelIndex web = model.indexOf(FakeLifecycles::employerName("web"));
        QCOMPARE(model.loadedAt(web), WallTime{});
        const WallTime now = SteadyClock::instance().wallNow();
        model.setNow(now);
        model.showEmployer(port.employer(FakeLifecycles::employerName("web")), now);
        QCOMPARE(model.loadedAt(web), now);
        QCOMPARE(model.rowCount(web), 4);
        QCOMPARE(cell(model, 0, EmployersModel::Name, web), "web-frontend");
        QCOMPARE(cell(model, 0, EmployersModel::State, web), "Resource");
        QCOMPARE(cell(model, 0, EmployersModel::Status, web), "10.0.0.7:443");
        QVERIFY(!model.memberAt(model.index(0, 0, web)));
        QCOMPARE(cell(model, 1, EmployersModel::Name, web), "s1");
        QCOMPARE(cell(model, 2, EmployersModel::Name, web), "s2");
        QCOMPARE(cell(model, 3, EmployersModel::Name, web), "s10");
        QCOMPARE(cell(model, 3, EmployersModel::State, web), "In service");
        QCOMPARE(cell(model, 3, EmployersModel::Status, web), "weight 100");
        QCOMPARE(cell(model, 3, EmployersModel::Since, web), "2\u202fh 00\u202fmin");
        QVERIFY(model.memberAt(model.index(3, 0, web)) == FakeLifecycles::key("s10"));
        QVERIFY(cell(model, web.row(), EmployersModel::Name).contains("1 more"));
        const QPersistentModelIndex last(model.index(3, 0, web));
        port.edit("web", [](consist::EmployerView &view) {
            view.members.erase(view.members.begin());
            view.members.front().state = MemberState::OutOfService;
            view.members.front().status = {"weight 0", "2 sessions"};
            view.quotaLeft = 0;
        });
        model.showEmployer(port.employer(FakeLifecycles::employerName("web")), now);
        QCOMPARE(last.row(), 2);
        QCOMPARE(last.sibling(last.row(), EmployersModel::State).data().toString(),
                 "Out of service");
        QCOMPARE(last.sibling(last.row(), EmployersModel::Status).data().toString(),
                 "weight 0 · 2 sessions");
        QVERIFY(cell(model, web.row(), EmployersModel::Name).contains("none may"));
        model.showEmployer({FakeLifecycles::employerName("unknown"), {}, {}, {}, {}}, now);
        model.showEmployer({FakeLifecycles::employerName("web"), {}, {}, {}, {}}, now);
        QCOMPARE(cell(model, 0, EmployersModel::Name, web), "No resource and no members yet");
    }

    void errorsOfAnEmployerAreRowsInAmber()
    {
        FakeLifecycles port;
        port.setEmployer("web", {"s1"});
        port.edit("web", [](consist::EmployerView &view) {
            view.errors = {"sync employer failed: create failed", "s1: refused", "s1: refused"};
        });
        EmployersModel model;
        QAbstractItemModelTester tester(&model);
        model.showEmployers(port.employers());
        QVERIFY(cell(model, 0, EmployersModel::Name).contains("errors"));
        model.showEmployer(port.employer(FakeLifecycles::employerName("web")), {});
        const QModelIndex web = model.index(0, 0);
        QCOMPARE(model.rowCount(web), 4);
        QVERIFY(cell(model, 0, EmployersModel::Name).contains("3 error"));
        QCOMPARE(cell(model, 0, EmployersModel::Name, web), "Last pass: s1: refused");
        QCOMPARE(cell(model, 1, EmployersModel::Name, web),
                 "Last pass: sync employer failed: create failed");
        for (const QModelIndex &index : {web, model.index(1, 0, web)}) {
            QVERIFY(model.isHeading(index));
            QCOMPARE(index.data(Qt::ForegroundRole).value<QColor>(), Theme::current().amber);
            QVERIFY(!index.data(Qt::DecorationRole).value<QIcon>().isNull());
        }
        QVERIFY(!model.isHeading(model.index(2, 0, web)));
    }

    void whatHasNotChangedChangesNoRow()
    {
        FakeLifecycles port;
        port.setEmployer("api", {"s1", "s2"});
        port.setEmployer("web", {"s1", "s2", "s3"});
        EmployersModel model;
        const auto name = FakeLifecycles::employerName("web");
        model.showEmployers(port.employers());
        model.showEmployer(port.employer(name), {});
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
        QSignalSpy removed(&model, &QAbstractItemModel::rowsRemoved);
        model.showEmployers(port.employers());
        model.showEmployer(port.employer(name), {});
        QCOMPARE(changed.count() + inserted.count() + removed.count(), 0);
        port.edit("web", [](consist::EmployerView &view) {
            view.members[1].state = MemberState::Leaving;
        });
        model.showEmployer(port.employer(name), {});
        QCOMPARE(changed.count(), 2); // the member, and its employer's own row
        QCOMPARE(changed.first().first().toModelIndex().row(), 2);
        QCOMPARE(inserted.count() + removed.count(), 0);
    }

    void rowsStayUnderThePointer()
    {
        FakeLifecycles port;
        port.setEmployer("api", {"s1"});
        port.setEmployer("web", {"s1", "s2"});
        const auto api = FakeLifecycles::employerName("api");
        const auto web = FakeLifecycles::employerName("web");
        EmployersModel model;
        QAbstractItemModelTester tester(&model);
        QVERIFY(model.showEmployers(port.employers()));
        model.showEmployer(port.employer(web), {});
        model.setStill(true);
        port.edit("web", [](consist::EmployerView &view) {
            view.members[0].state = MemberState::OutOfService;
        });
        model.showEmployer(port.employer(web), {}); // what is told of a row goes on
        QCOMPARE(cell(model, 1, EmployersModel::State, model.indexOf(web)), "Out of service");
        port.edit("web", [](consist::EmployerView &view) { view.members.pop_back(); });
        port.setEmployer("new", {});
        QVERIFY(!model.showEmployers(port.employers()));
        model.showEmployer(port.employer(web), {});
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(model.rowCount(model.indexOf(web)), 3);
        model.showEmployer(port.employer(api), {}); // was opened just now
        QCOMPARE(model.rowCount(model.indexOf(api)), 2);
        model.setStill(false);
        QVERIFY(model.showEmployers(port.employers()));
        model.showEmployer(port.employer(web), {});
        QCOMPARE(model.rowCount(), 3);
        QCOMPARE(model.rowCount(model.indexOf(web)), 2);
    }

    void randomChangesKeepTheModelRight()
    {
        EmployersModel model;
        QAbstractItemModelTester tester(&model);
        std::mt19937 random{7};
        const auto some = [&](int most) {
            std::vector<int> numbers;
            for (int i = 0; i < most; ++i) {
                if (random() % 2 == 0)
                    numbers.push_back(i);
            }
            return numbers;
        };
        for (int round = 0; round < 60; ++round) {
            FakeLifecycles port;
            for (const int employer : some(12)) {
                std::vector<std::string> members;
                for (const int member : some(9))
                    members.push_back("s" + std::to_string(member));
                port.setEmployer("web-" + std::to_string(employer), members);
            }
            model.showEmployers(port.employers());
            for (const auto &summary : port.employers()) {
                if (random() % 3 == 0)
                    continue;
                const auto view = port.employer(summary.name);
                model.showEmployer(view, {});
                const QModelIndex index = model.indexOf(summary.name);
                QCOMPARE(model.rowCount(index), int(view.members.size() + view.resources.size()));
                for (std::size_t i = 0; i < view.members.size(); ++i)
                    QVERIFY(model.memberAt(model.index(int(i) + 1, 0, index))
                            == view.members[i].employee);
            }
            QCOMPARE(model.rowCount(), int(port.employers().size()));
        }
    }

private:
    static QString cell(const QAbstractItemModel &model, int row, int column,
                        const QModelIndex &parent = {})
    {
        return model.index(row, column, parent).data().toString();
    }
    static OperationViews operationsOf(FakeLifecycles &port, HostId host = 0)
    {
        OperationViews views;
        for (const consist::OperationView &view : port.operations())
            views.push_back({view, host, SteadyClock::instance().wallNow()});
        return views;
    }
};

QONTROLLER_WINDOW_TEST(BoardModelsTest)
#include "tst_boardmodels.moc"
