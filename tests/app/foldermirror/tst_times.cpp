// SPDX-License-Identifier: LGPL-3.0-or-later
// Targets that cannot keep the times of the source.
#include "app/plugins/foldermirror/kepttimes.h"
#include "mounts.h"
#include "rig.h"
#include "testprogram.h"

#include <QtTest/QtTest>

using namespace qontroller;
using namespace qontroller::foldermirror;
using namespace qontroller::test;

namespace {

constexpr std::int64_t Second = 1'000'000'000;
constexpr std::int64_t Odd = 1'500'000'001 * Second + 987'654'321;
constexpr std::int64_t End2038 = 2'147'483'647 * Second;
constexpr std::int64_t Begin1980 = 315'532'800 * Second;

/// Inode and time of the last change of each entry: what was done to it since shows.
std::map<std::string, std::string> states(const std::string &root)
{
    std::map<std::string, std::string> lines;
    for (const auto &[path, line] : snapshot(root)) {
        const auto entry = SafeTree(root).lookUp(path);
        lines.emplace(path,
                      std::to_string(entry->inode) + ' ' + std::to_string(entry->statusChanged));
    }
    return lines;
}

std::string inodeIn(const std::string &state)
{
    return state.substr(0, state.find(' '));
}

std::size_t newsIn(const MirrorRig &rig)
{
    std::size_t count = 0;
    for (const std::string &line : rig.said.notes())
        count += line.starts_with("event target: ") ? 1 : 0;
    return count;
}

} // namespace

class TimesTest final : public QObject
{
    Q_OBJECT

private slots:
    void learnsWhatATargetKeeps_data()
    {
        QTest::addColumn<qint64>("time");
        QTest::addColumn<qint64>("kept");
        QTest::addColumn<qint64>("other");
        QTest::addColumn<qint64>("otherKept");
        QTest::addColumn<QString>("words");
        const auto row = [](const char *name, std::int64_t time, std::int64_t kept,
                            std::int64_t other, std::int64_t otherKept, const char *words) {
            QTest::newRow(name) << qint64(time) << qint64(kept) << qint64(other)
                                << qint64(otherKept) << words;
        };
        row("all", Odd, Odd, Odd + 1, Odd + 1, "");
        row("100 ns", Odd, Odd - 21, Odd + 100, Odd + 79, "steps of 100 ns");
        row("seconds", Odd, Odd - 987'654'321, 7 * Second + 1, 7 * Second, "whole seconds");
        row("before 1970", -Second / 2, -Second, -2 * Second + 1, -2 * Second, "whole seconds");
        row("FAT", Odd, Odd - 987'654'321 - Second, 7 * Second + 1, 6 * Second,
            "every second second");
        row("until 2038", 3'000'000'000 * Second, End2038, 4'000'000'000 * Second, End2038,
            "times until 2038-01-19");
        row("from 1980", 5 * Second, Begin1980, -Odd, Begin1980, "times from 1980-01-01 on");
        row("wrapped", 3'000'000'000 * Second, -1'294'967'296 * Second, Odd, Odd,
            "some times as others");
    }
    void learnsWhatATargetKeeps()
    {
        QFETCH(qint64, time);
        QFETCH(qint64, kept);
        QFETCH(qint64, other);
        QFETCH(qint64, otherKept);
        QFETCH(QString, words);
        KeptTimes times;
        QCOMPARE(times.learn(time, kept), time != kept);
        QVERIFY(!times.learn(time, kept)); // once is enough
        QVERIFY(times.isKept(time, kept) && times.isKept(time, time));
        QCOMPARE(qint64(times.of(other)), otherKept);
        QVERIFY(!times.isKept(other, otherKept - 3 * Second));
        QCOMPARE(QString::fromStdString(times.words()), words);
    }

