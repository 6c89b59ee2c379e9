// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/common/markfile.h"
#include "app/plugins/common/ownernote.h"
#include "testprogram.h"

#include <QtTest/QtTest>

using namespace qontroller;
using namespace std::chrono_literals;

using Process = MarkSight::Process;

Q_DECLARE_METATYPE(MarkSight)
Q_DECLARE_METATYPE(MarkStanding)

namespace {

constexpr WallTime Begin{1'767'225'600s};

OwnerNote noteOf(const std::string &owner)
{
    return {owner,    "host-b", "/srv/b.json", "/var/lib/b", "mirror",
            "/run/p", "boot",   "4711.99",     Begin,        Begin + 90s};
}

/// Of another host, but for \a process, with three ages.
MarkSight foreign(Process process, Duration byNote, Duration byFile, Duration isUnchanged = 0s)
{
    return {true, noteOf("b"), process, byNote, byFile, isUnchanged};
}

MarkSight damaged(Duration byFile, Duration isUnchanged = 0s)
{
    return {true, std::nullopt, Process::Unseen, 0s, byFile, isUnchanged};
}

} // namespace

class OwnerNoteTest final : public QObject
{
    Q_OBJECT

private slots:
    void isReadAsItWasWritten()
    {
        const OwnerNote note = noteOf("b");
        const auto read = OwnerNote::of(note.text());
        QVERIFY(read && *read == note);
        QVERIFY(note.text().ends_with(note.renewal()));
        OwnerNote later = note;
        later.renewed += 4000h;
        QCOMPARE(later.text().size(), note.text().size());
    }

    void aNameCannotMakeALineOfItsOwn()
    {
        OwnerNote note = noteOf("b");
        note.session = "/srv/x\nowner a";
        const auto read = OwnerNote::of(note.text());
        QVERIFY(read && read->owner == "b");
    }

    void whatIsNoMarkIsDamaged_data()
    {
        QTest::addColumn<QByteArray>("text");
        const std::string whole = noteOf("b").text();
        const auto row = [](const char *name, const std::string &text) {
            QTest::newRow(name) << QByteArray::fromStdString(text);
        };
        row("empty", "");
        row("zeros", std::string(200, '\0'));
        row("cut", whole.substr(0, whole.size() - 5));
        row("cut at a line", whole.substr(0, whole.size() - noteOf("b").renewal().size()));
        row("another's", "x" + whole);
        row("more", whole + "x y\n");
        row("no owner", noteOf("").text());
        row("a time beyond all", whole.substr(0, whole.size() - 15) + "99999999999999\n");
        row("a time that is none", whole.substr(0, whole.size() - 15) + "-0000000000001\n");
    }
    void whatIsNoMarkIsDamaged()
    {
        QFETCH(QByteArray, text);
        QVERIFY(!OwnerNote::of(text.toStdString()));
    }

