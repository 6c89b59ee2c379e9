// SPDX-License-Identifier: LGPL-3.0-or-later
// What is decided without a process: specs, restarts, logs, identities.
#include "printing.h"
#include "testprogram.h"

#include "app/plugins/process/processidentity.h"
#include "app/plugins/process/restart.h"
#include "app/plugins/process/specfile.h"
#include "app/plugins/process/statefolder.h"
#include "app/plugins/process/supervised.h"

#include <QtCore/QFile>
#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>

#include <sys/resource.h>
#include <unistd.h>

using namespace qontroller;
using namespace qontroller::supervision;
using namespace std::chrono_literals;

namespace {

RestartPolicy policy(RestartPolicy::When when, unsigned limit = 0)
{
    RestartPolicy made;
    made.when = when;
    made.limit = limit;
    return made;
}

/// No other descriptor for this process, for a scope.
class NoDescriptors
{
public:
    NoDescriptors()
    {
        ::getrlimit(RLIMIT_NOFILE, &m_before);
        const int next = ::dup(0);
        ::close(next);
        const rlimit none{static_cast<rlim_t>(next), m_before.rlim_max};
        ::setrlimit(RLIMIT_NOFILE, &none);
    }
    ~NoDescriptors() { ::setrlimit(RLIMIT_NOFILE, &m_before); }
    NoDescriptors(const NoDescriptors &) = delete;
    NoDescriptors &operator=(const NoDescriptors &) = delete;

private:
    rlimit m_before{};
};

} // namespace

using When = qontroller::supervision::RestartPolicy::When;
using End = qontroller::ProcessExit;
using Decision = qontroller::supervision::RestartDecision::Kind;

class DecisionsTest final : public QObject
{
    Q_OBJECT

private slots:
    void e26_aShortageIsNoRestart()
    {
        QTemporaryDir folder;
        StateFolder state(folder.path().toStdString());
        QVERIFY(state.take());
        OutputTools tools{LOGWRITER};
        Supervised supervised("a", state, tools, SteadyClock::instance());
        ProcessSpec spec;
        spec.command = {"/bin/false"};
        spec.digest = std::string("1");
        spec.restart.base = 0ms;
        spec.restart.limit = 1;
        QVERIFY(supervised.keep(spec));
        QTRY_VERIFY((supervised.look(), !supervised.run()));
        for (int i = 0; i < 5; ++i) {
            const NoDescriptors none;
            const auto outcome = supervised.keep(spec);
            QVERIFY(outcome && outcome->kind() == Outcome::Kind::Shortage);
            QVERIFY(outcome->text().ends_with("Too many open files"));
        }
        QVERIFY(supervised.keep(spec)->kind() != Outcome::Kind::Park); // its one restart is left
        QTRY_VERIFY((supervised.look(), !supervised.run()));
        QVERIFY(supervised.keep(spec)->kind() == Outcome::Kind::Park);
        QTRY_VERIFY(supervised.stop().kind() == Outcome::Kind::Done);
    }