    void learnsMoreThanOneThing()
    {
        KeptTimes times;
        QVERIFY(times.learn(Odd + Second, Odd + Second - 987'654'321)); // an even one: seconds?
        QVERIFY(times.learn(Odd, Odd - Second - 987'654'321));          // no, every second one
        QVERIFY(times.learn(3'000'000'000 * Second, End2038 - Second));
        QVERIFY(times.isKept(Odd, Odd - Second - 987'654'321));
        QCOMPARE(times.words(), std::string("every second second, times until 2038-01-19"));
    }

    void looksOnlyAtWhatSomeFileSystemDoes()
    {
        QVERIFY(KeptTimes::isWorthALook(Odd, Odd - 987'654'321));
        QVERIFY(KeptTimes::isWorthALook(3'000'000'000 * Second, End2038));
        QVERIFY(!KeptTimes::isWorthALook(Odd, Odd + 1));
        QVERIFY(!KeptTimes::isWorthALook(Odd, Odd - 5 * Second));
        QVERIFY(!KeptTimes::isWorthALook(1, Odd)); // a folder whose content was changed
    }

    void copiesOnceToWhatKeepsLess()
    {
        const int status = withOwnMounts([] {
            MirrorRig rig;
            const auto old = Mounted::oldExt4(rig.target, rig.folder.path("image"));
            if (!old)
                return NotPermitted;
            for (const char *name : {"now", "late", "early", "folder/file"})
                writeFile(rig.in(name), "content");
            makeLink(rig.in("link"), "now");
            makeLink(rig.in("latelink"), "now");
            setModified(rig.in("now"), 1'500'000'001, 987'654'321);
            setModified(rig.in("late"), 3'000'000'000, 5);
            setModified(rig.in("early"), -4'000'000'000, 5);
            setModified(rig.in("link"), 1'500'000'001, 987'654'321);
            setModified(rig.in("latelink"), 3'000'000'000, 987'654'321);
            setModified(rig.in("folder"), 1'500'000'003, 1);
            const std::string lost = rig.out("lost+found");
            if (::rmdir(lost.c_str()) != 0 || !rig.converge())
                return 1;
            const auto before = states(rig.target);
            const std::size_t news = newsIn(rig);
            if (before.size() != 7 || news == 0)
                return 2;
            if (!rig.converge() || states(rig.target) != before || newsIn(rig) != news)
                return 3;
            rig.restart();
            if (!rig.converge())
                return 4;
            for (const auto &[name, state] : states(rig.target)) {
                // Links are made anew before it is known. What was made in this very second may be
                // compared once more, which touches it.
                if (!name.ends_with("link") && inodeIn(state) != inodeIn(before.at(name)))
                    return 5;
            }
            const auto settled = states(rig.target);
            return rig.converge() && states(rig.target) == settled ? 0 : 6;
        });
        ENDED_WELL(status, "may not mount an old ext4 here");
    }

    void followsAChangeThatTheTargetsTimesDoNotShow()
    {
        const int status = withOwnMounts([] {
            MirrorRig rig;
            const auto old = Mounted::oldExt4(rig.target, rig.folder.path("image"));
            if (!old)
                return NotPermitted;
            writeFile(rig.in("file"), "content");
            setModified(rig.in("file"), 1'500'000'001, 100);
            if (!rig.converge())
                return 1;
            writeFile(rig.in("file"), "c0ntent");
            setModified(rig.in("file"), 1'500'000'001, 200); // within the same second
            return rig.converge() && readFile(rig.out("file")) == "c0ntent" ? 0 : 2;
        });
        ENDED_WELL(status, "may not mount an old ext4 here");
    }

    void aHastyCopyIsMadeAgainWhateverTheTargetKeeps()
    {
        const int status = withOwnMounts([] {
            MirrorRig rig;
            const auto old = Mounted::oldExt4(rig.target, rig.folder.path("image"));
            if (!old)
                return NotPermitted;
            writeFile(rig.in("file"), "content");
            setModified(rig.in("file"), 1'500'000'001, 500);
            rig.now = 1'500'000'001 * Second + 600;
            if (rig.run("file").kind() != Outcome::Kind::Wait)
                return 1;
            setModified(rig.in("file"), 1'500'000'003, 500);
            rig.now = 1'500'000'003 * Second + 600;
            if (rig.run("file").kind() != Outcome::Kind::RequeueAfter)
                return 2;
            rig.restart();
            const auto source = SafeTree(rig.source).lookUp("file");
            const auto hasty = SafeTree(rig.target).lookUp("file");
            if (compare(*source, *hasty,
                        {FileOwnership::Mirrored,
                         [] {
                             KeptTimes times;
                             static_cast<void>(times.learn(Odd, Odd - 987'654'321));
                             return times;
                         }()})
                != Difference::Content)
                return 3;
            return 0;
        });
        ENDED_WELL(status, "may not mount an old ext4 here");
    }
};

QONTROLLER_GUILESS_TEST(TimesTest)
#include "tst_times.moc"
