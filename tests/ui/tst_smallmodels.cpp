// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/fakefeed.h"
#include "support/warnings.h"
#include "support/windowtest.h"

#include "core/engine/filter/filterparser.h"
#include "core/engine/observe/events/errorsignature.h"
#include "core/engine/observe/feed/delta.h"
#include "ui/models/controllersmodel.h"
#include "ui/models/eventsmodel.h"
#include "ui/models/failuresmodel.h"
#include "ui/models/locksmodel.h"
#include "ui/models/signature.h"
#include "ui/models/workersmodel.h"
#include "ui/state/itemstore.h"
#include "ui/state/outlook.h"
#include "ui/theme/resources.h"
#include "ui/theme/theme.h"
#include "ui/words/format.h"

#include <QtTest/QAbstractItemModelTester>

using namespace qontroller;
using namespace qontroller::ui;
using namespace qontroller::test;
using namespace std::chrono_literals;

class SmallModelsTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { prepareResources("en"); }
    void init() { failOnAnyWarning(); }
    void controllersComeChangeAndGo()
    {
        FakeFeed feed;
        LiveState state;
        ControllersModel model;
        QAbstractItemModelTester tester(&model);
        const ControllerId b = feed.addController("b");
        const ControllerId a = feed.addController("a");
        show(model, feed, state);
        QCOMPARE(cell(model, 0, ControllersModel::Name), "a");
        feed.edit(a, [](ControllerView &d) {
            d.state = ControllerState::Paused;
            d.gauges.depth = 12480;
            d.gauges.running = 3;
            d.gauges.workers = 8;
        });
        show(model, feed, state);
        QCOMPARE(cell(model, 0, ControllersModel::State), "Paused");
        QCOMPARE(cell(model, 0, ControllersModel::Depth), "12\u202f480");
        QCOMPARE(cell(model, 0, ControllersModel::InFlight), "3/8");
        feed.removeController(b);
        show(model, feed, state);
        QCOMPARE(model.rowCount(), 1);
    }

    void controllersKeepTheirSelectionWhenSorted()
    {
        FakeFeed feed;
        LiveState state;
        ControllersModel model;
        for (const char *name : {"a", "b", "c"})
            feed.addController(name);
        show(model, feed, state);
        const QPersistentModelIndex a = model.index(0, 0);
        model.sort(ControllersModel::Name, Qt::DescendingOrder);
        QCOMPARE(a.row(), 2);
        show(model, feed, state);
        QCOMPARE(a.row(), 2);
        QCOMPARE(model.rowOfKey(1), 2);
    }

    void namesWithNumbersAreInTheirOrder()
    {
        FakeFeed feed;
        LiveState state;
        ControllersModel controllers;
        LocksModel locks(state);
        WorkersModel workers;
        for (const char *name : {"node-10", "node-9"}) {
            const ControllerId id = feed.addController(name);
            feed.edit(id, [](ControllerView &d) { d.workers = {{1, "", {}, 4, 0s, false}}; });
            feed.setItem(id, std::string("of-") + name, ItemState::Running);
        }
        pull(feed, state);
        controllers.show(state, outlookOf({state}));
        locks.sort(LocksModel::Id);
        locks.show(state);
        workers.show(state);
        QCOMPARE(cell(controllers, 0, ControllersModel::Name), "node-9");
        QCOMPARE(cell(locks, 0, LocksModel::Id), "of-node-9");
        QCOMPARE(cell(workers, 0, WorkersModel::Controller), "node-9");
    }

    void controllerSaysWhatItsSourceLacks()
    {
        FakeFeed feed;
        LiveState state;
        ControllersModel model;
        const ControllerId id = feed.addController("a");
        feed.edit(id, [](ControllerView &d) {
            d.watch = WatchState::Retrying;
            d.watchError = "connection refused";
            d.lists.wasComplete = false;
        });
        show(model, feed, state);
        QCOMPARE(cell(model, 0, ControllersModel::Watch), "retrying: connection refused");
        QVERIFY(model.index(0, ControllersModel::Watch).data(Qt::ForegroundRole).isValid());
        QCOMPARE(cell(model, 0, ControllersModel::ListAge), "none yet");
    }

    void whatIsWrongWithAControllerIsSaidWhileItLasts()
    {
        FakeFeed feed;
        LiveState state;
        ControllersModel model;
        const ControllerId id = feed.addController("a");
        const auto wordsAfter = [&](const auto &edit) {
            feed.edit(id, edit);
            show(model, feed, state);
            return QStringList{cell(model, 0, ControllersModel::Health),
                               cell(model, 0, ControllersModel::Why)};
        };
        const auto colour = [&] {
            return model.index(0, ControllersModel::Health).data(Qt::ForegroundRole);
        };
        using Words = QStringList;
        QCOMPARE(wordsAfter([](ControllerView &d) {
                     d.state = ControllerState::Starting;
                     d.lists.last = ListEnd::Failed;
                     d.lists.why = "no such folder";
                 }),
                 Words({"failing", "Cannot list: no such folder"}));
        QCOMPARE(colour().value<QColor>(), Theme::current().red);
        QCOMPARE(wordsAfter([](ControllerView &d) { d.lists.last = ListEnd::None; }),
                 Words({"working", "The first list has not ended yet"}));
        QCOMPARE(cell(model, 0, ControllersModel::State), "Starting");
        QCOMPARE(colour().value<QColor>(), Theme::current().dim);
        QCOMPARE(wordsAfter([](ControllerView &d) {
                     d.state = ControllerState::Running;
                     d.lists.last = ListEnd::Complete;
                     d.shortage.text = "Too many open files";
                 }),
                 Words({"degraded", "The host is short of something: Too many open files"}));
        QCOMPARE(colour().value<QColor>(), Theme::current().amber);
        QCOMPARE(wordsAfter([](ControllerView &d) {
                     d.shortage = {};
                     d.lockOutage = {"no route", TimePoint(1s)};
                 }),
                 Words({"failing", "The lock service is away, so nothing runs: no route"}));
        QCOMPARE(colour().value<QColor>(), Theme::current().red);
        QCOMPARE(wordsAfter([](ControllerView &d) { d.lockOutage = {}; }), Words({"healthy", ""}));
        QCOMPARE(cell(model, 0, ControllersModel::State), "Running");
        QCOMPARE(colour().value<QColor>(), Theme::current().dim);
    }

    void workersSayWhatTheyDo()
    {
        FakeFeed feed;
        LiveState state;
        WorkersModel model;
        QAbstractItemModelTester tester(&model);
        const ControllerId id = feed.addController("a");
        feed.edit(id, [now = feed.now()](ControllerView &d) {
            d.workers = {{1, "x", now - 2s, 10, 90min, false}, {2, "", {}, 4, 0s, false}};
        });
        show(model, feed, state);
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(cell(model, 0, WorkersModel::Id), "x");
        QCOMPARE(cell(model, 0, WorkersModel::Number), "1");
        QCOMPARE(cell(model, 0, WorkersModel::Busy), "50 %");
        QCOMPARE(cell(model, 1, WorkersModel::Id), "idle");
        feed.edit(id, [](ControllerView &d) { d.workers.pop_back(); });
        show(model, feed, state);
        QCOMPARE(model.rowCount(), 1);
    }

    void locksShowHoldersAndWaiters()
    {
        FakeFeed feed;
        LiveState state;
        LocksModel model(state);
        QAbstractItemModelTester tester(&model);
        const ControllerId id = feed.addController("a");
        feed.setItem(id, "quiet", ItemState::InSync);
        feed.setItem(id, "running", ItemState::Running);
        feed.setItem(id, "waiting", ItemState::WaitingForLock, "held by nas-2");
        show(model, feed, state);
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(cell(model, 0, LocksModel::Holder), "held by nas-2");
        QCOMPARE(cell(model, 1, LocksModel::Holder), "worker 1 here");
        QCOMPARE(cell(model, 0, LocksModel::Lock), "Waiting");
        QCOMPARE(cell(model, 1, LocksModel::Lock), "Taken"); // held are removals
        QCOMPARE(cell(model, 0, LocksModel::Waiters), "1");
        QCOMPARE(cell(model, 1, LocksModel::Waiters), QString());
        feed.setItem(id, "running", ItemState::Stuck);
        show(model, feed, state);
        QCOMPARE(cell(model, 1, LocksModel::Lock), "Stuck");
        feed.setItem(id, "running", ItemState::InSync);
        show(model, feed, state);
        QCOMPARE(model.rowCount(), 1);
    }

    void rowsThatAreGoneStayUnderThePointer()
    {
        FakeFeed feed;
        LiveState state;
        LocksModel model(state);
        QAbstractItemModelTester tester(&model);
        const ControllerId id = feed.addController("a");
        for (const char *name : {"1", "2", "3"})
            feed.setItem(id, name, ItemState::Running);
        show(model, feed, state);
        model.sort(LocksModel::Id);
        const auto names = [&model] {
            QString all;
            for (int row = 0; row < model.rowCount(); ++row)
                all += cell(model, row, LocksModel::Id);
            return all;
        };
        model.setStill(true);
        feed.setItem(id, "1", ItemState::InSync);
        feed.setItem(id, "0", ItemState::Running);
        show(model, feed, state);
        QCOMPARE(names(), "1230");
        QCOMPARE(model.index(0, LocksModel::Id).data(Qt::ForegroundRole).value<QColor>(),
                 Theme::current().dim);
        feed.setItem(id, "1", ItemState::Running);
        feed.setItem(id, "2", ItemState::InSync);
        show(model, feed, state);
        QCOMPARE(names(), "1230");
        QVERIFY(!model.index(0, LocksModel::Id).data(Qt::ForegroundRole).isValid());
        model.setStill(false);
        show(model, feed, state);
        QCOMPARE(names(), "013");
    }

    void manyLocksAreSortedOnceASecond()
    {
        FakeFeed feed;
        LiveState state;
        LocksModel model(state);
        const ControllerId id = feed.addController("a");
        for (int i = 0; i < 1000; ++i)
            feed.setItem(id, "running-" + std::to_string(i), ItemState::Running);
        show(model, feed, state);
        QCOMPARE(model.rowCount(), 1000);
        feed.setItem(id, "running-0", ItemState::InSync);
        pull(feed, state);
        const TimePoint first = state.now();
        model.show(state);
        QCOMPARE(model.rowCount(), 1000);
        while (state.now() < first + 1s)
            show(model, feed, state);
        QCOMPARE(model.rowCount(), 999);
        feed.setItem(id, "running-1", ItemState::InSync);
        show(model, feed, state);
        QCOMPARE(model.rowCount(), 998); // few are always shown as they are
    }

    void failuresAreGroupedByWhatTheyHaveInCommon()
    {
        FakeFeed feed;
        LiveState state;
        FailuresModel model(state);
        QAbstractItemModelTester tester(&model);
        const ControllerId id = feed.addController("a");
        for (int i = 0; i < 40; ++i) {
            const std::string name = "photo-" + std::to_string(i);
            feed.setItem(id, name, ItemState::Failed,
                         "cannot write " + name + ": error " + std::to_string(i), 3);
        }
        feed.setItem(id, "other", ItemState::BackOff, "timed out", 1);
        feed.setItem(id, "waits", ItemState::Waiting, "a maintenance window");
        feed.setItem(id, "locked", ItemState::WaitingForLock, "held by nas-2");
        show(model, feed, state);
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(cell(model, 0, FailuresModel::Items), "40");
        QCOMPARE(cell(model, 0, FailuresModel::Error), "cannot write …: error #");
        QCOMPARE(model.refs(0).size(), 40u);
        QCOMPARE(model.refs(1).size(), 1u);
    }

    void whatFailsIsCountedUntilAnAttemptSucceeds()
    {
        FakeFeed feed;
        LiveState state;
        FailuresModel model(state);
        const ControllerId id = feed.addController("a");
        const auto failing = [&] {
            show(model, feed, state);
            const std::size_t count = countOf(state.items().tally(), Mark::Failing);
            const std::size_t ofOne = countOf(state.items().tally(id), Mark::Failing);
            const std::size_t grouped = model.rowCount() == 0 ? 0 : model.refs(0).size();
            return count == ofOne && count == grouped ? int(count) : -1;
        };
        feed.setItem(id, "x", ItemState::Failed, "no space", 3);
        QCOMPARE(failing(), 1);
        for (const ItemState now : {ItemState::Waiting, ItemState::Paused, ItemState::Running,
                                    ItemState::BackOff, ItemState::InSync}) {
            feed.setItem(id, "x", now, "no space", 3);
            QCOMPARE(failing(), 1);
        }
        feed.setItem(id, "x", ItemState::InSync);
        QCOMPARE(failing(), 0);
        feed.setItem(id, "x", ItemState::Parked, "no right");
        const ItemKey key = feed.setItem(id, "y", ItemState::BackOff, "no right", 1);
        QCOMPARE(failing(), 2);
        feed.removeItem(id, key);
        QCOMPARE(failing(), 1);
    }

    void aCommandIsNoOccurrence()
    {
        FakeFeed feed;
        LiveState state;
        FailuresModel model(state);
        const ControllerId id = feed.addController("a");
        feed.setStep(10s);
        feed.setItem(id, "x", ItemState::BackOff, "no space", 1);
        pull(feed, state);
        pull(feed, state);
        feed.setItem(id, "x", ItemState::Waiting, "no space", 1); // requeued
        show(model, feed, state);
        const QString failedAt = cell(model, 0, FailuresModel::LastSeen);
        QVERIFY2(failedAt.startsWith(QLatin1String("30")), qPrintable(failedAt));
        feed.setItem(id, "x", ItemState::BackOff, "no space", 2);
        show(model, feed, state);
        QVERIFY(cell(model, 0, FailuresModel::LastSeen).startsWith(QLatin1String("10")));
        QVERIFY(cell(model, 0, FailuresModel::FirstSeen).startsWith(QLatin1String("40")));
    }

    void anExampleFailsForItsCause()
    {
        FakeFeed feed;
        LiveState state;
        FailuresModel model(state);
        const ControllerId id = feed.addController("a");
        feed.setItem(id, "x", ItemState::BackOff, "no space", 1);
        pull(feed, state);
        feed.setItem(id, "y", ItemState::BackOff, "no space", 1);
        pull(feed, state);
        feed.setItem(id, "y", ItemState::BackOff, "timed out", 2);
        pull(feed, state);
        model.sort(FailuresModel::Error, Qt::AscendingOrder);
        model.show(state);
        QCOMPARE(cell(model, 0, FailuresModel::Sample), "x");
        QCOMPARE(cell(model, 1, FailuresModel::Sample), "y");
    }

    void theErrorOutlivesAWaitForALock()
    {
        FakeFeed feed;
        LiveState state;
        FailuresModel model(state);
        const ControllerId id = feed.addController("a");
        ItemRow row;
        row.id = "x";
        row.state = ItemState::WaitingForLock;
        row.text = "held by nas-2";
        row.error = "no space";
        row.lastError = feed.now();
        feed.setItem(id, row);
        show(model, feed, state);
        QCOMPARE(cell(model, 0, FailuresModel::Error), "no space");
    }

    void aCauseThatIsOlderThanTheWindowSaysSo()
    {
        FakeFeed feed;
        LiveState state;
        FailuresModel model(state);
        const ControllerId id = feed.addController("a");
        feed.stopAt(feed.now());
        feed.setItem(id, "x", ItemState::BackOff, "no space", 7); // it failed before it was seen
        feed.setItem(id, "y", ItemState::BackOff, "refused", 1);
        pull(feed, state);
        feed.setItem(id, "y", ItemState::BackOff, "refused", 2);
        pull(feed, state);
        model.sort(FailuresModel::Error, Qt::AscendingOrder);
        model.show(state);
        const auto firstSeen = [&](int row) {
            return cell(model, row, FailuresModel::FirstSeen)
                .replace(QChar(0x202f), QLatin1Char(' '));
        };
        QCOMPARE(firstSeen(0), "over 0 s ago");
        QCOMPARE(firstSeen(1), "0 s ago");
        const auto tip = [&](int row) {
            return model.index(row, FailuresModel::FirstSeen).data(Qt::ToolTipRole).toString();
        };
        QVERIFY(tip(0).startsWith("It failed before this window knew of it"));
        QVERIFY(tip(1).isEmpty());
        feed.setItem(id, "x", ItemState::InSync); // a cause that is soon back was never over
        pull(feed, state);
        feed.setItem(id, "x", ItemState::BackOff, "no space", 1);
        show(model, feed, state);
        QCOMPARE(firstSeen(0), "over 0 s ago");
    }

    void eventsAreThoseOfTheFilter()
    {
        FakeFeed feed;
        LiveState state;
        EventsModel model;
        QAbstractItemModelTester tester(&model);
        const ControllerId a = feed.addController("a");
        const ControllerId b = feed.addController("b");
        using Kind = EventRecord::Kind;
        feed.addEvent(a, {1, {}, Kind::Failed, "x", "no space", 0});
        feed.addEvent(b, {1, {}, Kind::Failed, "y", "refused", 0});
        pull(feed, state);
        const auto ids = [&](const char *filter) {
            model.choose({*parseFilter(filter), 0, {}});
            model.show(state);
            QStringList all;
            for (int row = 0; row < model.rowCount(); ++row)
                all += cell(model, row, EventsModel::Id);
            return all.join(QLatin1Char(' '));
        };
        QCOMPARE(ids(""), "x y");
        QCOMPARE(ids("controller:b"), "y");
        QCOMPARE(ids("id:x"), "x");
        QCOMPARE(ids("space"), "x");
        QCOMPARE(ids("error:/refused/"), "y");
        QCOMPARE(ids("-controller:a is:failing tries:>3"),
                 "y");                    // events have no tries
        QCOMPARE(ids("host:db1"), "x y"); // the program's own has no name
        feed.addEvent(a, {2, {}, Kind::Failed, "z", "no space", 0});
        pull(feed, state);
        QCOMPARE(ids("id:nothing"), QString());
        model.choose({*parseFilter("controller:a"), 0, {}});
        model.show(state);
        QCOMPARE(model.rowCount(), 2);
        feed.addEvent(b, {2, {}, Kind::Failed, "y", "refused", 0});
        show(model, feed, state);
        QCOMPARE(model.rowCount(), 2);
    }

    void aCauseThatIsSoonBackWasNeverOver()
    {
        FakeFeed feed;
        LiveState state;
        FailuresModel model(state);
        const ControllerId id = feed.addController("a");
        feed.setStep(1min);
        const auto setFor = [&](ItemState now, int minutes) {
            feed.setItem(id, "x", now, now == ItemState::InSync ? "" : "no space",
                         now == ItemState::InSync ? 0 : 1);
            for (int i = 0; i < minutes; ++i)
                show(model, feed, state);
        };
        const auto firstSeen = [&] {
            return cell(model, 0, FailuresModel::FirstSeen).section(QChar(0x202f), 0, 0);
        };
        setFor(ItemState::BackOff, 2);
        QCOMPARE(firstSeen(), "2");
        setFor(ItemState::InSync, 3);
        QCOMPARE(model.rowCount(), 0);
        setFor(ItemState::BackOff, 1);
        QCOMPARE(firstSeen(), "6");
        setFor(ItemState::InSync, 15);
        setFor(ItemState::BackOff, 1);
        QCOMPARE(firstSeen(), "1");
    }

    void stripsIdsAndNumbers_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("signature");
        QTest::newRow("id") << "cannot read a/b.jpg: denied"
                            << "a/b.jpg"
                            << "cannot read …: denied";
        QTest::newRow("number") << "error 28 after 3 tries"
                                << "x"
                                << "error # after # tries";
        QTest::newRow("uuid") << "node 550e8400-e29b-41d4-a716-446655440000 gone"
                              << "x"
                              << "node # gone";
        QTest::newRow("address") << "10.0.0.1:8080 refused"
                                 << "x"
                                 << "# refused";
        QTest::newRow("hash") << "object 0a1b2c3d4e missing"
                              << "x"
                              << "object # missing";
        QTest::newRow("address of memory") << "fault at 0x7ffdeadc, not 0xyz"
                                           << "x"
                                           << "fault at #, not #xyz";
        QTest::newRow("word of hex letters") << "deadbeef fed"
                                             << "x"
                                             << "deadbeef fed";
        QTest::newRow("lines") << "one\ntwo"
                               << "x"
                               << "two";
        QTest::newRow("traceback")
            << "Traceback (most recent call last):\n  File \"a.py\", line 3\n"
               "    open('a')\nOSError: a is not there\n\n"
            << "a"
            << "OSError: … is not there";
        QTest::newRow("short id") << "the server on port 80 refuses e, ‘port’ and (e)"
                                  << "e"
                                  << "the server on port # refuses …, ‘port’ and (…)";
        QTest::newRow("id that is a word") << "ports: the port, airport and ‘port’: é-port, éport"
                                           << "port"
                                           << "ports: the …, airport and ‘…’: é-…, éport";
        QTest::newRow("folders of the id")
            << "cannot create \"/srv/b/x\" for /srv/b/x/y, not /srv/b/xy"
            << "x/y/z.jpg"
            << "cannot create \"/srv/b/…\" for /srv/b/…, not /srv/b/xy";
        QTest::newRow("id with marks at its ends") << "x(a)y"
                                                   << "(a)"
                                                   << "x…y";
        QTest::newRow("long") << QString(300, 'x') + " é: no space"
                              << "y"
                              << "…" + QString(224, 'x') + " é: no space";
        QTest::newRow("what is not seen")
            << QStringLiteral("no \u202egnp\u200b.exe \U000E0041") << "y"
            << QStringLiteral("no \u202egnp\u200b.exe \U000E0041");
        QTest::newRow("nothing") << ""
                                 << ""
                                 << "";
    }
    void stripsIdsAndNumbers()
    {
        QFETCH(QString, text);
        QFETCH(QString, id);
        const std::string signature = errorSignature(text.toStdString(), id.toStdString());
        QTEST(QString::fromStdString(signature), "signature");
        const QRegularExpression pattern(signaturePattern(signature));
        QVERIFY(pattern.isValid());
        QVERIFY(pattern.match(text).hasMatch());
        QCOMPARE(toLine(pattern.pattern().toStdString()),
                 pattern.pattern()); // it stands in the filter
    }

    void eventsKeepUpAndForget()
    {
        FakeFeed feed;
        LiveState state;
        EventsModel model;
        QAbstractItemModelTester tester(&model);
        const ControllerId id = feed.addController("a");
        feed.addEvent(id, {1, {}, EventRecord::Kind::Failed, "x", "no space", 0});
        pull(feed, state);
        QVERIFY(state.log().events().back().isEarlier);
        model.show(state);
        QCOMPARE(model.rowCount(), 1);
        QCOMPARE(cell(model, 0, EventsModel::What), "failed");
        QCOMPARE(model.headerData(EventsModel::Text, Qt::Horizontal).toString(), "Text");
        for (std::size_t i = 0; i < EventLog::Limit + 10; ++i)
            feed.addEvent(id, {i, {}, EventRecord::Kind::ListFailed, "", std::to_string(i), 0});
        show(model, feed, state);
        QCOMPARE(model.rowCount(), int(EventLog::Limit));
        QCOMPARE(cell(model, model.rowCount() - 1, EventsModel::Text),
                 QString::number(EventLog::Limit + 9));
        feed.addEvent(id, {1, {}, EventRecord::Kind::Stuck, "x", "last", 0});
        pull(feed, state);
        QVERIFY(!state.log().events().back().isEarlier);
        model.show(state);
        QCOMPARE(model.rowCount(), int(EventLog::Limit));
        QCOMPARE(cell(model, model.rowCount() - 1, EventsModel::Text), "last");
    }

    void aFloodOfOneKindDrivesOutNoOtherEvent()
    {
        FakeFeed feed;
        LiveState state;
        EventsModel model;
        QAbstractItemModelTester tester(&model);
        const ControllerId id = feed.addController("a");
        using Kind = EventRecord::Kind;
        const auto add = [&](Kind kind, std::size_t most) {
            for (std::size_t i = 0; i < most; ++i)
                feed.addEvent(id, {i, feed.now(), kind, "", {}, 0});
            show(model, feed, state);
        };
        const auto count = [&model](const char *what) {
            int rows = 0;
            for (int row = 0; row < model.rowCount(); ++row)
                rows += cell(model, row, EventsModel::What) == QLatin1String(what);
            return rows;
        };
        add(Kind::Failed, 3);
        add(Kind::LockRefused, EventLog::Limit);
        add(Kind::Command, 2);
        add(Kind::LockRefused, EventLog::Limit);
        QCOMPARE(model.rowCount(), int(EventLog::Limit));
        QCOMPARE(count("failed"), 3);
        QCOMPARE(count("command"), 2);
    }

    void eventsThatWaitAreCountedOnce()
    {
        FakeFeed feed;
        LiveState state;
        EventsModel model;
        QAbstractItemModelTester tester(&model);
        const ControllerId id = feed.addController("a");
        using Kind = EventRecord::Kind;
        const auto add = [&](Kind kind, const char *object) {
            feed.addEvent(id, {1, feed.now(), kind, object, {}, 0});
            pull(feed, state);
        };
        model.choose({{}, bitOf(EventGroup::Failures), {{{id, "x"}}}});
        add(Kind::Failed, "x");
        add(Kind::Failed, "y");
        add(Kind::LockLost, "x");
        QCOMPARE(model.waiting(state), 1U);
        QCOMPARE(model.waiting(state), 1U);
        add(Kind::Parked, "x");
        QCOMPARE(model.waiting(state), 2U);
        model.show(state);
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(model.waiting(state), 0U);
        model.choose({{}, 0, {{{id, {}}}}}); // all of the controller
        model.show(state);
        QCOMPARE(model.rowCount(), 4);
    }

    void eventsOfSeveralControllersAreInTheOrderOfTime()
    {
        FakeFeed feed;
        LiveState state;
        EventsModel model;
        QAbstractItemModelTester tester(&model);
        const ControllerId a = feed.addController("a");
        const ControllerId b = feed.addController("b");
        const TimePoint begin = feed.now();
        const auto add = [&](ControllerId id, int second) {
            feed.addEvent(id, {1, begin + std::chrono::seconds(second),
                               EventRecord::Kind::ListFailed, "", std::to_string(second), 0});
        };
        const auto texts = [&model] {
            QStringList all;
            for (int row = 0; row < model.rowCount(); ++row)
                all += cell(model, row, EventsModel::Text);
            return all.join(QLatin1Char(' '));
        };
        for (const int second : {1, 4, 6})
            add(a, second);
        for (const int second : {2, 3, 7})
            add(b, second);
        show(model, feed, state);
        QCOMPARE(texts(), "1 2 3 4 6 7");
        for (const int second : {0, 5, 8, 9}) // of a host that has answered late
            add(b, second);
        show(model, feed, state);
        QCOMPARE(texts(), "0 1 2 3 4 5 6 7 8 9");
        for (std::size_t i = 0; i < EventLog::Limit; ++i)
            add(a, 10);
        show(model, feed, state);
        QCOMPARE(model.rowCount(), int(EventLog::Limit));
        QVERIFY(!texts().contains(QLatin1Char('9')));
    }

    void anEventHasItsTimeHoweverLateItIsShown()
    {
        FakeFeed feed;
        LiveState state;
        EventsModel model;
        const ControllerId id = feed.addController("a");
        const QDateTime yesterday = QDateTime::currentDateTime().addDays(-1); // it was told of then
        feed.setCalendar(WallTime(std::chrono::milliseconds(yesterday.toMSecsSinceEpoch())));
        feed.stopAt(feed.now());
        feed.addEvent(id, {1, feed.now() - 5s, EventRecord::Kind::ListFailed, "", "away", 0});
        show(model, feed, state);
        QCOMPARE(cell(model, 0, EventsModel::Time),
                 yesterday.addSecs(-5).toString(QStringLiteral("yyyy-MM-dd HH:mm:ss")));
    }

    void aNoticeSaysWhatItsHandlerCallsIt()
    {
        FakeFeed feed;
        LiveState state;
        EventsModel model;
        const ControllerId id = feed.addController("a");
        using Kind = EventRecord::Kind;
        feed.addEvent(id, {1, {}, Kind::Notice, "www", "until\n2027", 0, "re\nnewed"});
        feed.addEvent(id, {2, {}, Kind::Notice, "www", "", 0, "renewed"});
        feed.addEvent(id, {3, {}, Kind::Notice, "www", "until 2027", 0, ""});
        feed.addEvent(id, {4, {}, Kind::Notice, "", Said::noticesDropped(7), 0});
        show(model, feed, state);
        QCOMPARE(cell(model, 0, EventsModel::What), "notice");
        QCOMPARE(cell(model, 0, EventsModel::Id), "www");
        QCOMPARE(cell(model, 0, EventsModel::Text), "re\\nnewed: until\\n2027");
        QCOMPARE(cell(model, 1, EventsModel::Text), "renewed");
        QCOMPARE(cell(model, 2, EventsModel::Text), "until 2027");
        QCOMPARE(cell(model, 3, EventsModel::Text),
                 "7 notices left out: handlers say too many a second");
        prepareResources("de");
        QCOMPARE(cell(model, 0, EventsModel::What), "Hinweis");
        QCOMPARE(cell(model, 0, EventsModel::Text), "re\\nnewed: until\\n2027");
        QCOMPARE(cell(model, 3, EventsModel::Text),
                 "7 Hinweise weggelassen: Handler melden zu viele in der Sekunde");
        prepareResources("en");
    }

private:
    static void pull(FakeFeed &feed, LiveState &state)
    {
        state.apply(std::make_shared<const Delta>(feed.pull()));
    }
    /// What the feed says now.
    template<class Model>
    static void show(Model &model, FakeFeed &feed, LiveState &state)
    {
        pull(feed, state);
        if constexpr (std::is_same_v<Model, ControllersModel>)
            model.show(state, outlookOf({state}));
        else
            model.show(state);
    }
    static QString cell(const QAbstractItemModel &model, int row, int column)
    {
        return model.index(row, column).data().toString();
    }
};

QONTROLLER_WINDOW_TEST(SmallModelsTest)
#include "tst_smallmodels.moc"