    void startsAgainAsThePolicySays_data()
    {
        QTest::addColumn<RestartPolicy>("policy");
        QTest::addColumn<End>("end");
        QTest::addColumn<unsigned>("restarts");
        QTest::addColumn<int>("passed"); // in ms
        QTest::addColumn<Decision>("kind");
        QTest::addColumn<int>("delay"); // in ms
        const End well{End::Kind::Exited, 0};
        const End badly{End::Kind::Exited, 3};
        const End killed{End::Kind::Signalled, 9};
        const End unknown{};
        const auto row = [](const char *name, const RestartPolicy &each, const End &end,
                            unsigned restarts, int passed, Decision kind, int delay = 0) {
            QTest::newRow(name) << each << end << restarts << passed << kind << delay;
        };
        row("always after success", policy(When::Always), well, 0, 1000, Decision::Start);
        row("always, too early", policy(When::Always), well, 0, 400, Decision::Wait, 600);
        row("second", policy(When::Always), badly, 1, 0, Decision::Wait, 2000);
        row("longest", policy(When::Always), badly, 50, 0, Decision::Wait, 60'000);
        row("on failure, success", policy(When::OnFailure), well, 0, 0, Decision::Rest);
        row("on failure, failure", policy(When::OnFailure), badly, 0, 1000, Decision::Start);
        row("on failure, signal", policy(When::OnFailure), killed, 0, 1000, Decision::Start);
        row("on failure, unknown", policy(When::OnFailure), unknown, 0, 1000, Decision::Start);
        row("never", policy(When::Never), badly, 0, 1000, Decision::Rest);
        row("below the limit", policy(When::Always, 3), badly, 2, 4000, Decision::Start);
        row("at the limit", policy(When::Always, 3), badly, 3, 60'000, Decision::GiveUp);
    }
    void startsAgainAsThePolicySays()
    {
        QFETCH(RestartPolicy, policy);
        QFETCH(End, end);
        QFETCH(unsigned, restarts);
        QFETCH(int, passed);
        QFETCH(Decision, kind);
        QFETCH(int, delay);
        const auto decision = decideRestart(policy, end, restarts,
                                            std::chrono::milliseconds(passed));
        QVERIFY(decision.kind == kind);
        QCOMPARE(decision.delay, Duration(std::chrono::milliseconds(delay)));
    }

    void readsASpec()
    {
        const auto spec = readSpec(R"({
            "command": ["server", "--port", "80"], "environment": { "A": "b" },
            "workingDirectory": "/srv",
            "restart": { "policy": "on-failure", "base": "100ms", "max": "1h", "limit": 4 },
            "readiness": { "tcp": "localhost:80", "interval": "1s" },
            "limits": { "memory": 1000000, "files": 10, "cpu": "1500ms", "core": 0 },
            "log": { "to": "journal", "size": 100, "count": 2 }, "grace": "3s" })");
        QVERIFY2(spec, spec ? "" : spec.error().c_str());
        QVERIFY(spec->command == (std::vector<std::string>{"server", "--port", "80"}));
        QCOMPARE(spec->environment.at("A"), std::string("b"));
        QVERIFY(spec->restart.when == When::OnFailure);
        QCOMPARE(spec->restart.max, Duration(1h));
        QCOMPARE(spec->readiness.tcpHost, std::string("localhost"));
        QCOMPARE(spec->readiness.tcpPort, std::uint16_t{80});
        QCOMPARE(*spec->limits.cpu, std::uint64_t{2});
        QCOMPARE(*spec->limits.core, std::uint64_t{0});
        QVERIFY(spec->log == (LogOptions{LogOptions::To::Journal, 100, 2}));
        QCOMPARE(spec->grace, Duration(3s));
    }

    void knowsSpecsApartByWhatTheySay()
    {
        const auto digest = [](const char *json) { return readSpec(json).value().digest; };
        QCOMPARE(digest(R"({"command":["a"]})"), digest(R"({ "grace": "10s", "command": ["a"] })"));
        QVERIFY(digest(R"({"command":["a"]})") != digest(R"({"command":["b"]})"));
        QVERIFY(digest(R"({"command":["a"]})")
                != digest(R"({"command":["a"],"log":{"to":"discard"}})"));
    }

    // Else the next version would start all processes anew that it adopts.
    void knowsTheSpecsOfAnEarlierVersion()
    {
        QCOMPARE(readSpec(R"({"command":["a"]})")->digest,
                 std::string("8985573215dbfa5da591a91e2c4a83a7"
                             "d160d7459a89192b5fbada42b67ef9c5"));
    }

    void aSecretIsReadAndNotShown()
    {
        qputenv("TEST_SECRET", "hunter2");
        const char *const json =
            R"({"command":["a"],"environment":{"TOKEN":{"fromEnv":"TEST_SECRET"},"B":"b"}})";
        const auto spec = readSpec(json);
        QVERIFY(spec);
        QCOMPARE(spec->environment.at("TOKEN"), std::string("hunter2"));
        QCOMPARE(spec->environment.at("B"), std::string("b"));
        QVERIFY(spec->text.find("hunter2") == std::string::npos);
        QVERIFY(spec->text.find("\"fromEnv\": \"TEST_SECRET\"") != std::string::npos);
        qputenv("TEST_SECRET", "swordfish");
        QCOMPARE(readSpec(json)->digest, spec->digest); // no reason to restart
        QVERIFY(spec->warnings.empty());
        qputenv("TEST_SECRET", "abc");
        QCOMPARE(readSpec(json)->warnings,
                 std::vector<std::string>{"the secret of environment.TOKEN has fewer than 4 "
                                          "bytes, so texts that repeat it show it: choose a "
                                          "longer one"});
        qunsetenv("TEST_SECRET");
        QCOMPARE(readSpec(json).error(),
                 std::string("environment.TOKEN.fromEnv: names the variable TEST_SECRET, which "
                             "is not in this program's environment: set it before the start"));
    }

    void saysWhatIsWrongWithASpec_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QString>("sentence");
        const auto row = [](const char *json, const char *sentence) {
            QTest::newRow(json) << QByteArray(json) << QString::fromUtf8(sentence);
        };
        row("", "is empty: must be a JSON object");
        row("{\n\"command\": [\"a\"\n}", "line 3, column 2: is not JSON");
        row("[]", "must be a JSON object");
        row("{}", "command: is missing");
        row(R"({"command":[]})", "command: must be a list that is not empty");
        row(R"({"command":["a"],"shell":true})", "shell: is not known here: allowed are command,");
        row(R"({"command":["a"],"grace":"soon"})", "grace: \"soon\" is not a duration");
        row(R"({"command":["a\u0000"]})", "command: must be text without a zero byte");
        row(R"({"command":["a"],"workingDirectory":"x"})", "workingDirectory: must be");
        row(R"({"command":["a"],"restart":{"policy":"often"}})", "restart.policy: must be one of");
        row(R"({"command":["a"],"restart":{"base":"1h"}})",
            "restart.max: must be at least restart.base");
        for (const char *const tooShort :
             {R"({"command":["a"],"restart":{"base":"0s","max":"0s"}})",
              R"({"command":["a"],"restart":{"base":"99ms"}})"})
            row(tooShort, "restart.base: must be at least 100ms");
        row(R"({"command":["a"],"readiness":{"tcp":"x:0"}})",
            "readiness.tcp: must be HOST:PORT with a port from 1 to 65535");
        row(R"({"command":["a"],"readiness":{"tcp":"x:1","http":"http://x"}})",
            "readiness.http: must be the only one of command, tcp and http");
        row(R"({"command":["a"],"readiness":{"interval":"0s"}})",
            "readiness.interval: must be at least 10ms");
        row(R"({"command":["a"],"environment":{"A=B":"x"}})", "environment: names must not");
        row(R"({"command":["a"],"log":{"to":"syslog"}})", "log.to: must be one of");
        row(R"({"command":["a"],"limits":{"files":1}})", "limits.files: must be a whole number");
    }
    void saysWhatIsWrongWithASpec()
    {
        QFETCH(QByteArray, json);
        QFETCH(QString, sentence);
        const auto spec = readSpec(json);
        QVERIFY(!spec);
        QVERIFY2(QString::fromStdString(spec.error()).startsWith(sentence), spec.error().c_str());
    }

