// SPDX-License-Identifier: LGPL-3.0-or-later
// Commands of rules and programs that operate, as they are run for real.
#include "app/consist/consistprogram.h"
#include "app/log/log.h"

#include <QtCore/QProcess>
#include <QtTest/QtTest>

using namespace qontroller;
using namespace std::chrono_literals;

namespace {

const consist::Work Restart{consist::EmployeeKey("server", "s1"), "r1"};

consist::ProgramAnswer run(const std::vector<std::string> &command, Duration timeout = 1min)
{
    return runConsistProgram("/srv/store", command, Restart, timeout, {});
}

} // namespace

class ConsistProgramTest final : public QObject
{
    Q_OBJECT

private slots:
    void theEmployeeIsTheLastArgument()
    {
        QVERIFY(run({"sh", "-c", R"(test "$0 $1" = "--now s1")", "--now"}).succeeded);
    }

    void whatItSaysIsTheAnswer()
    {
        const auto answer = run({"sh", "-c", "echo not today >&2; exit 3"});
        QVERIFY(!answer.succeeded);
        QCOMPARE(answer.said, "sh ended with exit status 3: not today");
    }

    void whoSaysNothingIsToldByHowItEnded()
    {
        QCOMPARE(run({"false"}).said, "false ended with exit status 1");
        QCOMPARE(run({"sh", "-c", "exec tail -f /dev/null"}, 10ms).said,
                 "sh took longer than 10ms and was stopped");
    }

    void aProgramThatIsNotThereIsSaidBeforeItIsNeeded()
    {
        ConsistOptions options;
        options.preCheck.command = {"true", "--now"};
        options.operate["restart"].command = {"sh"};
        options.operate["call"].call = [](auto &&...) { return std::nullopt; };
        QVERIFY(!whyNotCommands(options));
        options.operate["restart"].command = {"./nowhere/restart"};
        const std::string where = whyNotCommands(options).value_or("");
        QVERIFY2(where.starts_with("operate[\"restart\"][0] must name a program, but "),
                 where.c_str());
        options.postCheck.command = {"no-such-program"};
        const std::string both = *whyNotCommands(options);
        QVERIFY2(both.starts_with("postCheck.command[0] must name a program"), both.c_str());
        QVERIFY2(both.ends_with('\n' + where), both.c_str());
    }

    void whatAnEarlierLifeHasLeftAtWorkIsEnded()
    {
        const QString program = QString::fromStdString(Restart.employee.text()) + "\x1f";
        const auto leave = [&](QProcess &process, const QString &mark) {
            auto environment = QProcessEnvironment::systemEnvironment();
            environment.insert("QONTROLLER_COMMAND", mark + "@another life");
            process.setProcessEnvironment(environment);
            process.start("sh", {"-c", "exec sleep 3600"});
            return process.waitForStarted();
        };
        QProcess earlier;
        QProcess ofAnotherStore;
        QProcess ofAnotherOperation; // a server that it has started, say
        QVERIFY(leave(earlier, "/srv/store\x1f" + program + "r1"));
        QVERIFY(leave(ofAnotherStore, "/srv/other\x1f" + program + "r1"));
        QVERIFY(leave(ofAnotherOperation, "/srv/store\x1f" + program + "r0"));
        QVERIFY(endEarlierWork("/srv/store", Restart, {}));
        QVERIFY(earlier.waitForFinished(30000));
        QCOMPARE(earlier.exitStatus(), QProcess::CrashExit); // by a signal
        for (QProcess *other : {&ofAnotherStore, &ofAnotherOperation}) {
            QCOMPARE(other->state(), QProcess::Running);
            other->kill();
            QVERIFY(other->waitForFinished(30000));
        }
    }

    void whatThisLifeHasStartedIsNotEnded()
    {
        const auto answer = run({"sh", "-c", "echo \"$QONTROLLER_COMMAND\" >&2; exit 1"});
        QVERIFY2(answer.said.find("r1@") != std::string::npos, answer.said.c_str());
        QVERIFY(endEarlierWork("/srv/store", Restart, {}));
    }

    void whatItPrintsHasNoSecretOfTheSession()
    {
        Concealer secrets;
        secrets.add("hunter2");
        concealInLog(secrets);
        const auto answer = run({"sh", "-c", "echo no hunter2 >&2; exit 1"});
        QVERIFY2(answer.said.ends_with(": no ••••"), answer.said.c_str());
    }

    void aProgramThatIsNotThereIsNamed()
    {
        const auto answer = run({"no-such-program"});
        QVERIFY(!answer.succeeded);
        QVERIFY2(answer.said.starts_with("no-such-program must name a program"),
                 answer.said.c_str());
    }
};

QTEST_GUILESS_MAIN(ConsistProgramTest)
#include "tst_consistprogram.moc"
