// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"

#include "core/sdk/testing/scriptedlocker.h"
#include "printing.h"

using namespace qontroller;
using namespace qontroller::test;

/// A locker answers what its test says.
class ScriptedLockerTest : public QObject
{
    Q_OBJECT

private slots:
    void grantsUntilItIsToldOtherwise()
    {
        ScriptedLocker locker;
        QVERIFY(locker.acquire("a", nullptr, {}).isGranted());
        locker.setAnswer([] { return LockResult::refused("host 2"); });
        QCOMPARE(locker.acquire("a", nullptr, {}).text(), "host 2");
        QCOMPARE(locker.asked(), 2);
    }

    void aLockIsWhatItsScriptSays()
    {
        std::atomic<int> alive = 0;
        std::atomic<int> released = 0;
        {
            const auto lock = granted({.fence = 17,
                                       .onRelease = [](std::stop_token) -> std::optional<Error> {
                                           return Error("no answer");
                                       },
                                       .alive = &alive,
                                       .released = &released})
                                  .take();
            QCOMPARE(lock->fence(), std::uint64_t(17));
            QCOMPARE(alive.load(), 1);
            QCOMPARE(lock->release({})->message, "no answer");
        }
        QCOMPARE(released.load(), 1);
        QCOMPARE(alive.load(), 0);
    }
};

QONTROLLER_TEST(ScriptedLockerTest)
#include "tst_scriptedlocker.moc"