    void knowsAProcessByItsStartTime()
    {
        const auto self = identityOf(::getpid());
        QVERIFY(self && self->startTime > 0);
        QVERIFY(identityOf(::getpid()) == self);
        QVERIFY(openProcess(*self));
        QVERIFY(!openProcess({self->pid, self->startTime + 1}));
        QVERIFY(!identityOf(0x7ffffff));
    }

    void remembersWhatRuns()
    {
        const QTemporaryDir folder;
        StateFolder state(folder.filePath("deep/state").toStdString());
        QVERIFY(state.take());
        const StartRecord record{{17, 123456789012},
                                 "web-1",
                                 "boot",
                                 "digest",
                                 3,
                                 1'700'000'000'000,
                                 std::chrono::minutes(5),
                                 std::chrono::minutes(1),
                                 LogOptions{LogOptions::To::Discard, 17, 2},
                                 state.path()};
        QVERIFY(state.save("web", record));
        QVERIFY(state.load("web").value() == record);
        StartRecord ofAnEarlierVersion = record;
        ofAnEarlierVersion.log.reset();
        QVERIFY(state.save("web", ofAnEarlierVersion));
        QVERIFY(state.load("web").value() == ofAnEarlierVersion);
        QVERIFY(!state.load("other").value());
        QVERIFY(state.ids() == std::vector<ObjectId>{"web"});
        StateFolder second(folder.filePath("deep/state").toStdString());
        const auto taken = second.take();
        QVERIFY(!taken);
        QVERIFY2(taken.error().ends_with("is used by another program, or by another controller of "
                                         "this one: give each its own"),
                 taken.error().c_str());
        state.forget("web");
        QVERIFY(!state.load("web").value());
    }

    void believesNoNoteThatIsNotItsOwn_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QFileDevice::Permissions>("permissions");
        const QFileDevice::Permissions own = QFileDevice::ReadOwner | QFileDevice::WriteOwner;
        QTest::newRow("of the first process") << QByteArray(R"({"pid":1,"start":"web-1"})") << own;
        QTest::newRow("of every process") << QByteArray(R"({"pid":-1})") << own;
        QTest::newRow("of a group") << QByteArray(R"({"pid":-17,"start":"web-1"})") << own;
        QTest::newRow("torn") << QByteArray(R"({"pid":17)") << own;
        QTest::newRow("that others can write")
            << QByteArray(R"({"pid":17,"start":"web-1"})") << (own | QFileDevice::WriteOther);
    }
    void believesNoNoteThatIsNotItsOwn()
    {
        QFETCH(QByteArray, content);
        QFETCH(QFileDevice::Permissions, permissions);
        const QTemporaryDir folder;
        StateFolder state(folder.path().toStdString());
        QFile note(folder.filePath("web.running"));
        QVERIFY(note.open(QIODevice::WriteOnly) && note.write(content) == content.size());
        QVERIFY(note.setPermissions(permissions));
        note.close();
        const auto loaded = state.load("web");
        QVERIFY(!loaded);
        QVERIFY2(loaded.error().ends_with(", so it is not known what runs"),
                 loaded.error().c_str());
    }
};

QONTROLLER_GUILESS_TEST(DecisionsTest)
#include "tst_decisions.moc"
