// SPDX-License-Identifier: LGPL-3.0-or-later
#include "enginerig.h"
#include "testprogram.h"

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

/// Notes what `remove` is told of the object that is gone, and where its objects end.
struct RememberingRig : EngineRig
{
    RememberingRig()
    {
        options.keepLastObject = true;
        probe->onGet([this](const Attempt &attempt) {
            if (source->isGone(attempt.id))
                return Fetched<std::string>::gone();
            return object("version " + std::to_string(++version));
        });
        probe->onRemove([this](const Attempt &attempt) {
            const auto *last = attempt.lastObjectAs<std::string>();
            const std::lock_guard lock(mutex);
            removed += (removed.empty() ? "" : ", ") + (last ? *last : "nothing");
            return failsToRemove ? Outcome::retry("in use") : Outcome::done();
        });
        source->put("a");
    }
    /// One that counts while it exists.
    [[nodiscard]] Fetched<std::string> object(std::string text)
    {
        ++*alive;
        return Fetched<std::string>::found(
            std::shared_ptr<const std::string>(new std::string(std::move(text)),
                                               [alive = alive](const std::string *gone) {
                                                   --*alive;
                                                   delete gone;
                                               }));
    }
    [[nodiscard]] std::string whatWasRemoved()
    {
        const std::lock_guard lock(mutex);
        return removed;
    }

    std::shared_ptr<std::atomic<int>> alive = std::make_shared<std::atomic<int>>(0);
    std::atomic<int> version = 0;
    std::atomic<bool> failsToRemove = false;
    std::mutex mutex;
    std::string removed;
};

} // namespace

/// What a removal is told of the object that it is about.
class LastObjectTest : public QObject
{
    Q_OBJECT

private slots:
    void removeIsToldWhatTheStorageGaveLast()
    {
        RememberingRig rig;
        QVERIFY(rig.startAndSettle());
        rig.source->modified("a");
        QVERIFY(eventually([&] { return rig.counters().added == 2; }));
        rig.source->deleted("a");
        QVERIFY(eventually([&] { return rig.counters().removed == 1; }));
        QCOMPARE(rig.whatWasRemoved(), "version 2");
        QVERIFY(eventually([&] { return *rig.alive == 0; }));
    }

    void anAttemptThatFailedGivesItToo()
    {
        RememberingRig rig;
        rig.probe->onAdd([](const Attempt &) { return Outcome::park("no use"); });
        rig.start();
        QVERIFY(rig.reaches("a", ItemState::Parked));
        rig.source->deleted("a");
        QVERIFY(eventually([&] { return rig.counters().removed == 1; }));
        QCOMPARE(rig.whatWasRemoved(), "version 1");
    }

    void aRemovalThatIsTriedAgainIsToldAgain()
    {
        RememberingRig rig;
        rig.failsToRemove = true;
        QVERIFY(rig.startAndSettle());
        rig.source->deleted("a");
        QVERIFY(eventually([&] { return rig.counters().errors == 1; }));
        rig.failsToRemove = false;
        QVERIFY(rig.passUntil([&] { return rig.counters().removed == 1; }));
        QCOMPARE(rig.whatWasRemoved(), "version 1, version 1");
        QVERIFY(eventually([&] { return *rig.alive == 0; }));
    }

    void oneObjectIsKeptForAnIdAndNoneWithoutTheOption_data()
    {
        QTest::addColumn<bool>("keeps");
        QTest::newRow("on") << true;
        QTest::newRow("off") << false;
    }
    void oneObjectIsKeptForAnIdAndNoneWithoutTheOption()
    {
        QFETCH(bool, keeps);
        RememberingRig rig;
        rig.options.keepLastObject = keeps;
        rig.source->put("b");
        QVERIFY(rig.startAndSettle());
        for (std::uint64_t n = 3; n < 8; ++n) {
            rig.source->modified("a");
            QVERIFY(eventually([&] { return rig.counters().added == n; }));
        }
        QVERIFY(eventually([&] { return *rig.alive == (keeps ? 2 : 0); }));
        rig.source->deleted("a");
        QVERIFY(eventually([&] { return rig.counters().removed == 1; }));
        QCOMPARE(rig.whatWasRemoved(), std::string(keeps ? "version 7" : "nothing"));
    }

    void whatWasNeverReadIsNotThere()
    {
        RememberingRig rig;
        rig.source->drop("a");
        QVERIFY(rig.startAndSettle());
        rig.source->deleted("b");
        QVERIFY(eventually([&] { return rig.counters().removed == 1; }));
        QCOMPARE(rig.whatWasRemoved(), "nothing");
    }

    void addIsToldNothing()
    {
        RememberingRig rig;
        std::atomic<bool> told = false;
        rig.probe->onAdd([&told](const Attempt &attempt) {
            told = told || attempt.lastObject;
            return Outcome::done();
        });
        QVERIFY(rig.startAndSettle());
        rig.source->modified("a");
        QVERIFY(eventually([&] { return rig.counters().added == 2; }));
        QVERIFY(!told);
    }

    // Its destructor is foreign code: it may ask the engine whatever it wants.
    void itEndsUnderNoLock_data()
    {
        QTest::addColumn<bool>("discard");
        QTest::newRow("discarded") << true;
        QTest::newRow("removed") << false;
    }
    void itEndsUnderNoLock()
    {
        QFETCH(bool, discard);
        RememberingRig rig;
        std::atomic<int> ended = 0;
        rig.probe->onGet([&](const Attempt &) {
            return Fetched<std::string>::found(
                std::shared_ptr<const std::string>(new std::string("object"),
                                                   [&](const std::string *gone) {
                                                       static_cast<void>(rig.status());
                                                       ++ended;
                                                       delete gone;
                                                   }));
        });
        QVERIFY(rig.startAndSettle());
        if (discard)
            rig.command(ItemsAction{ItemVerb::Discard, {"a"}});
        else
            rig.source->deleted("a");
        QVERIFY(eventually([&] { return !rig.knows("a"); }));
        QVERIFY(eventually([&] { return ended == 1; }));
    }
};

QONTROLLER_TEST(LastObjectTest)
#include "tst_lastobject.moc"
