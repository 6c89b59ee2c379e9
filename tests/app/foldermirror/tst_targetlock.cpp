// SPDX-License-Identifier: LGPL-3.0-or-later
// A target is one mirror's at a time.
#include "rig.h"
#include "testprogram.h"

#include "app/plugins/foldermirror/targetlock.h"

#include <QtTest/QtTest>

#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <filesystem>

using namespace qontroller;
using namespace qontroller::foldermirror;
using namespace qontroller::test;
using ListKind = ListResult::Kind;

namespace {

constexpr const char *Used = "is used by another mirror, of this program or another: give each a "
                             "target of its own";

/// One that has mirrored a file, and another with the same target.
struct TwoRigs
{
    TwoRigs()
    {
        writeFile(one.in("one"), "x");
        writeFile(two.in("two"), "x");
        two.options.target = two.target = one.target;
        two.restart();
    }

    /// Lists the second; whether it is refused.
    [[nodiscard]] bool isRefused()
    {
        RecordingList listed;
        const ListResult result = two.list(listed);
        return result.kind() == ListKind::Failed && result.text().ends_with(Used)
               && listed.ids.empty() && listed.leftovers.empty();
    }

    MirrorRig one;
    MirrorRig two;
};

std::vector<std::string> namesIn(const std::string &folder)
{
    std::vector<std::string> names;
    for (const auto &entry : std::filesystem::directory_iterator(folder))
        names.push_back(entry.path().filename());
    std::sort(names.begin(), names.end());
    return names;
}

/// From now on this process is told that no file system has locks. False: it is not.
bool takeLocksAway()
{
    std::array<sock_filter, 4> program{{
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_flock, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOLCK),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    }};
    const sock_fprog filter{program.size(), program.data()};
    return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
           && ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
}

/// Whether a program may take \a folder.
bool isFree(const std::string &folder)
{
    const UniqueFd fd(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    return ::flock(fd.get(), LOCK_EX | LOCK_NB) == 0;
}

} // namespace

class TargetLockTest final : public QObject
{
    Q_OBJECT

private slots:
    void refusesTheTargetOfAnotherMirrorUntilThatEnds()
    {
        TwoRigs rigs;
        QVERIFY(rigs.one.converge());
        const auto before = namesIn(rigs.one.target);
        for (int i = 0; i < 2; ++i)
            QVERIFY(rigs.isRefused());
        QVERIFY(namesIn(rigs.one.target) == before);
        rigs.one.end();
        RecordingList listed;
        QVERIFY(rigs.two.list(listed).doubt().find("the target was a copy of")
                != std::string::npos);
        QVERIFY(listed.ids.contains("two"));
        QVERIFY(isDone(rigs.two.run("two")));
    }

    void oneOfTwoMakesTheTarget()
    {
        TwoRigs rigs;
        RecordingList listed;
        QVERIFY(rigs.one.list(listed).kind() == ListKind::Complete);
        QVERIFY(rigs.isRefused());
    }

    // A watch tells of changes whatever the lists say.
    void writesAndRemovesNothingInTheTargetOfAnother()
    {
        TwoRigs rigs;
        QVERIFY(rigs.one.converge());
        for (int i = 0; i < 2; ++i) {
            const Outcome added = rigs.two.run("two");
            QVERIFY(added.kind() == Outcome::Kind::Wait);
            QVERIFY(added.text().find("another mirror") != std::string::npos);
            QVERIFY(rigs.two.remove("one").kind() == Outcome::Kind::Wait);
            QVERIFY(rigs.isRefused());
        }
        rigs.one.end(); // what the target has by now only a list can tell
        QVERIFY(rigs.two.run("two").kind() == Outcome::Kind::Wait);
        QVERIFY(rigs.two.remove("one").kind() == Outcome::Kind::Wait);
        QVERIFY(exists(rigs.two.out("one")) && !exists(rigs.two.out("two")));
    }

