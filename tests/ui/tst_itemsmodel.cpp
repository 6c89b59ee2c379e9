// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/items.h"
#include "support/warnings.h"
#include "support/windowtest.h"

#include "core/engine/filter/filterparser.h"
#include "ui/theme/resources.h"

#include <QtTest/QAbstractItemModelTester>

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

class ItemsModelTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { prepareResources("en"); }
    void init() { failOnAnyWarning(); }
    void showsWhatTheStoreHolds()
    {
        ItemStore store;
        ItemsModel model(store);
        QAbstractItemModelTester tester(&model);
        QSignalSpy refreshed(&model, &ItemsModel::refreshed);
        put(store, {rowOf(1, "b"), rowOf(2, "a")});
        QTRY_COMPARE(refreshed.size(), 1);
        QCOMPARE(ids(model), QStringList({QStringLiteral("a"), QStringLiteral("b")}));
        QCOMPARE(model.index(0, int(ItemColumn::State)).data().toString(), "In sync");
        QVERIFY(!model.index(0, int(ItemColumn::State))
                     .data(Qt::DecorationRole)
                     .value<QIcon>()
                     .isNull());
    }

    void whatWasFoundBeforeAnotherRefreshIsNotShown()
    {
        ItemStore store;
        ItemsModel model(store);
        put(store, {rowOf(1, "a"), rowOf(2, "b")}); // another thread sorts it
        put(store, {}, {1});
        model.refreshNow(); // and lets go of the place
        QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
        QCoreApplication::processEvents();
        QCOMPARE(ids(model), QStringList{"b"});
        QCOMPARE(inserted.size(), 0);
    }

    void filters()
    {
        ItemStore store;
        ItemsModel model(store);
        model.setControllers(
            {{1, {QStringLiteral("photos"), 5}}, {2, {QStringLiteral("mail"), 5}}});
        put(store, {rowOf(1, "a", ItemState::Failed), rowOf(2, "b")});
        put(store, {rowOf(1, "c", ItemState::Failed)}, {}, 2);
        model.setFilter(parseFilter("state:failed controller:photos").value());
        model.refreshNow();
        QCOMPARE(ids(model), QStringList{"a"});
        put(store, {rowOf(1, "a", ItemState::InSync), rowOf(2, "b", ItemState::Failed)});
        model.refreshNow();
        QCOMPARE(ids(model), QStringList{"b"});
    }

    void answersTheLastQuestionOnly()
    {
        ItemStore store;
        ItemsModel model(store);
        Churn churn(store, 5000);
        model.setFilter(parseFilter("item-1").value());
        model.setFilter(parseFilter("item-4999").value());
        QTRY_COMPARE(model.rowCount(), 1);
        QCOMPARE(ids(model), QStringList{"item-4999"});
    }

    void anAnswerThatIsGivenUpLosesNothing()
    {
        constexpr int Many = 100'000; // their sorting takes longer than the next question
        ItemStore store;
        ItemsModel model(store);
        Churn churn(store, Many);
        model.refreshNow();
        put(store, {}, {1});
        model.sort(int(ItemColumn::Id), Qt::DescendingOrder);
        model.setFilter(parseFilter("id:/^item-9999.$/").value());
        QTRY_COMPARE(model.rowCount(), 10);
        QCOMPARE(ids(model).first(), "item-99999");
        model.setFilter({});
        QTRY_COMPARE(model.rowCount(), Many - 1);
        QCOMPARE(ids(model).last(), "item-1");
        const std::size_t places = store.slotCount();
        put(store, {rowOf(Many + 7, "new")}); // has the place of what has gone
        QCOMPARE(store.slotCount(), places);
    }

    void removedItemLeavesItsPlaceToNobodyElse()
    {
        ItemStore store;
        ItemsModel model(store);
        QAbstractItemModelTester tester(&model);
        put(store, {rowOf(1, "a"), rowOf(2, "b"), rowOf(3, "c")});
        model.refreshNow();
        put(store, {rowOf(4, "d")}, {2});
        QCOMPARE(ids(model).join(QString()),
                 "abc"); // still shown, greyed, until the refresh
        QVERIFY(!store.find(1, 2));
        QCOMPARE(store.liveCount(), 3u);
        model.refreshNow();
        QCOMPARE(ids(model).join(QString()), "acd");
        put(store, {rowOf(5, "e")});
        model.refreshNow();
        QCOMPARE(store.slotCount(), 4u); // e took b's place, once it was not shown
    }

    void neverShowsMoreItemsThanThereAre()
    {
        ItemStore store;
        ItemsModel model(store);
        put(store, {rowOf(1, "a"), rowOf(2, "b"), rowOf(3, "c"), rowOf(4, "x")});
        model.setFilter(parseFilter("-id:x").value());
        model.refreshNow();
        QCOMPARE(model.liveRowCount(), 3u);
        put(store, {rowOf(5, "d")}, {2, 4});
        QCOMPARE(model.rowCount(), 3);      // b stays until the next refresh …
        QCOMPARE(model.liveRowCount(), 2u); // … but is none of the items any more
        put(store, {rowOf(2, "b")});
        QCOMPARE(model.liveRowCount(), 3u);
        put(store, {}, {1, 2});
        model.refreshNow();
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(model.liveRowCount(), 2u);
    }

    void itemThatComesBackKeepsItsRow()
    {
        ItemStore store;
        ItemsModel model(store);
        put(store, {rowOf(1, "a"), rowOf(2, "b")});
        model.refreshNow();
        const QPersistentModelIndex b = model.index(1, 0);
        put(store, {}, {2});
        put(store, {rowOf(2, "b", ItemState::Running)});
        model.refreshNow();
        QVERIFY(b.isValid());
        QCOMPARE(b.row(), 0);
        QCOMPARE(store.liveCount(), 2u);
    }

    void resetOfRowsKeepsWhatIsStillThere()
    {
        ItemStore store;
        ItemsModel model(store);
        QAbstractItemModelTester tester(&model);
        put(store, {rowOf(1, "a"), rowOf(2, "b"), rowOf(3, "c")});
        model.refreshNow();
        const QPersistentModelIndex c = model.index(2, 0);
        ControllerDelta delta;
        delta.id = 1;
        delta.resetRows = true;
        delta.changed = {rowOf(1, "a"), rowOf(3, "c")};
        store.apply(delta);
        store.commit();
        model.refreshNow();
        QCOMPARE(ids(model).join(QString()), "ac");
        QCOMPARE(c.row(), 1);
    }

    void removedControllerTakesItsItemsAlong()
    {
        ItemStore store;
        ItemsModel model(store);
        QAbstractItemModelTester tester(&model);
        put(store, {rowOf(1, "a")}, {}, 1);
        put(store, {rowOf(1, "b")}, {}, 2);
        model.refreshNow();
        store.removeController(1);
        store.commit();
        model.refreshNow();
        QCOMPARE(ids(model), QStringList{"b"});
    }

    void showsAttemptsAgainstTheLimit()
    {
        ItemStore store;
        ItemsModel model(store);
        model.setControllers({{1, {QStringLiteral("photos"), 7}}});
        put(store, {rowOf(1, "a", ItemState::BackOff, 3)});
        model.refreshNow();
        QCOMPARE(model.index(0, int(ItemColumn::Attempts)).data().toString(), "3/8");
        put(store, {rowOf(1, "a", ItemState::Failed, 9)});
        QCOMPARE(model.index(0, int(ItemColumn::Attempts)).data().toString(), "9 (limit 8)");
    }

    void agesAndCountdownsTickInWholeSeconds()
    {
        ItemStore store;
        ItemsModel model(store);
        model.setNow(Start);
        ItemRow row = rowOf(1, "a", ItemState::BackOff, 1);
        row.since = Start - 932ms;
        row.lastRun = Start - 1100ms;
        row.nextRun = Start + 120ms;
        put(store, {row});
        model.refreshNow();
        const auto cell = [&model](ItemColumn column) {
            return model.index(0, int(column))
                .data()
                .toString()
                .replace(QChar(0x202f), QLatin1Char(' '));
        };
        QCOMPARE(cell(ItemColumn::Age), "0 s");
        QCOMPARE(cell(ItemColumn::LastRun), "1 s");
        QCOMPARE(cell(ItemColumn::NextTry), "1 s");
        model.setNow(Start + 1h);
        QCOMPARE(cell(ItemColumn::Age), "1 h 00 min");
        QCOMPARE(cell(ItemColumn::NextTry), "now");
        row.next = NextRun::RetryLimit;
        row.nextRun = Start + 1h + 5s;
        put(store, {row});
        model.refreshNow();
        QCOMPARE(cell(ItemColumn::NextTry), "≈ 5 s");
        model.setNow(Start + 2h);
        QCOMPARE(cell(ItemColumn::NextTry), "soon");
    }

    void heldAndStuckItemsSayWhatThatMeans()
    {
        ItemStore store;
        ItemsModel model(store);
        put(store, {rowOf(1, "a", ItemState::Held)});
        model.refreshNow();
        QCOMPARE(model.index(0, int(ItemColumn::Reason)).data().toString(),
                 "missing in a list: keep or remove");
        put(store, {rowOf(1, "a", ItemState::Stuck)});
        QCOMPARE(model.index(0, int(ItemColumn::Reason)).data().toString(),
                 "past its deadline, and still running");
    }

    void textFromOutsideStaysOnOneLine()
    {
        ItemStore store;
        ItemsModel model(store);
        ItemRow row = rowOf(1, "a\nb\tc\xff");
        row.text = "one\ntwo\tthree\n"; // of a traceback the last line says what went wrong
        put(store, {row});
        model.refreshNow();
        QCOMPARE(model.index(0, int(ItemColumn::Id)).data().toString(), "a\\nb\\tc\\xff");
        QCOMPARE(model.index(0, int(ItemColumn::Reason)).data().toString(), "two\\tthree");
        QCOMPARE(model.refAt(0).id,
                 std::string("a\nb\tc\xff")); // commands get the bytes as they are
    }

    void anErrorIsSaidAlsoWhileItWaits()
    {
        ItemStore store;
        ItemsModel model(store);
        ItemRow row = rowOf(1, "db-048", ItemState::Waiting, 2);
        row.error = "no space";
        row.text = "a maintenance window";
        put(store, {row});
        model.refreshNow();
        const QModelIndex reason = model.index(0, int(ItemColumn::Reason));
        QCOMPARE(reason.data().toString(), "no space · a maintenance window");
        row.lastError = {};
        put(store, {row});
        QCOMPARE(reason.data().toString(), "a maintenance window");
    }
};

QONTROLLER_WINDOW_TEST(ItemsModelTest)
#include "tst_itemsmodel.moc"
