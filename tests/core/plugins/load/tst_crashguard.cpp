// SPDX-License-Identifier: LGPL-3.0-or-later
#include "badplugins.h"
#include "core/base/threads/ownedthread.h"
#include "core/plugins/load/crashguard.h"
#include "core/plugins/load/lastrun.h"
#include "core/plugins/load/plugincatalogue.h"
#include "core/sdk/testing/recordinglist.h"
#include "effort.h"
#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>

#include <array>
#include <barrier>
#include <csignal>
#include <cstdlib>
#include <functional>
#include <thread>
#include <vector>

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace qontroller;
using namespace qontroller::test;

namespace {

/// Runs \a action in a process of its own, which then dies of a signal: by itself, if no other
/// way to \a die is given.
template<class Action>
void dieAfter(Action action, void (*die)() = std::abort)
{
    const pid_t child = ::fork();
    if (child == 0) {
        action();
        die();
    }
    int status = 0;
    if (child < 0 || ::waitpid(child, &status, 0) != child || !WIFSIGNALED(status))
        qFatal("no child, or it did not die");
}

/// Ends the thread's stack.
[[gnu::noinline]] int overflow(int depth)
{
    std::array<volatile char, 4096> frame{};
    frame[0] = static_cast<char>(depth);
    return depth == 0 ? 0 : overflow(depth + 1) + frame[0];
}

} // namespace

