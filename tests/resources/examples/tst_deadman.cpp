// SPDX-License-Identifier: LGPL-3.0-or-later
// The example script-deadman in the real program, with jobs that ran at times that are set.
#include "example.h"
#include "testprogram.h"

#include <QtCore/QJsonDocument>
#include <QtTest/QtTest>

#include <csignal>

#include <unistd.h>

using namespace qontroller;
using namespace qontroller::test;

namespace {

/// The example with a folder in which jobs leave their signs.
class DeadmanExample final
{
public:
    DeadmanExample()
        : copy("script-deadman")
    {
        QDir().mkpath(copy.file("seen"));
    }
    void jobs(const QByteArray &lines) const { copy.write("jobs", lines); }
    void ran(const QString &job, const QString &when) const
    {
        copy.must("touch", {"-d", when, "seen/" + job});
    }
    /// Looks once; the log, with what is said of jobs in time.
    [[nodiscard]] QByteArray look(int expected) const
    {
        ServerProcess server;
        server.setEnvironment("LC_ALL", "C.UTF-8");
        const int status = server.run(
            {copy.file("session.json"), "--until-idle", "--log-level", "debug"});
        return status == expected ? server.log()
                                  : "status " + QByteArray::number(status) + server.log();
    }
    /// The lines of a history without their times.
    [[nodiscard]] QList<QByteArray> history(const QString &job) const
    {
        QList<QByteArray> lines = contentsOf(copy.file("history/" + job)).trimmed().split('\n');
        for (QByteArray &line : lines)
            line = line.mid(line.indexOf(' ') + 1);
        return lines;
    }
    /// Makes the history begin at another time.
    void listed(const QString &job, const QString &when) const
    {
        copy.must("sh",
                  {"-euc", "echo $(date -u -d \"$1\" +%FT%TZ) listed >\"history/$0\"", job, when});
    }

    Example copy;
};

} // namespace

class DeadmanExampleTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { NEEDS_PROGRAMS("jq"); }

    void saysWhenAJobRanAndIsDue()
    {
        const DeadmanExample example;
        example.jobs("\xEF\xBB\xBF"
                     "backup 1d 2h\r\n# a comment\n\n  mirror\t90m  0s\nslow 10d 2d\n"
                     "never@host 6h 1h\n");
        example.ran("backup", "3 hours ago");
        example.ran("mirror", "30 minutes ago");
        example.ran("slow", "11 days ago");
        const QByteArray log = example.look(0);
        for (const char *words :
             {"backup: ran 3 h ago, due in 21 h", "mirror: ran 30 min ago, due in 60 min",
              "slow: ran 11 d ago, overdue, late in 24 h"})
            QVERIFY2(log.contains(words), log);
        QVERIFY2(log.contains("never@host: has not run, was listed "), log);
        QVERIFY2(log.contains("ago, due in 6 h"), log);
        QCOMPARE(entriesOf(example.copy.file("history")),
                 (QStringList{"backup", "mirror", "never@host", "slow"}));
    }

    void aJobIsLateOnceAndThenBack()
    {
        const DeadmanExample example;
        example.jobs("backup 1d 2h\n");
        example.ran("backup", "25 hours ago");
        QVERIFY(!example.look(0).contains("late: backup"));
        example.jobs("backup 20h 2h\n");
        const QByteArray late = example.look(3);
        QVERIFY2(late.contains("failed: backup: late since 20"), late);
        QVERIFY2(late.contains(": ran 25 h ago"), late);
        QCOMPARE(late.count("late: backup: since 20"), 1);
        const QByteArray still = example.look(3);
        QVERIFY2(still.contains("failed: backup: late since 20"), still);
        QCOMPARE(still.count("late: backup: since 20"), 0);
        QCOMPARE(example.history("backup"), (QList<QByteArray>{"ran", "late"}));

        example.ran("backup", "1 hour ago");
        const QByteArray back = example.look(0);
        QVERIFY2(back.contains("back: backup: it was late since 20"), back);
        QVERIFY2(back.contains("backup: ran 60 min ago, due in 19 h"), back);
        QVERIFY(!example.look(0).contains("back: backup"));
        QCOMPARE(example.history("backup"),
                 (QList<QByteArray>{"ran", "late", "ran after 24 h", "back"}));
    }

    void aJobThatHasNeverRunIsLateAfterItsFirstPeriod()
    {
        const DeadmanExample example;
        example.jobs("never 1d 2h\nlongago 1d 2h\n");
        example.ran("longago", "40 days ago"); // long before it was listed
        QVERIFY2(example.look(0).contains("longago: has not run, was listed"), "");
        example.listed("never", "25 hours ago");
        example.listed("longago", "27 hours ago");
        const QByteArray log = example.look(3);
        QVERIFY2(log.contains("never: has not run, was listed 25 h ago, overdue, late in 60 min"),
                 log);
        QVERIFY2(log.contains("failed: longago: late since 20"), log);
        QVERIFY2(log.contains(": has not run, was listed 27 h ago"), log);
        QCOMPARE(example.history("longago"), (QList<QByteArray>{"listed", "late"}));
    }

    void aJobSaysHowItEnded()
    {
        const DeadmanExample example;
        example.jobs("well 1d 2h\nill 1d 2h\nodd 1d 2h\n");
        example.copy.write("seen/well", "0 took 12 min\nand more\n");
        example.copy.write("seen/ill", "3 no\tdisk");
        example.copy.write("seen/odd",
                           QByteArray("KILL \xE9\0\x1B[2J", 11) + QByteArray(9999, 'x'));
        const QByteArray log = example.look(3);
        QVERIFY2(log.contains("added: well: ran "), log);
        QVERIFY2(log.contains("and ended with status 3"), log);
        QVERIFY2(log.contains("and ended with status KILL"), log);
        QCOMPARE(example.history("well"), QList<QByteArray>{"ran: 0 took 12 min"});
        QCOMPARE(example.history("ill"), QList<QByteArray>{"ran: 3 no disk"});
        QVERIFY(example.history("odd").constFirst().startsWith("ran: KILL \xE9[2Jxxx"));
        QVERIFY(example.history("odd").constFirst().size() < 110);
        QVERIFY(!example.look(3).startsWith("status"));
        QCOMPARE(example.history("odd").size(), 1); // it is understood when it is read again
        example.copy.write("seen/ill", "");
        example.copy.write("seen/odd", "0");
        QVERIFY2(example.look(0).contains("added: ill: ran "), "");
    }

    void theStatusIsTheFirstWord()
    {
        const DeadmanExample example;
        example.jobs("a 1d 2h\nb 1d 2h\nc 1d 2h\nd 1d 2h\n");
        example.copy.write("seen/a", "0\tdone\n");
        example.copy.write("seen/b", "00\n");
        example.copy.write("seen/c", " \t 0 done $(exit 3)\r\n");
        example.copy.write("seen/d", "");
        QVERIFY2(example.look(0).contains("added: a: ran "), "");
        QCOMPARE(example.history("a"), QList<QByteArray>{"ran: 0 done"});
        example.copy.write("seen/a", "10\tdone\n");
        example.copy.write("seen/b", " 07\n");
        example.copy.write("seen/c", "0done\n");
        const QByteArray log = example.look(3);
        for (const char *words : {"and ended with status 10", "and ended with status 07",
                                  "and ended with status 0done"})
            QVERIFY2(log.contains(words), log);
    }

    void saysWhatItMayNotRead()
    {
        if (::geteuid() != 0)
            QSKIP("only root can become a user who may not");
        const DeadmanExample example;
        example.jobs("backup 1d 2h\n");
        example.copy.write("seen/backup", "3 failed\n");
        example.copy.must("sh", {"-euc", "mkdir history; chmod 777 history; chmod 755 .. . seen"});
        const auto asNobody = [&](const QString &command) {
            return example.copy
                .must("setpriv", {"--reuid=65534", "--regid=65534", "--clear-groups", "env",
                                  "JOBS=jobs", "SEEN=seen", "HISTORY=history", "LINES_KEPT=9",
                                  "QONTROLLER_ID=backup", "sh", "-c",
                                  "echo backup 1d 2h | ./" + command
                                      + " 3>/dev/null 2>&1 && echo well || echo \"status $?\""});
        };
        QVERIFY(asNobody("list").endsWith("well\n"));
        QVERIFY(asNobody("add").endsWith(", and ended with status 3\nstatus 1\n"));

        example.copy.must("chmod", {"600", "seen/backup"});
        QVERIFY(asNobody("list").endsWith("well\n")); // the other jobs are looked at
        QCOMPARE(asNobody("add"),
                 "seen/backup cannot be read: Permission denied (user 65534)\nstatus 1\n");
        example.copy.must("chmod", {"700", "seen"});
        for (const char *command : {"list", "add"}) {
            const QByteArray said = asNobody(command);
            QVERIFY2(said.startsWith("seen cannot be entered: let the user 65534 in"), said);
            QVERIFY2(said.endsWith("\nstatus 1\n"), said);
        }
        QCOMPARE(example.history("backup"), QList<QByteArray>{"ran: 3 failed"});
    }

    void saysThatATimeIsToCome()
    {
        const DeadmanExample example;
        example.jobs("ahead 1d 2h\nback 1d 2h\nlink 1d 2h\nfolder 1d 2h\nbad 1d 2h\n");
        QVERIFY(example.look(0).contains("added: back"));
        example.ran("ahead", "tomorrow + 2 hours");
        example.listed("back", "tomorrow + 2 hours");
        example.copy.must("ln", {"-s", "/etc/passwd", "seen/link"});
        QDir().mkpath(example.copy.file("seen/folder"));
        example.copy.write("history/bad", "soon ran\n");
        const QByteArray log = example.look(3);
        QVERIFY2(log.contains("which is to come: is the clock right?"), log);
        QVERIFY2(log.contains("which is to come: set the clock right, or remove it"), log);
        QVERIFY2(log.contains("seen/link is no ordinary file"), log);
        QVERIFY2(log.contains("seen/folder is no ordinary file"), log);
        QVERIFY2(log.contains("history/bad is not as it was written: remove it"), log);

        // As the sentences say.
        example.listed("ahead", "1 hour ago");
        example.ran("ahead", "now");
        example.copy.must("rm", {"-r", "history/back", "history/bad", "seen/link", "seen/folder"});
        QVERIFY(example.look(0).contains("added: ahead: ran "));
    }

    void parksAJobWhoseLineIsWrong()
    {
        const DeadmanExample example;
        const QByteArray longName(201, 'n');
        example.jobs("../x 1d 1h\n.x 1d 1h\n'$(touch 1d 1h\n" + longName
                     + " 1d 1h\nshort 1d\nlong 1d 1h 1h\nunit 1 1h\nnumber -5d 1h\neight 08h 1h\n"
                       "ages 9999d 1h\ntwice 1d 1h\ntwice 2d 1h\n-n 1d 1h\n");
        const QByteArray log = example.look(3);
        QCOMPARE(log.count(" parked: "), 11);
        for (const char *words :
             {"../x: a name has letters", "at most 200 characters",
              "short: write NAME PERIOD GRACE", "long: write NAME PERIOD GRACE",
              "unit: write 90s, 15m, 6h or 1d, and not 1", "and not -5d", "and not 08h",
              "ages: period and grace are ten years at most", "twice: several lines begin"})
            QVERIFY2(log.contains(words), log);
        QVERIFY2(log.contains("added: -n: has not run"), log);
        QCOMPARE(entriesOf(example.copy.file("history")), QStringList{"-n"});
    }

    void looksAgainAtALineThatIsPutRight()
    {
        const DeadmanExample example;
        example.copy.replaceInSession(R"("1m")", R"("200ms", "parkedRetryInterval": "1h")");
        example.jobs("backup 1d\n");
        ServerProcess server;
        server.start({example.copy.file("session.json")});
        QVERIFY2(server.waitForLog("parked: backup: write NAME PERIOD GRACE"), server.log());
        example.jobs("backup 1d 2h\n");
        QTRY_COMPARE(example.history("backup"), QList<QByteArray>{"listed"});
        QCOMPARE(server.end(), 128 + SIGTERM);
    }

    void keepsSoManyLinesOfAHistory()
    {
        const DeadmanExample example;
        example.copy.replaceInSession(R"("200")", R"("3")");
        example.jobs("backup 10d 2h\n");
        for (const char *when :
             {"5 days ago", "90 hours ago", "3 hours ago", "2 hours ago", "100 minutes ago"}) {
            example.ran("backup", when);
            QVERIFY(example.look(0).contains("added: backup: ran "));
        }
        QVERIFY(example.look(0).contains("added: backup: ran 100 min ago")); // no line for no run
        QCOMPARE(example.history("backup"),
                 (QList<QByteArray>{"ran after 4 d", "ran after 60 min", "ran after 20 min"}));
    }

    void forgetsTheHistoryOfAJobThatIsNoLongerListed()
    {
        const DeadmanExample example;
        example.jobs("a 1d 2h\nb 1d 2h\n");
        example.ran("b", "1 hour ago");
        QVERIFY(example.look(0).contains("added: b: ran "));
        example.copy.write("history/half%part", "");
        example.copy.write("history/a%part", ""); // a server that was killed may still write it
        example.jobs("a 1d 2h\n");
        const QByteArray log = example.look(0);
        QVERIFY2(log.contains("added: a: "), log);
        QCOMPARE(log.count(" removed: "), 2);
        QCOMPARE(entriesOf(example.copy.file("history")), (QStringList{"a", "a%part"}));
        example.copy.must("rm", {"history/a%part"});
        QCOMPARE(entriesOf(example.copy.file("seen")), QStringList{"b"});

        const auto runWithout = [&](const QString &name, const QByteArray &words) {
            example.copy.must("mv", {name, "away"});
            ServerProcess server;
            server.start({example.copy.file("session.json")});
            const bool said = server.waitForLog(words);
            server.signal(SIGTERM);
            server.wait();
            example.copy.must("mv", {"away", name});
            return said && entriesOf(example.copy.file("history")) == QStringList{"a"};
        };
        QVERIFY(runWithout("seen", "list ended with exit status 1: "
                                       + example.copy.file("seen").toUtf8() + " is away"));
        QVERIFY(runWithout("jobs", "jobs: No such file"));
    }

    void isLateAtTheVeryMoment()
    {
        const DeadmanExample example;
        example.copy.replaceInSession(R"("1m")", R"("1h")");
        example.jobs("backup 2s 1s\n");
        ServerProcess server;
        server.start({example.copy.file("session.json")});
        QVERIFY2(server.waitForLog("failed: backup: late since 20"), server.log());
        QCOMPARE(server.end(), 128 + SIGTERM);
        QCOMPARE(example.history("backup"), (QList<QByteArray>{"listed", "late"}));
    }

    void knowsNothingWithoutTheFolderOfTheSigns()
    {
        const DeadmanExample example;
        example.copy.replaceInSession(R"("1m")", R"("1h")");
        example.jobs("backup 2s 1s\n");
        ServerProcess server;
        server.start({example.copy.file("session.json")});
        QTRY_VERIFY(QFile::exists(example.copy.file("history/backup")));
        example.copy.must("mv", {"seen", "away"});
        QVERIFY2(server.waitForLog("failed: backup: " + example.copy.file("seen").toUtf8()
                                   + " is away: nothing is known of any job"),
                 server.log());
        QCOMPARE(server.end(), 128 + SIGTERM);
        QCOMPARE(example.history("backup"), QList<QByteArray>{"listed"});
    }

    void looksAtALateJobWithEachList()
    {
        const DeadmanExample example;
        example.copy.replaceInSession(R"("1m")", R"("200ms")");
        example.jobs("backup 1d 2h\n");
        QVERIFY(example.look(0).contains("has not run"));
        example.listed("backup", "2 days ago");
        ServerProcess server;
        server.start({example.copy.file("session.json"), "--json", "--status-interval", "100ms"});
        QVERIFY2(server.waitForLog("failed: backup: late since 20"), server.log());
        const auto looks = [&] {
            static_cast<void>(server.waitForOutput("status")); // reads what is new
            const QByteArray last = server.outputLines().constLast();
            return QJsonDocument::fromJson(last)["controllers"][0]["errors"].toInt();
        };
        QTRY_VERIFY(looks() >= 3);
        example.ran("backup", "now");
        QVERIFY2(server.waitForLog("back: backup: it was late since 20"), server.log());
        QCOMPARE(server.end(), 128 + SIGTERM);
        QCOMPARE(server.summary()["failed"].toInt(), 0);
        QCOMPARE(server.summary()["retries"].toInt(), 0);
        QCOMPARE(server.log().count("late: backup: since"), 1);
    }
};

QONTROLLER_GUILESS_TEST(DeadmanExampleTest)
#include "tst_deadman.moc"
