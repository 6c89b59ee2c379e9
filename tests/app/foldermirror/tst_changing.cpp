// SPDX-License-Identifier: LGPL-3.0-or-later
// What comes of a copy while its source changes, or when it is stopped.
#include "rig.h"
#include "testprogram.h"

#include "core/sdk/testing/recordingattempt.h"

#include <QtTest/QtTest>

#include <fcntl.h>

using namespace qontroller;
using namespace qontroller::foldermirror;
using namespace qontroller::test;
using Kind = Outcome::Kind;

namespace {

// Does something in the middle of a copy.
class During final : public RecordingAttempt
{
public:
    explicit During(std::function<void()> what)
        : m_what(std::move(what))
    {}
    void progress(std::uint64_t done, std::uint64_t total) override
    {
        ++calls;
        lastDone = done;
        lastTotal = total;
        m_what();
    }
    int calls = 0;
    std::uint64_t lastDone = 0;
    std::uint64_t lastTotal = 0;

private:
    std::function<void()> m_what;
};

} // namespace

class ChangingTest final : public QObject
{
    Q_OBJECT

private slots:
    void leavesNoTraceOfACopyThatWasStopped()
    {
        MirrorRig rig;
        writeFile(rig.in("large"), std::string(20'000'000, 'x'));
        std::stop_source stop;
        During during([&] { stop.request_stop(); });
        const Outcome outcome = rig.run("large", stop.get_token(), &during);
        QVERIFY(outcome.kind() == Kind::Retry);
        QCOMPARE(during.calls, 1);
        QCOMPARE(during.lastTotal, std::uint64_t(20'000'000));
        QVERIFY(!exists(rig.out("large")));
        QCOMPARE(temporaryFilesIn(rig.target), 0);
    }

    void doesNotPublishASourceThatChangedWhileItWasCopied_data()
    {
        QTest::addColumn<QString>("change");
        for (const char *change : {"append", "shrink", "overwrite", "remove", "chmod"})
            QTest::newRow(change) << QString(change);
    }
    void doesNotPublishASourceThatChangedWhileItWasCopied()
    {
        QFETCH(QString, change);
        MirrorRig rig;
        const std::string path = rig.in("large");
        writeFile(rig.out("large"), "old");
        writeFile(path, std::string(20'000'000, 'x'));
        setModified(path, 1'000'000, 0);
        During during([&] {
            if (during.calls > 1)
                return;
            const UniqueFd fd(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
            if (change == "append")
                QCOMPARE(::pwrite(fd.get(), "y", 1, 20'000'000), ssize_t(1));
            else if (change == "shrink")
                QCOMPARE(::ftruncate(fd.get(), 5), 0);
            else if (change == "overwrite")
                QCOMPARE(::pwrite(fd.get(), "y", 1, 19'000'000), ssize_t(1));
            else if (change == "remove")
                removeAll(path);
            else
                setMode(path, 0600);
        });
        const Outcome outcome = rig.run("large", {}, &during);
        QVERIFY(outcome.kind() == Kind::Wait);
        QCOMPARE(readFile(rig.out("large")), std::string("old"));
        QCOMPARE(temporaryFilesIn(rig.target), 0);
        rig.clock.advance(Restless::FirstRest);
        QVERIFY(rig.converge());
        QCOMPARE(firstDifference(rig.source, rig.target), std::string());
    }

    // An event of each change would have it copied at once, again and again.
    void restsLongerAndLongerWhereEachCopyIsInVain()
    {
        MirrorRig rig;
        writeFile(rig.in("log"), std::string(20'000'000, 'x'));
        setModified(rig.in("log"), 1'000'000, 0);
        const UniqueFd log(::open(rig.in("log").c_str(), O_WRONLY | O_APPEND | O_CLOEXEC));
        bool isGrowing = true;
        During during([&] {
            if (isGrowing)
                QCOMPARE(::write(log.get(), "y", 1), ssize_t(1));
        });
        Duration rest = Restless::FirstRest;
        for (unsigned copies = 1; copies < Restless::Often; ++copies, rest *= 2) {
            const Outcome outcome = rig.run("log", {}, &during);
            QVERIFY(outcome.kind() == Kind::Wait && outcome.delay() == rest);
            const int calls = during.calls;
            QVERIFY(rig.run("log", {}, &during).kind() == Kind::Wait); // an event
            QCOMPARE(during.calls, calls);
            rig.clock.advance(rest);
        }
        const Outcome outcome = rig.run("log", {}, &during);
        QVERIFY(outcome.kind() == Kind::Retry);
        QVERIFY2(outcome.text().starts_with("the source changes whenever it is copied: 6 copies "
                                            "were thrown away"),
                 outcome.text().c_str());
        isGrowing = false;
        rig.clock.advance(Restless::LongestRest);
        QVERIFY(isDone(rig.run("log", {}, &during)));
        QCOMPARE(firstDifference(rig.source, rig.target), std::string());
    }

    void waitsForAFileThatIsBeingWritten()
    {
        MirrorRig rig;
        writeFile(rig.in("busy"), "half");
        setModified(rig.in("busy"), 1000, 0);
        rig.now = std::int64_t(1000) * 1'000'000'000 + 1'000'000;
        QVERIFY(rig.run("busy").kind() == Kind::Wait);
        QVERIFY(!exists(rig.out("busy")));
        rig.now += 24'000'000;
        QVERIFY(isDone(rig.run("busy")));
        QCOMPARE(firstDifference(rig.source, rig.target), std::string());
    }

    void copiesAFileThatNeverRestsAndComesBackToIt()
    {
        MirrorRig rig;
        writeFile(rig.in("log"), "line");
        const auto touch = [&](long long second) {
            setModified(rig.in("log"), second, 0);
            rig.now = second * 1'000'000'000 + 1'000'000;
        };
        touch(1000);
        QVERIFY(rig.run("log").kind() == Kind::Wait);
        touch(1002);
        QVERIFY(rig.run("log").kind() == Kind::RequeueAfter);
        QCOMPARE(readFile(rig.out("log")), std::string("line"));
        // The same content once more, in case it changed without a trace: only then is it equal.
        QVERIFY(!firstDifference(rig.source, rig.target).empty());
        rig.now += 1'000'000'000;
        QVERIFY(isDone(rig.run("log")));
        QCOMPARE(firstDifference(rig.source, rig.target), std::string());
    }
};

QONTROLLER_GUILESS_TEST(ChangingTest)
#include "tst_changing.moc"