    void knowsWhoseAMarkIs_data()
    {
        QTest::addColumn<MarkSight>("sight");
        QTest::addColumn<MarkStanding>("standing");
        using enum MarkStanding;
        const auto row = [](const char *name, const MarkSight &sight, MarkStanding standing) {
            QTest::newRow(name) << sight << standing;
        };
        const auto ours = [](Process process, Duration age) {
            return MarkSight{true, noteOf("a"), process, age, age, 0s};
        };
        row("none", {}, Free);
        row("ours", ours(Process::Ours, 1h), Ours);
        row("ours of an earlier life", ours(Process::Ended, 1s), Ours);
        row("ours before the machine was started", ours(Process::Unseen, 1s), Ours);
        row("ours, but of a process that runs", ours(Process::Runs, 1h), Foreign);
        const auto clones = [](Process process, Duration age) {
            return MarkSight{true, noteOf("a"), process, age, age, 0s, true};
        };
        row("of a clone", clones(Process::Unseen, 1s), Foreign);
        row("of a clone whose process has ended", clones(Process::Ended, 1s), Foreign);
        row("of a clone, long ago", clones(Process::Unseen, 1h), Abandoned);
        row("renewed just now", foreign(Process::Unseen, 1s, 1s), Foreign);
        row("almost abandoned", foreign(Process::Unseen, MarkAge - 1ns, 1h), Foreign);
        row("abandoned", foreign(Process::Unseen, MarkAge, MarkAge), Abandoned);
        row("its process has ended just now", foreign(Process::Ended, 1s, 1s), Foreign);
        row("its process ended long ago", foreign(Process::Ended, 1h, 1h), Abandoned);
        row("it does not renew, and runs", foreign(Process::Runs, 1h, 1h, 1h), Foreign);
        row("another controller of ours", foreign(Process::Ours, 1h, 1h, 1h), Foreign);
        const auto left = [](Process process) {
            return MarkSight{true, noteOf("b"), process, 1s, 1s, 0s, false, true, true};
        };
        row("left by another controller of ours", left(Process::Ours), Ours);
        row("left by one whose process has ended", left(Process::Ended), Ours);
        row("left, but of a process that runs", left(Process::Runs), Foreign);
        row("its clock is behind", foreign(Process::Unseen, 1h, 1s), Foreign);
        row("a copy of an old one", foreign(Process::Unseen, 1h, 1s), Foreign);
        row("its clock is ahead", foreign(Process::Unseen, -1h, 1s), Foreign);
        row("its clock was ahead", foreign(Process::Unseen, -1h, 1h, MarkAge - 1ns), Foreign);
        row("its clock was ahead, long ago", foreign(Process::Unseen, -1h, 1h, MarkAge), Abandoned);
        row("our clock was set back", foreign(Process::Unseen, -1h, -1h, 1min), Foreign);
        row("our clock was set back long ago", foreign(Process::Unseen, -1h, -1h, 1h), Abandoned);
        row("damaged", damaged(1s), Foreign);
        row("damaged long ago", damaged(MarkAge), Abandoned);
        row("damaged, from the future", damaged(-1s), Foreign);
        row("damaged, from the future, for long", damaged(-1s, MarkAge), Abandoned);
    }
    void knowsWhoseAMarkIs()
    {
        QFETCH(MarkSight, sight);
        QFETCH(MarkStanding, standing);
        QCOMPARE(int(judge(sight, "a")), int(standing));
    }

    void saysWhoseItIs()
    {
        QCOMPARE(whoseMark("/t/x.owner", foreign(Process::Ended, 90s, 1s), Begin + 1h).c_str(),
                 "\"/t/x.owner\" is that of host-b (controller mirror of \"/srv/b.json\", process "
                 "4711, state in \"/var/lib/b\"), made 1h ago and renewed 1m 30s ago; that process "
                 "has ended; end that one, or take over here with "
                 "qontrollerctl take");
        MarkSight here = foreign(Process::Ours, 90s, 1s);
        here.isOfThisHost = true;
        QCOMPARE(whoseMark("/t/x.owner", here, Begin + 1h).c_str(),
                 "\"/t/x.owner\" is that of controller mirror of this host, made 1h ago and "
                 "renewed 1m 30s ago; end that one, or take over here with qontrollerctl take");
        here.process = Process::Runs; // isolated
        QVERIFY(whoseMark("/t/x.owner", here, Begin + 1h)
                    .find("controller mirror of this host (process 4711), made")
                != std::string::npos);
        QVERIFY(whoseMark("/t/x.owner", foreign(Process::Unseen, -1s, 1s), Begin)
                    .find("renewed in the future: one of the two clocks is wrong")
                != std::string::npos);
        MarkSight clones = foreign(Process::Unseen, 1s, 1s);
        clones.isOfClone = true;
        QVERIFY(whoseMark("/t/x.owner", clones, Begin)
                    .find("; it has the id of this host, as a cloned machine or a copied state "
                          "folder has: remove host-id from the state folder of one of them, and "
                          "start that one anew; end that one, or take over here")
                != std::string::npos);
        QVERIFY(whoseMark("/t/x.owner", damaged(1s), Begin).find("cannot be read")
                != std::string::npos);
    }

    void knowsTheNamesOfMarks_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<bool>("isMark");
        QTest::newRow("a mark") << QByteArray::fromStdString(markNameOf("mirror")) << true;
        QTest::newRow("being written") << QByteArray(".qontroller-x.owner.0123.tmp") << true;
        QTest::newRow("a record") << QByteArray(".qontroller-mirror.source") << false;
        QTest::newRow("a file") << QByteArray("x.owner") << false;
        QTest::newRow("a copy") << QByteArray(".qontroller-x.owner.bak") << false;
    }
    void knowsTheNamesOfMarks()
    {
        QFETCH(QByteArray, name);
        QFETCH(bool, isMark);
        QCOMPARE(isMarkName(name.toStdString()), isMark);
    }
};

QONTROLLER_TEST(OwnerNoteTest)
#include "tst_ownernote.moc"