/// What a crash leaves behind, and who believes it.
class CrashGuardTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        for (const int fatal : {SIGABRT, SIGSEGV, SIGILL})
            std::signal(fatal, SIG_DFL); // QTest would start a debugger for each crash
    }

    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_marks = m_folder->filePath("state/crash-guard");
        qunsetenv("QONTROLLER_FIXTURE_CRASH");
    }

    void leavesNothingWhenAllGoesWell()
    {
        CrashGuard guard(m_marks.toStdString());
        const auto mark = guard.mark(attempt());
        QVERIFY(mark && *mark);
        QCOMPARE(marks().size(), 1);
        (*mark)->release();
        QCOMPARE(marks().size(), 0);
        (*mark)->release();
    }

    void remembersWhatAProcessDiedOf()
    {
        dieMarked();
        QCOMPARE(marks().size(), 1);
        const CrashGuard guard(m_marks.toStdString());
        const auto crashes = guard.crashesOf("/x/good.so", "abc");
        QCOMPARE(crashes.size(), std::size_t(1));
        QCOMPARE(crashes[0].attempt.controller, std::string("photos"));
        QCOMPARE(crashes[0].program, std::string("tst_crashguard"));
        QVERIFY(QFile::exists(QString::fromStdString(crashes[0].mark)));
        QVERIFY(!isKnown(guard, "/x/other.so"));
        QVERIFY(guard.crashesOf("/x/good.so", "another content").empty());
    }

    void p6_aKillFromOutsideIsNoCrash()
    {
        dieAfter(
            [&] {
                CrashGuard guard(m_marks.toStdString());
                // Not released: the process is killed.
                static const auto mark = guard.mark(attempt());
            },
            [] { ::kill(::getpid(), SIGKILL); });
        QCOMPARE(marks().size(), 1);
        QVERIFY(!isKnown(CrashGuard(m_marks.toStdString()), "/x/good.so"));
        QCOMPARE(marks().size(), 0);
    }

    void notesWhatEndedTheProcess_data()
    {
        QTest::addColumn<int>("how");
        QTest::addColumn<QString>("note");
        QTest::newRow("abort") << SIGABRT << "SIGABRT";
        QTest::newRow("a bad operation") << SIGILL << "SIGILL";
        QTest::newRow("exit") << 0 << "exit()";
    }
    void notesWhatEndedTheProcess()
    {
        QFETCH(int, how);
        dieAfter([&] {
            CrashGuard guard(m_marks.toStdString());
            const auto mark = guard.mark(attempt());
            if (how == 0)
                crashnotes::noteExit();
            ::raise(how == 0 ? SIGKILL : how);
        });
        const auto crashes = CrashGuard(m_marks.toStdString()).crashesOf("/x/good.so", "abc");
        QCOMPARE(crashes.size(), std::size_t(1));
        QTEST(QString::fromStdString(crashes.front().how), "note");
    }

    void p5_aThreadThatCrashesIsNotedWhereItWorks_data()
    {
        using Crash = std::function<void(CrashMark &)>;
        QTest::addColumn<Crash>("crash");
        QTest::addColumn<bool>("oneIsKnown");
        QTest::addColumn<bool>("otherIsKnown");
        QTest::newRow("it works for one") << Crash([](CrashMark &one) {
            const SuspectCall suspect = CrashMark::suspectCall(&one);
            std::abort();
        }) << true << false;
        QTest::newRow("it may work for any")
            << Crash([](CrashMark &) { std::abort(); }) << true << true;
        QTest::newRow("it works for one that has started") << Crash([](CrashMark &one) {
            const SuspectCall suspect = CrashMark::suspectCall(&one);
            one.release();
            std::abort();
        }) << false << false;
        QTest::newRow("it works for one that is not guarded") << Crash([](CrashMark &) {
            const SuspectCall suspect = CrashMark::suspectCall(nullptr);
            std::abort();
        }) << false << false;
        QTest::newRow("it is the engine's, and past the start") << Crash([](CrashMark &) {
            OwnedThread thread(nullptr, [] { std::abort(); });
            static_cast<void>(thread.join(SteadyClock::instance(), TimePoint::max()));
        }) << false << false;
    }
    void p5_aThreadThatCrashesIsNotedWhereItWorks()
    {
        QFETCH(std::function<void(CrashMark &)>, crash);
        dieAfter([&] {
            CrashGuard guard(m_marks.toStdString());
            const auto one = guard.mark({"/x/good.so", "abc", "photos"});
            const auto other = guard.mark({"/x/other.so", "abc", "music"});
            std::thread([&] { crash(**one); }).join();
        });
        const CrashGuard guard(m_marks.toStdString());
        QTEST(isKnown(guard, "/x/good.so"), "oneIsKnown");
        QTEST(isKnown(guard, "/x/other.so"), "otherIsKnown");
    }

    void aRunRemembersInWhoseCallItCrashed_data()
    {
        QTest::addColumn<bool>("isOfAController");
        QTest::addColumn<QString>("sentence");
        const QString begins = "an earlier run of tst_crashguard was ended by SIGABRT in ";
        QTest::newRow("a controller's thread")
            << true
            << begins
                   + "a call of the controller photos: give it \"isolation\": \"process\", and "
                     "it ends alone";
        QTest::newRow("another thread")
            << false << begins + "a thread that belongs to no controller";
    }
    void aRunRemembersInWhoseCallItCrashed()
    {
        QFETCH(bool, isOfAController);
        QFETCH(QString, sentence);
        const std::string runs = m_folder->filePath("runs").toStdString();
        dieAfter([&] {
            LastRun run(runs);
            run.begin();
            if (isOfAController)
                OwnedThread::setCurrentWork("photos");
            std::abort();
        });
        QCOMPARE(LastRun(runs).crashes(), std::vector<std::string>{sentence.toStdString()});
        QCOMPARE(LastRun(runs).crashes(), std::vector<std::string>()); // it is said once
    }

    void threadsThatCrashAtOnceDoNotMixTheirNotes()
    {
        const std::string runs = m_folder->filePath("runs").toStdString();
        const std::string expected = "an earlier run of tst_crashguard was ended by SIGABRT in a "
                                     "call of the controller photos: give it \"isolation\": "
                                     "\"process\", and it ends alone";
        for (int i = 0; i < effort(50); ++i) {
            dieAfter([&] {
                LastRun run(runs);
                run.begin();
                std::barrier together(4);
                std::vector<std::jthread> threads;
                for (int thread = 0; thread < 4; ++thread)
                    threads.emplace_back([&] {
                        OwnedThread::setCurrentWork("photos");
                        together.arrive_and_wait();
                        std::abort();
                    });
            });
            QCOMPARE(LastRun(runs).crashes(), std::vector<std::string>{expected});
        }
    }

    void aRunThatEndsWellOrLivesHasNotCrashed()
    {
        const std::string runs = m_folder->filePath("runs").toStdString();
        LastRun living(runs);
        living.begin();
        QCOMPARE(LastRun(runs).crashes(), std::vector<std::string>());
        QCOMPARE(QDir(m_folder->filePath("runs")).entryList(QDir::Files).size(), 1);
        living.release();
        QCOMPARE(QDir(m_folder->filePath("runs")).entryList(QDir::Files).size(), 0);
    }

    void anOverflowOfTheStackIsNoted()
    {
        if (IsSanitized)
            QSKIP("a sanitizer makes an orderly end of it");
        dieAfter([&] {
            CrashGuard guard(m_marks.toStdString());
            const auto mark = guard.mark(attempt());
            const SuspectCall suspect = CrashMark::suspectCall(mark->get());
            static_cast<void>(overflow(1));
        });
        QVERIFY(isKnown(CrashGuard(m_marks.toStdString()), "/x/good.so"));
    }

    void takesNoMarkThatIsNoFileOfItsOwn()
    {
        QVERIFY(QDir().mkpath(m_marks));
        const QByteArray pipe = QDir(m_marks).filePath("pipe.mark").toLocal8Bit();
        QCOMPARE(::mkfifo(pipe.constData(), 0600), 0);
        QVERIFY(QFile::link("/dev/zero", QDir(m_marks).filePath("link.mark")));
        QVERIFY(QFile(QDir(m_marks).filePath("empty.mark")).open(QIODevice::WriteOnly));
        const CrashGuard guard(m_marks.toStdString()); // and neither waits nor fills the memory
        QCOMPARE(marks().size(), 0);
    }

    void countsAProcessOnce()
    {
        dieAfter([&] {
            CrashGuard guard(m_marks.toStdString());
            const auto one = guard.mark(attempt());
            const auto two = guard.mark(attempt());
            std::abort();
        });
        QCOMPARE(marks().size(), 2);
        const auto crashes = CrashGuard(m_marks.toStdString()).crashesOf("/x/good.so", "abc");
        QCOMPARE(crashes.size(), std::size_t(1));
        QCOMPARE(whatCrashed(crashes),
                 std::string("ended tst_crashguard (SIGABRT) while it was loaded or started for "
                             "the controller photos"));
    }

    void countsCrashesInARow()
    {
        dieMarked();
        dieMarked();
        CrashGuard guard(m_marks.toStdString());
        QCOMPARE(whatCrashed(guard.crashesOf("/x/good.so", "abc")),
                 std::string("ended tst_crashguard 2 times in a row (SIGABRT) while it was loaded "
                             "or started for the controller photos"));
        {
            const auto ended = guard.mark(attempt());
            QVERIFY(ended);
        }
        QCOMPARE(marks().size(), 2); // an orderly end proves nothing
        const auto mark = guard.mark(attempt());
        QVERIFY(mark);
        (*mark)->succeed();
        QCOMPARE(marks().size(), 0);
    }

    void p6_believesNoMarkWhoseProcessLives()
    {
        CrashGuard one(m_marks.toStdString());
        const auto mark = one.mark(attempt());
        QVERIFY(mark);
        const CrashGuard other(m_marks.toStdString());
        QVERIFY(!isKnown(other, "/x/good.so"));
        QCOMPARE(marks().size(), 1);
    }

    void forgivesOneFile()
    {
        dieMarked("/x/one.so");
        dieMarked("/x/one.so");
        dieMarked("/x/two.so");
        CrashGuard guard(m_marks.toStdString());
        QVERIFY(guard.forgive("/x/one.so"));
        QVERIFY(!isKnown(guard, "/x/one.so") && isKnown(guard, "/x/two.so"));
        QCOMPARE(marks().size(), 1);
    }

    void forgetsWhatWasBeforeTheMachineStarted()
    {
        dieMarked();
        QFile mark(QDir(m_marks).filePath(marks().first()));
        QVERIFY(mark.open(QIODevice::ReadWrite));
        const QByteArray bytes = mark.readAll().replace(QSysInfo::bootUniqueId(), "another");
        QVERIFY(mark.seek(0) && mark.resize(0) && mark.write(bytes) == bytes.size());
        mark.close();
        QVERIFY(!isKnown(CrashGuard(m_marks.toStdString()), "/x/good.so"));
        QCOMPARE(marks().size(), 0);
    }

    void releasesEverythingAtAnEndWithoutDestructors()
    {
        CrashGuard guard(m_marks.toStdString());
        const auto one = guard.mark(attempt());
        const auto two = guard.mark(attempt());
        QCOMPARE(marks().size(), 2);
        guard.releaseAll();
        QCOMPARE(marks().size(), 0);
    }

    void saysThatNoMarkCanBeWritten()
    {
        CrashGuard guard("/proc/no");
        const auto mark = guard.mark(attempt());
        QVERIFY(!mark);
        QCOMPARE(mark.error(),
                 std::string("/proc/no: no mark can be written (No such file or directory), so a "
                             "crash of /x/good.so would not be remembered; make it a folder that "
                             "can be written"));
    }

    void guardsAStartUntilTheFirstList()
    {
        put("good");
        PluginCatalogue catalogue(search());
        const auto parts = catalogue.makeController({"good", {{"folder", "/srv"}}}, {"photos", {}});
        QVERIFY(parts);
        QCOMPARE(marks().size(), 1);
        RecordingList sink;
        static_cast<void>(parts->listerWatcher->list(sink, {}));
        QCOMPARE(marks().size(), 0);
    }

    void guardsNoStartThatFailed()
    {
        put("throwingcreate");
        PluginCatalogue catalogue(search());
        QVERIFY(!catalogue.makeController({"throwing-create", {}}, {"photos", {}}));
        QCOMPARE(marks().size(), 0);
    }

    void loadsNothingThatCrashed_data()
    {
        QTest::addColumn<QByteArray>("point");
        for (const char *point : {"load", "create", "list"})
            QTest::newRow(point) << QByteArray(point);
    }
    void loadsNothingThatCrashed()
    {
        QFETCH(QByteArray, point);
        const QString file = put("crashing");
        dieAfter([&] {
            qputenv("QONTROLLER_FIXTURE_CRASH", point);
            PluginCatalogue catalogue(search());
            const auto parts = catalogue.makeController({"crashing", {}}, {"photos", {}});
            RecordingList sink;
            if (parts)
                static_cast<void>(parts->listerWatcher->list(sink, {}));
        });
        PluginCatalogue catalogue(search());
        QCOMPARE(catalogue.plugins().front().state, PluginState::Crashed);
        const QString mark = QDir(m_marks).filePath(marks().value(0));
        QCOMPARE(
            QString::fromStdString(catalogue.plugins().front().sentence),
            file
                + " ended tst_crashguard (SIGABRT) while it was loaded or started for the "
                  "controller photos: install a mended build, leave it out with --disable-plugin "
                  "crashing, or remove "
                + mark + " to try it again");
        QVERIFY(!catalogue.makeController({"crashing", {}}, {"photos", {}}));
        QVERIFY(catalogue.forgive(file.toStdString()));
        QVERIFY(catalogue.makeController({"crashing", {}}, {"photos", {}}));
    }

    void triesANewBuildAgain()
    {
        const QString file = put("crashing");
        dieAfter([&] {
            CrashGuard guard(m_marks.toStdString());
            const auto mark = guard.mark({file.toStdString(), "another content", "photos"});
            std::abort();
        });
        PluginCatalogue catalogue(search());
        QCOMPARE(catalogue.plugins().front().state, PluginState::Ready);
        QCOMPARE(marks().size(), 1);
        QVERIFY(catalogue.makeController({"crashing", {}}, {"photos", {}}));
        QCOMPARE(marks().size(), 0);
    }

private:
    static bool isKnown(const CrashGuard &guard, const std::string &file)
    {
        return !guard.crashesOf(file, "abc").empty();
    }
    static PluginAttempt attempt() { return {"/x/good.so", "abc", "photos"}; }
    QString put(const QString &name) const
    {
        return putPlugin(QStringLiteral(FIXTURES), name, m_folder->path());
    }
    PluginSearch search() const
    {
        PluginSearch search{{{m_folder->path().toStdString(), PluginOrigin::Installation}}};
        search.guardFolder = m_marks.toStdString();
        return search;
    }
    QStringList marks() const { return QDir(m_marks).entryList(QDir::Files | QDir::System); }
    void dieMarked(const std::string &file = "/x/good.so") const
    {
        dieAfter([&] {
            CrashGuard guard(m_marks.toStdString());
            const auto mark = guard.mark({file, "abc", "photos"});
            std::abort();
        });
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_marks;
};

QTEST_GUILESS_MAIN(CrashGuardTest)
#include "tst_crashguard.moc"
