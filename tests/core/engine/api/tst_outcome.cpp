// SPDX-License-Identifier: LGPL-3.0-or-later
#include "printing.h"
#include "testprogram.h"

#include "core/engine/api/objectlocker.h"
#include "core/engine/api/outcome.h"
#include "core/engine/api/storage.h"

using namespace qontroller;
using namespace std::chrono_literals;

class OutcomeTest : public QObject
{
    Q_OBJECT

private slots:
    void e12_outcomeSaysOneThing_data()
    {
        QTest::addColumn<int>("which");
        QTest::addColumn<int>("kind");
        QTest::addColumn<bool>("isError");
        QTest::addColumn<QString>("text");
        QTest::addColumn<qint64>("milliseconds");
        using Kind = Outcome::Kind;
        QTest::newRow("Done") << 0 << int(Kind::Done) << false << "" << qint64(0);
        QTest::newRow("RequeueAfter") << 1 << int(Kind::RequeueAfter) << false << "" << qint64(7);
        QTest::newRow("Retry, a text") << 2 << int(Kind::Retry) << true << "no route" << qint64(0);
        QTest::newRow("Retry, an error")
            << 3 << int(Kind::Retry) << true << "no route" << qint64(0);
        QTest::newRow("Park, a text") << 4 << int(Kind::Park) << true << "bad name" << qint64(0);
        QTest::newRow("Park, an error") << 5 << int(Kind::Park) << true << "bad name" << qint64(0);
        QTest::newRow("Wait") << 6 << int(Kind::Wait) << false << "the network" << qint64(9);
        QTest::newRow("Done, a result") << 8 << int(Kind::Done) << false << "3 files" << qint64(0);
        QTest::newRow("RequeueAfter, a result")
            << 9 << int(Kind::RequeueAfter) << false << "until March" << qint64(7);
        QTest::newRow("Shortage") << 7 << int(Kind::Shortage) << false << "no memory" << qint64(0);
    }
    void e12_outcomeSaysOneThing()
    {
        QFETCH(int, which);
        QFETCH(int, kind);
        QFETCH(bool, isError);
        QFETCH(QString, text);
        QFETCH(qint64, milliseconds);
        const Outcome outcomes[] = {
            Outcome::done(),
            Outcome::requeueAfter(7ms),
            Outcome::retry("no route"),
            Outcome::retry(Error("no route")),
            Outcome::park("bad name"),
            Outcome::park(Error("bad name")),
            Outcome::wait("the network", 9ms),
            Outcome::shortage("no memory"),
            Outcome::done("3 files"),
            Outcome::requeueAfter(7ms, "until March"),
        };
        const Outcome &outcome = outcomes[which];
        QCOMPARE(int(outcome.kind()), kind);
        QCOMPARE(outcome.isError(), isError);
        QCOMPARE(outcome.text(), text.toStdString());
        QCOMPARE(outcome.delay(), Duration(std::chrono::milliseconds(milliseconds)));
    }

    void delayIsNeverNegative()
    {
        QCOMPARE(Outcome::requeueAfter(-1s).delay(), Duration(0));
        QCOMPARE(Outcome::wait("x", -1h).delay(), Duration(0));
    }

    void textCanBeMovedOut() { QCOMPARE(Outcome::retry("a text").text(), "a text"); }

    void e11_storageAnswersOneOfFourThings()
    {
        using Kind = Fetched<int>::Kind;
        const auto found = Fetched<int>::found(std::make_shared<const int>(5));
        QVERIFY(found.kind() == Kind::Found);
        QCOMPARE(*found.object(), 5);
        const auto assumed = Fetched<int>::assumed(std::make_shared<const int>(6));
        QVERIFY(assumed.kind() == Kind::Assumed);
        QCOMPARE(*assumed.object(), 6);
        QVERIFY(Fetched<int>::assumed(nullptr).kind() == Kind::Failed);
        QVERIFY(Fetched<int>::ignored().kind() == Kind::Ignored);
        QVERIFY(Fetched<int>::gone().kind() == Kind::Gone);
        QVERIFY(!Fetched<int>::gone().object());
        const auto failed = Fetched<int>::failed("disk on fire");
        QVERIFY(failed.kind() == Kind::Failed);
        QCOMPARE(failed.error().message, "disk on fire");
    }

    void e15_lockIsGrantedRefusedFailedOrItsServiceIsAway()
    {
        auto granted = LockResult::granted(std::make_unique<ObjectLock>());
        QVERIFY(granted.isGranted());
        const auto lock = granted.take();
        QCOMPARE(lock->fence(), 0u);
        QVERIFY(lock->validUntil() == std::chrono::steady_clock::time_point::max());
        QVERIFY(!lock->release({}));
        const auto refused = LockResult::refused("host b");
        QVERIFY(!refused.isGranted());
        QCOMPARE(refused.text(), "host b");
        QVERIFY(!refused.retryAfter());
        QVERIFY(LockResult::refused("host b", 3s).retryAfter() == Duration(3s));
        const auto failed = LockResult::failed("no answer");
        QVERIFY(failed.kind() == LockResult::Kind::Failed);
        QCOMPARE(failed.text(), "no answer");
        const auto away = LockResult::away("no route");
        QVERIFY(away.kind() == LockResult::Kind::Away);
        QVERIFY(!away.isGranted());
        QCOMPARE(away.text(), "no route");
    }
};

QONTROLLER_TEST(OutcomeTest)
#include "tst_outcome.moc"
