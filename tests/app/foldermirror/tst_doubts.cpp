// SPDX-License-Identifier: LGPL-3.0-or-later
// Files whose size and time say that nothing has changed, and something has.
#include "app/plugins/foldermirror/doubts.h"
#include "rig.h"
#include "testprogram.h"

#include <QtTest/QtTest>

#include <unistd.h>

using namespace qontroller;
using namespace qontroller::foldermirror;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

/// Writes a file of seven bytes that is as old as any other of this function.
void writeOld(const std::string &path, std::string_view content)
{
    writeFile(path, content);
    setModified(path, 1'000'000'000, 5);
}

std::int64_t lastTouch(const std::string &path)
{
    return lookUpAt(AT_FDCWD, path)->statusChanged;
}

} // namespace

class DoubtsTest final : public QObject
{
    Q_OBJECT

private slots:
    void readsInTurnAtABoundedRate()
    {
        Doubts doubts;
        const TimePoint start(1h);
        constexpr std::uint64_t Large = 10 * Doubts::BytesPerSecond;
        QVERIFY(doubts.turnOf("a", Large, start) == 0s);
        QVERIFY(doubts.turnOf("b", Large, start) == 10s);
        QVERIFY(doubts.turnOf("c", 1, start) == 20s);
        QVERIFY(doubts.turnOf("b", Large, start + 4s) == 6s); // its turn stays
        QVERIFY(doubts.turnOf("b", Large, start + 10s) == 0s);
        QVERIFY(doubts.isDoubted("b") && !doubts.isDoubted("d"));
        doubts.settle("b", 7);
        QVERIFY(!doubts.isDoubted("b"));
        QVERIFY(doubts.isSettled("b", 7) && !doubts.isSettled("b", 8) && !doubts.isSettled("a", 7));
        QVERIFY(doubts.turnOf("d", 1, start + 1h) == 0s);
        QVERIFY(doubts.turnOf("e", 1, start + 1h) > 0s); // small ones count, too
    }

    void findsWhatChangedBehindTheSameSizeAndTime_data()
    {
        QTest::addColumn<int>("check");
        QTest::addColumn<QString>("content");
        QTest::newRow("looks at changes") << int(ContentCheck::OfChanges) << "c0ntent";
        QTest::newRow("believes size and time") << int(ContentCheck::ByMetadata) << "content";
        QTest::newRow("reads all") << int(ContentCheck::ByReading) << "c0ntent";
    }
    void findsWhatChangedBehindTheSameSizeAndTime()
    {
        QFETCH(int, check);
        QFETCH(QString, content);
        MirrorRig rig(static_cast<ContentCheck>(check));
        writeOld(rig.in("file"), "content");
        QVERIFY(isDone(rig.run("file")));
        rig.restart(); // it does not need to have seen it
        writeOld(rig.in("file"), "c0ntent");
        QVERIFY(isDone(rig.run("file")));
        QCOMPARE(QString::fromStdString(readFile(rig.out("file"))), content);
        QCOMPARE(rig.said.contains("event content differed: size and time were those of the "
                                   "source: copied anew"),
                 content == "c0ntent");
    }

    void findsAnotherFileThatWasPutInPlace()
    {
        MirrorRig rig;
        writeOld(rig.in("folder/file"), "content");
        writeOld(rig.folder.path("new/file"), "c0ntent");
        QVERIFY(rig.converge());
        moveTo(rig.in("folder"), rig.folder.path("old"));
        moveTo(rig.folder.path("new"),
               rig.in("folder")); // which changes nothing of the file itself
        QVERIFY(isDone(rig.run("folder/file", {}, nullptr, AttemptCause::Changed)));
        QCOMPARE(readFile(rig.out("folder/file")), std::string("c0ntent"));
    }

    void readsWhatIsTheSameOnce()
    {
        MirrorRig rig;
        writeOld(rig.in("file"), "content");
        QVERIFY(isDone(rig.run("file")));
        QCOMPARE(::link(rig.in("file").c_str(), rig.folder.path("second").c_str()), 0);
        rig.restart();
        const std::int64_t copied = lastTouch(rig.out("file"));
        QVERIFY(waitFor([&] {
            static_cast<void>(::chmod(rig.in("file").c_str(), 0644));
            return lastTouch(rig.in("file")) > copied;
        }));
        QVERIFY(isDone(rig.run("file")));
        const std::int64_t compared = lastTouch(rig.out("file"));
        QVERIFY(compared > copied); // so that the next life knows
        QVERIFY(isDone(rig.run("file")));
        QCOMPARE(lastTouch(rig.out("file")), compared);
    }

    void setsRightsBeforeItIsTheFilesTurn()
    {
        MirrorRig rig;
        for (const char *name : {"first", "second"}) {
            writeFile(rig.in(name), "");
            QCOMPARE(::truncate(rig.in(name).c_str(), 64 << 20), 0);
            setModified(rig.in(name), 1'000'000'000, 0);
            QVERIFY(isDone(rig.run(name)));
        }
        for (const char *name : {"first", "second"}) {
            writeFile(rig.in(name), "changed");
            QCOMPARE(::truncate(rig.in(name).c_str(), 64 << 20), 0);
            setModified(rig.in(name), 1'000'000'000, 0);
            setMode(rig.in(name), 0600);
        }
        QVERIFY(isDone(rig.run("first")));
        const Outcome waits = rig.run("second");
        QVERIFY(waits.kind() == Outcome::Kind::Wait);
        QVERIFY2(waits.text().starts_with("its turn to be compared"), waits.text().c_str());
        QVERIFY(waits.delay() > 0s && waits.delay() <= 2s);
        QCOMPARE(lookUpAt(AT_FDCWD, rig.out("second"))->mode, 0600U);
        QVERIFY(rig.run("second").kind() == Outcome::Kind::Wait); // not forgotten for that
    }
};

QONTROLLER_GUILESS_TEST(DoubtsTest)
#include "tst_doubts.moc"
