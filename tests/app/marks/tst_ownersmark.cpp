// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/common/markbeat.h"
#include "core/base/files/uniquefd.h"
#include "core/plugins/process/earlierprocess.h"
#include "core/sdk/testing/recordingwatch.h"
#include "testprogram.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstddef>
#include <functional>
#include <thread>
#include <vector>

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

/// A folder and a clock, which begins at the real time: files are written by that.
struct MarkRig
{
    MarkRig() { clock.setWall(std::chrono::system_clock::now()); }

    [[nodiscard]] std::unique_ptr<OwnersMark> mark(
        const std::string &id, MarkOptions::AtEnd atEnd = MarkOptions::AtEnd::Removed)
    {
        MarkOptions options{{id, "/var/lib/" + id}, controller, work.value_or("/run/" + id)};
        options.atEnd = atEnd;
        options.clock = &clock;
        options.say = [this](const std::string &sentence) { said.push_back(sentence); };
        return std::make_unique<OwnersMark>(path, std::move(options));
    }
    [[nodiscard]] OwnerNote note() const { return OwnerNote::of(text()).value_or(OwnerNote()); }
    [[nodiscard]] std::string text() const
    {
        QFile file(QString::fromStdString(path));
        return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
    }
    void write(const std::string &content) const
    {
        QFile file(QString::fromStdString(path));
        if (!file.open(QIODevice::WriteOnly)
            || file.write(QByteArray::fromStdString(content)) != qint64(content.size()))
            qFatal("cannot write");
    }
    /// A mark that \a id has renewed \a age ago, by itself and by its file.
    void leave(const std::string &id, Duration age, std::string life = "1.1",
               std::optional<Duration> fileAge = std::nullopt) const
    {
        const WallTime renewed = clock.wallNow() - age;
        OwnerNote note{id + "/mirror", "host-b",       "/srv/b.json",   "/var/lib/b", "mirror",
                       "/run/b",       "another boot", std::move(life), renewed,      renewed};
        if (note.life != "1.1")
            note.boot = bootId();
        write(note.text());
        setFileAge(fileAge.value_or(age));
    }
    void setFileAge(Duration age) const
    {
        const WallTime time = std::chrono::system_clock::now() - age;
        const auto seconds = std::chrono::floor<std::chrono::seconds>(time.time_since_epoch());
        const std::array<timespec, 2> times{timespec{seconds.count(), 0},
                                            timespec{seconds.count(), 0}};
        if (::utimensat(AT_FDCWD, path.c_str(), times.data(), 0) != 0)
            qFatal("cannot set times");
    }
    static std::string bootId()
    {
        QFile file("/proc/sys/kernel/random/boot_id");
        return file.open(QIODevice::ReadOnly) ? file.readAll().trimmed().toStdString()
                                              : std::string();
    }
    [[nodiscard]] QStringList files() const
    {
        return QDir(folder.path()).entryList(QDir::Files | QDir::Hidden);
    }

    QTemporaryDir folder;
    std::string path = folder.filePath(".qontroller-mirror.owner").toStdString();
    ManualClock clock;
    std::string controller = "mirror"; ///< of all to come
    std::optional<std::string> work;   ///< the same
    std::vector<std::string> said;
};

bool claims(OwnersMark &mark)
{
    return mark.claim({}).has_value();
}