    void writesNothingIntoATargetThatAListHasRefused()
    {
        MirrorRig rig;
        rig.options.newTarget = NewTarget::Refused;
        rig.restart();
        writeFile(rig.in("file"), "x");
        RecordingList listed;
        for (const bool isThere : {false, true}) {
            if (isThere)
                makeFolder(rig.target);
            QVERIFY(rig.list(listed).kind() == ListKind::Failed);
            QVERIFY(rig.run("file").kind() == Outcome::Kind::Retry);
            QCOMPARE(exists(rig.target), isThere);
        }
        QVERIFY(!exists(rig.out("file")));
    }

    void isOfTheFolderWhateverLeadsThere()
    {
        TwoRigs rigs;
        QVERIFY(rigs.one.converge());
        const std::string link = rigs.two.folder.path("link");
        makeLink(link, rigs.one.target);
        rigs.two.options.target = link;
        rigs.two.restart();
        QVERIFY(rigs.isRefused());
    }

    void isHeldAgainstOtherProgramsAndGoesWithItsOwn()
    {
        MirrorRig rig;
        writeFile(rig.in("file"), "x");
        QVERIFY(inChild([&] { return rig.converge() && !isFree(rig.target) ? 0 : 1; }) == 0);
        QVERIFY(isFree(rig.target));
        QVERIFY(rig.converge());
        QCOMPARE(inChild([&] { return isFree(rig.target) ? 1 : 0; }), 0);
        rig.end();
        QVERIFY(isFree(rig.target));
    }

    void aChildOfTheProgramDoesNotKeepIt()
    {
        MirrorRig rig;
        QVERIFY(rig.converge());
        QCOMPARE(inChild([&] {
                     rig.end();
                     return isFree(rig.target) ? 1 : 0; // of the parent as before
                 }),
                 0);
        QVERIFY(!isFree(rig.target));
    }

    void changesWithTheTarget()
    {
        MirrorRig one;
        MirrorRig two;
        QVERIFY(one.converge() && two.converge());
        const std::string aside = one.folder.path("aside");
        moveTo(one.target, aside);
        moveTo(two.target, one.target);
        moveTo(aside, two.target);
        RecordingList listed;
        static_cast<void>(one.list(listed)); // the folder is the other's until that lists
        QVERIFY(two.list(listed).kind() == ListKind::Complete);
        QVERIFY(one.list(listed).kind() == ListKind::Complete);
    }

    void aFolderThatWasLetGoIsFreeWhenTheWorkThereHasEnded()
    {
        MirrorRig rig;
        QVERIFY(rig.converge());
        {
            const auto atWork = rig.mirror->target.openFolder({});
            const std::string former = rig.folder.path("former");
            moveTo(rig.target, former);
            makeFolder(rig.target);
            RecordingList listed;
            QVERIFY(rig.list(listed).kind() == ListKind::Failed);
            QVERIFY(!isFree(former));
        }
        QVERIFY(isFree(rig.folder.path("former")));
    }

    void mirrorsWhereThereAreNoLocksAndSaysSo()
    {
        const int status = inChild([] {
            if (!takeLocksAway())
                return 100;
            MirrorRig rig;
            writeFile(rig.in("file"), "x");
            if (!rig.converge() || !exists(rig.out("file")))
                return 1;
            const auto said = rig.said.notes();
            return std::count_if(said.begin(), said.end(),
                                 [](const std::string &line) {
                                     return line.find("cannot be locked") != std::string::npos;
                                 })
                           == 1
                       ? 0
                       : 2;
        });
        if (status == 100)
            QSKIP("may not filter system calls here");
        QCOMPARE(status, 0);
    }

    void knowsThatThereAreNoLocks_data()
    {
        QTest::addColumn<int>("code");
        QTest::addColumn<bool>("none");
        QTest::newRow("no lock manager") << ENOLCK << true;
        QTest::newRow("not supported") << EOPNOTSUPP << true;
        QTest::newRow("no such call") << ENOSYS << true;
        QTest::newRow("not for folders") << EBADF << true;
        QTest::newRow("invalid") << EINVAL << true;
        QTest::newRow("another's") << EWOULDBLOCK << false;
        QTest::newRow("broken") << EIO << false;
    }
    void knowsThatThereAreNoLocks()
    {
        QFETCH(int, code);
        QFETCH(bool, none);
        QCOMPARE(saysNoLocks(code), none);
    }
};

QONTROLLER_TEST(TargetLockTest)
#include "tst_targetlock.moc"