/// After the time that others have to notice it.
bool claimsLater(OwnersMark &mark, ManualClock &clock)
{
    bool isGranted = false;
    std::jthread claimer([&] { isGranted = claims(mark); });
    if (!QTest::qWaitFor([&clock] { return clock.waiting() == 1; }, 30'000))
        return false;
    clock.advance(OwnersMark::SettleTime);
    claimer.join();
    return isGranted && mark.holds();
}

/// Ends with what \a body returns, in a process of its own.
pid_t inAnotherProcess(const std::function<int()> &body)
{
    const pid_t child = ::fork();
    if (child == 0)
        ::_exit(body());
    return child;
}

int statusOf(pid_t child)
{
    int status = 0;
    return ::waitpid(child, &status, 0) == child && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/// From now on this process is told that no file system has locks, nor renames that replace
/// nothing, nor links. False: it is not.
bool takeCallsAway()
{
    constexpr auto Refuse = [](std::uint32_t code) { return SECCOMP_RET_ERRNO | code; };
    std::array<sock_filter, 8> program{{
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_flock, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, Refuse(ENOLCK)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_renameat2, 1, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_link, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, Refuse(EINVAL)),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    }};
    const sock_fprog filter{program.size(), program.data()};
    return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
           && ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
}

/// Both ends are closed with it, or before.
struct Pipe
{
    Pipe()
    {
        std::array<int, 2> ends{};
        if (::pipe(ends.data()) != 0)
            qFatal("no pipe");
        out.reset(ends[0]);
        in.reset(ends[1]);
    }
    /// False: all who could write have closed it.
    [[nodiscard]] bool read() const
    {
        char byte = 0;
        return ::read(out.get(), &byte, 1) == 1;
    }
    void write() const
    {
        if (::write(in.get(), "x", 1) != 1)
            qFatal("cannot write");
    }

    UniqueFd out, in;
};

/// How many of \a number processes that claim \a path at the same moment are granted it; -1: they
/// could not \a prepare.
int winners(const std::string &path, int number, const std::function<bool()> &prepare)
{
    Pipe begin;
    Pipe claimed;
    Pipe end;
    std::vector<pid_t> children;
    for (int i = 0; i < number; ++i)
        children.push_back(inAnotherProcess([&, i] {
            begin.in.reset();
            end.in.reset();
            const bool isPrepared = prepare();
            OwnersMark mark(path, {{"host-" + std::to_string(i), ""}, "mirror"});
            const bool isAtOnce = !begin.read();
            const bool isGranted = mark.claim({}).has_value();
            claimed.write();
            const bool isKept = !end.read() && mark.holds();
            return !isPrepared ? 100 : isAtOnce && isGranted && isKept ? 1 : 0;
        }));
    begin.in.reset();
    for (int i = 0; i < number; ++i)
        static_cast<void>(claimed.read());
    end.in.reset();
    int won = 0;
    bool couldPrepare = true;
    for (const pid_t child : children) {
        const int status = statusOf(child);
        couldPrepare = couldPrepare && status != 100;
        won += status == 1 ? 1 : 0;
    }
    return couldPrepare ? won : -1;
}

} // namespace

class OwnersMarkTest final : public QObject
{
    Q_OBJECT

private slots:
    void marksWhatNobodyHasAndRefusesOthers()
    {
        MarkRig rig;
        const auto one = rig.mark("a");
        const auto two = rig.mark("b");
        QVERIFY(claims(*one) && one->holds());
        QCOMPARE(rig.note().owner, "a/mirror");
        QVERIFY(!two->holds());
        const auto refused = two->claim({});
        QVERIFY(!refused && refused.error().find("/var/lib/a") != std::string::npos);
        QVERIFY(!two->holds() && !two->isLost());
        QCOMPARE(two->whose(), refused.error());
        QVERIFY(claims(*one) && one->holds());
        QCOMPARE(rig.files(), QStringList{".qontroller-mirror.owner"});
    }

    void anAttemptClaimsWhatNoListHasClaimed()
    {
        MarkRig rig;
        const auto one = rig.mark("a");
        QVERIFY(one->holds());
        QCOMPARE(rig.note().owner, "a/mirror");
        const auto two = rig.mark("b");
        QVERIFY(!two->holds() && !two->isLost());
    }

    void goesWithTheOwnerUnlessItIsToStay()
    {
        MarkRig rig;
        QVERIFY(claims(*rig.mark("a")));
        QVERIFY(rig.files().isEmpty());
        QVERIFY(claims(*rig.mark("a", MarkOptions::AtEnd::Left)));
        QCOMPARE(rig.note().owner, "a/mirror");
        QVERIFY(claims(*rig.mark("a")));
        QVERIFY(rig.files().isEmpty());
    }

    void whoLosesDoesNotRemoveTheMarkOfTheOther()
    {
        MarkRig rig;
        auto one = rig.mark("a");
        auto two = rig.mark("b");
        QVERIFY(claims(*one));
        two->takeOver();
        std::jthread taker([&two] { static_cast<void>(two->claim({})); });
        QTRY_COMPARE(rig.clock.waiting(), std::size_t(1));
        rig.clock.advance(OwnersMark::SettleTime);
        taker.join();
        one.reset();
        QCOMPARE(rig.note().owner, "b/mirror");
    }

    void anEarlierLifeOfTheSameHostIsNoOther()
    {
        MarkRig rig;
        for (const char *life : {"1.1", "999999999.5"}) { // before a start of the machine; ended
            rig.leave("a", 1s, life);
            const auto mark = rig.mark("a");
            QVERIFY(claims(*mark));
            QCOMPARE(rig.note().life, lifeOf(::getpid()));
            QCOMPARE(mark->former()->work, "/run/b"); // which it may have left at work
            QVERIFY(mark->forgetFormer() && !mark->former());
        }
    }

    void whatTheSameProcessDidByAnotherNameIsNotForgotten()
    {
        MarkRig rig;
        QVERIFY(claims(*rig.mark("a", MarkOptions::AtEnd::Left)));
        const auto same = rig.mark("a", MarkOptions::AtEnd::Left);
        QVERIFY(claims(*same) && !same->former());
        rig.work = "/run/other";
        const auto mark = rig.mark("a");
        QVERIFY(claims(*mark));
        QCOMPARE(mark->former()->work, "/run/a");
        QVERIFY(mark->forgetFormer());
        QCOMPARE(rig.note().work, "/run/other");
    }

    void theMarkNamesTheFormerWorkUntilThatHasEnded_data()
    {
        QTest::addColumn<QByteArray>("former");
        QTest::addColumn<QByteArray>("next");
        QTest::newRow("the same goes on") << QByteArray("a") << QByteArray("/run/a");
        QTest::newRow("another was there") << QByteArray("b") << QByteArray("/run/a");
        QTest::newRow("it has other work by then") << QByteArray("a") << QByteArray("/run/third");
    }
    void theMarkNamesTheFormerWorkUntilThatHasEnded()
    {
        QFETCH(QByteArray, former);
        QFETCH(QByteArray, next);
        MarkRig rig;
        rig.leave(former.toStdString(), 1h); // its work is /run/b
        rig.work = "/run/a";
        for (int life = 0; life < 2; ++life) { // each ends before it has ended what was left
            const auto mark = rig.mark("a");
            QVERIFY(claims(*mark) && !mark->holds());
            QVERIFY(claims(*mark) && !mark->holds() && !mark->isLost());
            QCOMPARE(rig.note().owner, "a/mirror");
            QCOMPARE(rig.note().work, "/run/b");
            QCOMPARE(mark->former()->work, "/run/b");
        }
        rig.work = next.toStdString();
        const auto mark = rig.mark("a");
        QVERIFY(claims(*mark));
        QCOMPARE(mark->former()->work, "/run/b");
        QVERIFY(mark->forgetFormer() && !mark->former() && mark->holds());
        QCOMPARE(rig.note().work, next.toStdString());
        rig.clock.advance(OwnersMark::RenewInterval);
        QVERIFY(claims(*mark) && mark->holds() && !mark->former());
    }

    void whatWasLeftIsNotForgottenWithAMarkThatIsAnothersByThen()
    {
        MarkRig rig;
        rig.leave("b", 1h);
        const auto mark = rig.mark("a");
        QVERIFY(claims(*mark));
        rig.leave("c", 0s);
        QVERIFY(!mark->forgetFormer() && mark->former());
        QCOMPARE(rig.note().owner, "c/mirror");
    }

    void whatWasLeftIsEndedAlsoWhereNoMarkCanBeWritten()
    {
        MarkRig rig;
        rig.path = rig.folder.filePath(QString(250, 'x')).toStdString(); // no room for more letters
        rig.leave("a", 1s);
        const auto mark = rig.mark("a");
        QVERIFY(claims(*mark) && !mark->holds());
        QCOMPARE(mark->former()->work, "/run/b");
        QVERIFY(mark->forgetFormer() && mark->holds());
        QVERIFY(claims(*mark) && mark->holds());
    }

    void whatAControllerOfThisProcessHasLeftIsTakenByOneWithAnotherName()
    {
        MarkRig rig;
        rig.work = "/run/a";
        auto former = rig.mark("a", MarkOptions::AtEnd::Left);
        QVERIFY(claims(*former));
        rig.controller = "renamed";
        const auto mark = rig.mark("a");
        const auto refused = mark->claim({});
        QVERIFY(!refused && !mark->isLost());
        QVERIFY2(refused.error().find("is that of controller mirror of this host, made")
                     != std::string::npos,
                 refused.error().c_str());
        rig.clock.advance(OwnersMark::RenewInterval);
        QVERIFY(former->holds()); // it is renewed, and still the same
        QVERIFY(!claims(*mark));

        former.reset();
        const auto stranger = rig.mark("b");
        QVERIFY(!claims(*stranger));
        QVERIFY(claimsLater(*mark, rig.clock));
        QCOMPARE(rig.note().owner, "a/renamed");
        QVERIFY(!mark->former()); // the same work
        QVERIFY(!claims(*stranger) && mark->holds());
    }

    void oneThatWorksElsewhereByNowHasLeftIt()
    {
        MarkRig rig;
        QVERIFY(claims(*rig.mark("a", MarkOptions::AtEnd::Left)));
        const std::string left = std::exchange(rig.path, rig.path + ".elsewhere");
        const auto anew = rig.mark("a"); // as after a change of its parameters
        rig.clock.advance(1s);
        QVERIFY(claims(*anew));
        rig.path = left;
        rig.controller = "other";
        QVERIFY(claimsLater(*rig.mark("a"), rig.clock));
        QVERIFY(anew->holds());
    }

    void whatAnEndedProcessOfThisHostHasLeftIsTakenByWhoHasItsWork_data()
    {
        QTest::addColumn<QByteArray>("id");
        QTest::addColumn<QByteArray>("life");
        QTest::addColumn<QByteArray>("work");
        QTest::addColumn<bool>("isTaken");
        const auto row = [](const char *name, const char *id, const char *life, const char *work,
                            bool isTaken) {
            QTest::newRow(name) << QByteArray(id) << QByteArray(life) << QByteArray(work)
                                << isTaken;
        };
        row("all of it", "a", "999999999.5", "/run/b", true);
        row("another host's", "b", "999999999.5", "/run/b", false);
        row("other work", "a", "999999999.5", "/run/other", false);
        row("no work", "a", "999999999.5", "", false);
        row("before the machine was started", "a", "1.1", "/run/b", false);
    }
    void whatAnEndedProcessOfThisHostHasLeftIsTakenByWhoHasItsWork()
    {
        QFETCH(QByteArray, id);
        QFETCH(QByteArray, life);
        QFETCH(QByteArray, work);
        QFETCH(bool, isTaken);
        MarkRig rig;
        rig.leave(id.toStdString(), 1s, life.toStdString());
        rig.work = work.toStdString();
        rig.controller = "renamed";
        const auto mark = rig.mark("a");
        if (isTaken)
            QVERIFY(claimsLater(*mark, rig.clock));
        else
            QVERIFY(!claims(*mark));
        QCOMPARE(rig.note().owner == "a/renamed", isTaken);
    }

    void ofTwoClonesTheLaterOneWorks()
    {
        MarkRig rig;
        rig.work = "/run/b";
        const auto one = rig.mark("a");
        QVERIFY(claims(*one));
        rig.clock.advance(OwnersMark::LookInterval);
        rig.leave("a", 0s); // a machine with the same id has taken it for that of its earlier life
        const std::string theirs = rig.text();
        QVERIFY(!one->holds() && one->isLost());
        const auto refused = one->claim({});
        QVERIFY(!refused && refused.error().find("a cloned machine") != std::string::npos);
        rig.clock.advance(OwnersMark::RenewInterval);
        QVERIFY(!claims(*one) && !one->holds() && one->isLost());
        QCOMPARE(rig.text(), theirs); // not taken back

        QVERIFY(QFile::remove(QString::fromStdString(rig.path))); // the other has ended
        QVERIFY(claims(*one) && one->holds());
        rig.clock.advance(OwnersMark::LookInterval);
        rig.leave("a", 0s);
        QVERIFY(!one->holds());
        QVERIFY(claims(*rig.mark("a"))); // the next life takes it as before
    }

    void aPersonMayTakeItFromAClone()
    {
        MarkRig rig;
        rig.work = "/run/b";
        const auto one = rig.mark("a");
        QVERIFY(claims(*one));
        rig.clock.advance(OwnersMark::LookInterval);
        rig.leave("a", 0s);
        QVERIFY(!claims(*one));
        one->takeOver();
        QVERIFY(claimsLater(*one, rig.clock));
        QCOMPARE(rig.note().life, lifeOf(::getpid()));
    }

    void aCloneIsSeenAlsoWhereNoMarkCanBeWritten()
    {
        MarkRig rig;
        rig.work = "/run/b";
        rig.path = rig.folder.filePath(QString(250, 'x')).toStdString(); // no room for more letters
        rig.leave("a", 1s);
        const auto one = rig.mark("a");
        QVERIFY(claims(*one) && one->holds());
        QCOMPARE(rig.said.size(), std::size_t(1));
        rig.clock.advance(OwnersMark::RenewInterval);
        QVERIFY(claims(*one) && one->holds()); // an earlier life's
        rig.leave("a", 0s);
        rig.clock.advance(OwnersMark::LookInterval);
        QVERIFY(!one->holds() && one->isLost() && !claims(*one));
    }

    void aMarkOfAnEarlierLifeThatComesBackIsOurs()
    {
        MarkRig rig;
        rig.work = "/run/b";
        const auto one = rig.mark("a");
        QVERIFY(claims(*one));
        rig.clock.advance(OwnersMark::LookInterval);
        rig.leave("a", 1h, "1.1", 0s); // with a backup of the target
        QVERIFY(claims(*one) && one->holds());
        QCOMPARE(rig.note().life, lifeOf(::getpid()));
    }

    void whatAnotherHasLeftIsTakenWhenItIsOld_data()
    {
        QTest::addColumn<int>("seconds");
        QTest::addColumn<int>("fileSeconds");
        QTest::addColumn<QString>("life");
        QTest::addColumn<bool>("isTaken");
        QTest::newRow("old") << 601 << 601 << "1.1" << true;
        QTest::newRow("its process has ended") << 601 << 601 << "999999999.5" << true;
        QTest::newRow("not so old") << 590 << 590 << "1.1" << false;
        QTest::newRow("its clock is behind") << 3600 << 5 << "1.1" << false;
        QTest::newRow("its process runs")
            << 3600 << 3600 << QString::fromStdString(lifeOf(::getppid())) << false;
    }
    void whatAnotherHasLeftIsTakenWhenItIsOld()
    {
        QFETCH(int, seconds);
        QFETCH(int, fileSeconds);
        QFETCH(QString, life);
        QFETCH(bool, isTaken);
        MarkRig rig;
        rig.leave("b", std::chrono::seconds(seconds), life.toStdString(),
                  std::chrono::seconds(fileSeconds));
        const auto mark = rig.mark("a");
        QCOMPARE(claims(*mark), isTaken);
        const auto former = mark->former();
        QCOMPARE(former ? former->work : "none", isTaken ? "/run/b" : "none");
        QCOMPARE(rig.files().size(), 1);
    }

    void theFileSystemsClockDecidesWhereOursIsAhead()
    {
        MarkRig rig;
        rig.leave("b", 1s);
        rig.clock.advance(1h); // the mark looks old, and the file system does not say so
        const auto mark = rig.mark("a");
        QVERIFY(!claims(*mark));
        QCOMPARE(rig.note().owner, "b/mirror");
    }

    void aMarkFromTheFutureIsOldWhenItHasNotChangedForLong()
    {
        MarkRig rig;
        rig.leave("b", -1h);
        const auto mark = rig.mark("a");
        QVERIFY(!claims(*mark));
        rig.clock.advance(MarkAge - 1s);
        QVERIFY(!claims(*mark));
        rig.leave("b", -2h); // it is alive
        QVERIFY(!claims(*mark));
        rig.clock.advance(MarkAge);
        QVERIFY(claims(*mark));
    }

    void aPersonMayTakeItAndTheOtherNotices()
    {
        MarkRig rig;
        const auto one = rig.mark("a");
        const auto two = rig.mark("b");
        QVERIFY(claims(*one));
        QVERIFY(!claims(*two));
        two->takeOver();
        bool isGranted = false;
        std::jthread taker([&] { isGranted = claims(*two); });
        QTRY_COMPARE(rig.clock.waiting(), std::size_t(1)); // until the other has noticed
        QVERIFY(!two->holds());
        rig.clock.advance(OwnersMark::LookInterval);
        QVERIFY(!one->holds() && one->isLost());
        rig.clock.advance(OwnersMark::SettleTime);
        taker.join();
        QCOMPARE(two->former()->work, "/run/a");
        QVERIFY(isGranted && two->forgetFormer() && two->holds() && !claims(*one));
        QVERIFY(!claims(*one)); // once is not for ever
    }

    void isRenewedInItsPlace()
    {
        MarkRig rig;
        const auto mark = rig.mark("a");
        QVERIFY(claims(*mark));
        const OwnerNote before = rig.note();
        rig.clock.advance(OwnersMark::RenewInterval);
        QVERIFY(mark->holds());
        QVERIFY(rig.note().renewed == before.renewed + OwnersMark::RenewInterval);
        QVERIFY(rig.note().since == before.since);
        rig.clock.advance(OwnersMark::RenewInterval);
        QVERIFY(claims(*mark));
        QVERIFY(rig.note().renewed == before.renewed + 2 * OwnersMark::RenewInterval);
    }

    void oneThatIsRemovedIsMadeAnewByTheNextList()
    {
        MarkRig rig;
        const auto mark = rig.mark("a");
        QVERIFY(claims(*mark));
        QVERIFY(QFile::remove(QString::fromStdString(rig.path)));
        rig.clock.advance(OwnersMark::LookInterval);
        QVERIFY(!mark->holds() && !mark->isLost() && rig.files().isEmpty());
        QVERIFY(claims(*mark) && mark->holds());
        QCOMPARE(rig.note().owner, "a/mirror");
    }

    void aDamagedOneIsMendedByItsOwnerAndKeepsOthersOffForAWhile()
    {
        MarkRig rig;
        const auto one = rig.mark("a");
        QVERIFY(claims(*one));
        rig.write("zzz");
        const auto two = rig.mark("b");
        QVERIFY(!claims(*two) && !two->isLost());
        rig.clock.advance(OwnersMark::LookInterval);
        QVERIFY(one->holds());
        QCOMPARE(rig.note().owner, "a/mirror");
        rig.write("zzz");
        rig.setFileAge(MarkAge + 1s);
        QVERIFY(claims(*two));
    }

    void whereNoneCanBeWrittenTheWorkGoesOnAndThatIsSaid()
    {
        MarkRig rig;
        rig.path = "/sys/.qontroller-mirror.owner"; // also for root
        const auto mark = rig.mark("a");
        for (int i = 0; i < 2; ++i) {
            QVERIFY(claims(*mark) && mark->holds());
            rig.clock.advance(1min);
        }
        QCOMPARE(rig.said.size(), std::size_t(1));
        QVERIFY(rig.said.front().find("no other host sees") != std::string::npos);
        rig.path = rig.folder.filePath("away/.qontroller-mirror.owner").toStdString();
        const auto away = rig.mark("a");
        QVERIFY(claims(*away) && away->holds());
        QCOMPARE(rig.said.size(), std::size_t(1)); // what is done there says it
    }

    void withoutAHostThereIsNoMark()
    {
        MarkRig rig;
        const auto mark = rig.mark("");
        QVERIFY(claims(*mark) && mark->holds() && rig.files().isEmpty());
    }

    void aWatchRenewsItAndAsksForAListWhenItIsLost()
    {
        MarkRig rig;
        const auto mark = rig.mark("a");
        QVERIFY(claims(*mark));
        RecordingWatch told;
        MarkBeat beat(*mark, told);
        QVERIFY(beat.fd() >= 0);
        const WallTime before = rig.note().renewed;
        rig.clock.advance(OwnersMark::RenewInterval);
        beat.look();
        QVERIFY(rig.note().renewed > before);
        rig.leave("b", 0s);
        rig.clock.advance(OwnersMark::RenewInterval);
        beat.look();
        beat.look();
        QCOMPARE(told.notes().size(), std::size_t(1));
        QVERIFY(told.notes().front().words().starts_with("missed: "));
        QVERIFY(told.text().find("host-b") != std::string::npos);
    }

    void oneOfManyThatStartAtTheSameMomentWins_data()
    {
        QTest::addColumn<bool>("isLeft");
        QTest::newRow("nobody had it") << false;
        QTest::newRow("one has abandoned it") << true;
    }
    void oneOfManyThatStartAtTheSameMomentWins()
    {
        QFETCH(bool, isLeft);
        for (int round = 0; round < 30; ++round) {
            MarkRig rig;
            if (isLeft)
                rig.leave("z", 1h);
            QCOMPARE(winners(rig.path, 4, [] { return true; }), 1);
        }
    }

    void oneOfManyWinsWhereTheFileSystemHasNoLocks()
    {
        for (const bool isLeft : {false, true}) {
            MarkRig rig;
            if (isLeft)
                rig.leave("z", 1h);
            const int won = winners(rig.path, 4, takeCallsAway);
            if (won == -1)
                QSKIP("may not filter system calls here");
            QCOMPARE(won, 1);
        }
    }
};

QONTROLLER_TEST(OwnersMarkTest)
#include "tst_ownersmark.moc"
