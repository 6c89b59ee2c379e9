// SPDX-License-Identifier: LGPL-3.0-or-later
// Commands of real processes: how they end, and that nothing is left of them.
#include "commands.h"
#include "effort.h"
#include "printing.h"
#include "testprogram.h"

#include "core/plugins/process/childprocess.h"
#include "core/plugins/process/program.h"
#include "core/plugins/programs/programrun.h"

#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>

#include <fcntl.h>
#include <sys/resource.h>

#include <csignal>
#include <functional>
#include <thread>

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;
using Kind = ProgramEnd::Kind;
using Exit = ProcessExit::Kind;

namespace {

/// Calls back when the command has printed its first line.
class WhenReady final : public ProgramListener
{
public:
    explicit WhenReady(std::function<void()> call)
        : m_call(std::move(call))
    {}
    void output(std::string_view bytes) override
    {
        all += bytes;
        if (m_call && all.find('\n') != std::string::npos)
            std::exchange(m_call, nullptr)();
    }
    void settled() override { ++settledCalls; }
    [[nodiscard]] Duration settleTime() const override { return settleAfter; }

    std::string all;
    int settledCalls = 0;
    Duration settleAfter = 1h;

private:
    std::function<void()> m_call;
};

ProgramEnd run(const Invocation &command, const std::string &input = {},
               const ProgramLimits &limits = {}, const std::stop_token &stop = {})
{
    return runToEnd(command, input, limits, stop);
}

/// Sets a limit of this process for a scope.
class SoftLimit
{
public:
    SoftLimit(__rlimit_resource resource, rlim_t value)
        : m_resource(resource)
    {
        ::getrlimit(m_resource, &m_before);
        rlimit now = m_before;
        now.rlim_cur = value;
        ::setrlimit(m_resource, &now);
    }
    ~SoftLimit() { ::setrlimit(m_resource, &m_before); }
    SoftLimit(const SoftLimit &) = delete;
    SoftLimit &operator=(const SoftLimit &) = delete;

private:
    __rlimit_resource m_resource;
    rlimit m_before{};
};

int runsByEnvironment(int usual)
{
    return qEnvironmentVariableIsSet("QONTROLLER_COMMAND_RUNS")
               ? qEnvironmentVariableIntValue("QONTROLLER_COMMAND_RUNS")
               : effort(usual);
}

} // namespace

class ProgramRunTest final : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_descriptors = openDescriptors(); }
    void cleanup()
    {
        ChildProcess::avoidDescriptors(false);
        QVERIFY(!hasChildren());
        QCOMPARE(openDescriptors(), m_descriptors);
    }

    void saysHowTheCommandEnded_data()
    {
        QTest::addColumn<std::string>("script");
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("code");
        QTest::addColumn<std::string>("output");
        QTest::addColumn<std::string>("error");
        const auto row = [](const char *name, const std::string &script, Exit kind, int code,
                            const std::string &output = {}, const std::string &error = {}) {
            QTest::newRow(name) << script << static_cast<int>(kind) << code << output << error;
        };
        row("success", "exit 0", Exit::Exited, 0);
        row("failure", "exit 3", Exit::Exited, 3);
        row("highest", "exit 255", Exit::Exited, 255);
        row("both streams", "echo out; echo err >&2; exit 1", Exit::Exited, 1, "out\n", "err\n");
        row("signal", "kill -9 $$", Exit::Signalled, SIGKILL);
        row("closed output", "exec >&- 2>&-; exit 4", Exit::Exited, 4);
        row("input at its end", "cat; exit 5", Exit::Exited, 5);
        row("output in pieces", "printf a; printf b; printf c", Exit::Exited, 0, "abc");
    }
    void saysHowTheCommandEnded()
    {
        QFETCH(std::string, script);
        QFETCH(int, kind);
        QFETCH(int, code);
        for (const bool avoid : {false, true}) {
            ChildProcess::avoidDescriptors(avoid);
            const ProgramEnd end = run(shell(script));
            QVERIFY(end.kind == Kind::Ended);
            QCOMPARE(static_cast<int>(end.exit.kind), kind);
            QCOMPARE(end.exit.code, code);
            QTEST(end.output, "output");
            QTEST(end.errorTail, "error");
            QVERIFY(!end.errorTailIsCut);
        }
    }

    void saysWhyItCouldNotStart()
    {
        const auto reason = [](const std::string &program, std::size_t argument = 0) {
            const ProgramEnd end = run({program, {"x", std::string(argument, 'a')}, {}, {}});
            return end.kind == Kind::NotStarted ? whyNotStarted(program, end.error) : "started";
        };
        QVERIFY(reason("/no/such").find("is missing") != std::string::npos);
        QVERIFY(reason("/etc/passwd").find("chmod +x") != std::string::npos);
        QVERIFY(reason("/bin/true", 1 << 20).find("longer than an argument") != std::string::npos);
        Invocation lost = shell("true");
        lost.workingDirectory = "/no/such/folder";
        QCOMPARE(run(lost).error, ENOENT);
    }

    void givesTheChildNothingButItsStreams()
    {
        const int leaky = ::open("/dev/null", O_RDONLY); // no CLOEXEC, as some libraries do
        sigset_t blocked;
        sigset_t before;
        ::sigfillset(&blocked);
        ::pthread_sigmask(SIG_SETMASK, &blocked, &before);
        const auto handler = std::signal(SIGPIPE, SIG_IGN);
        const ProgramEnd end = run(probe({"inherited"}));
        std::signal(SIGPIPE, handler);
        ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
        ::close(leaky);
        QCOMPARE(end.output, std::string("3 descriptors, 0 strange signals, own group\n"));
    }

    void worksWhereTheHostHasNoStandardStreams()
    {
        const pid_t child = ::fork();
        if (child == 0) {
            for (int fd = 0; fd < 3; ++fd)
                ::close(fd);
            const ProgramEnd end = run(probe({"copy"}), "in");
            ::_exit(end.kind == Kind::Ended && end.output == "in" ? 0 : 1);
        }
        int status = 0;
        ::waitpid(child, &status, 0);
        QCOMPARE(status, 0);
    }

    void feedsAndTakesTenMegabytes()
    {
        std::string input(10'000'000, 'x');
        for (std::size_t i = 0; i < input.size(); i += 4093)
            input[i] = static_cast<char>(i);
        const ProgramEnd end = run(probe({"copy"}), input);
        QCOMPARE(end.exit.code, 0);
        QVERIFY(end.output == input);
    }

    void survivesAChildThatDoesNotRead()
    {
        const auto before = std::signal(SIGPIPE, SIG_DFL); // would end this test
        const ProgramEnd end = run(probe({"deaf"}), std::string(10'000'000, 'x'));
        std::signal(SIGPIPE, before);
        QVERIFY(end.kind == Kind::Ended);
        QCOMPARE(end.exit.code, 0);
    }

    void refusesTooMuchOutput()
    {
        ProgramLimits limits;
        limits.output = 1'000'000;
        QVERIFY(run(probe({"flood", "1000000"}), {}, limits).kind == Kind::Ended);
        QVERIFY(run(probe({"flood", "1000001"}), {}, limits).kind == Kind::TooMuchOutput);
        const ProgramEnd end = run(shell("yes"), {}, limits);
        QVERIFY(end.kind == Kind::TooMuchOutput);
        QVERIFY(end.output.size() <= limits.output);
    }

    void keepsTheEndOfStandardError()
    {
        const ProgramEnd end = run(
            shell("yes error | head -n 100000 >&2; printf last >&2; exit 1"));
        QCOMPARE(end.errorTail.size(), std::size_t{4096});
        QVERIFY(end.errorTailIsCut);
        QVERIFY(end.errorTail.ends_with("error\nlast"));
    }

    void p11_stopsTheWholeGroupEvenIfItDoesNotListen()
    {
        for (const bool avoid : {false, true}) {
            ChildProcess::avoidDescriptors(avoid);
            std::stop_source stop;
            WhenReady listener([&] { stop.request_stop(); });
            ProgramLimits limits;
            limits.grace = 50ms;
            const ProgramEnd end = runToEnd(probe({"family"}), {}, limits, stop.get_token(),
                                            &listener);
            QVERIFY(end.kind == Kind::Stopped);
            const std::vector<long> members = numbersIn(listener.all);
            QCOMPARE(members.size(), std::size_t{2});
            for (const long pid : members)
                QVERIFY(comesTrue([&] { return !isAlive(pid); }));
        }
    }

    void asksPolitelyFirst()
    {
        std::stop_source stop;
        WhenReady listener([&] { stop.request_stop(); });
        ProgramLimits limits;
        limits.grace = 1h;
        const ProgramEnd end =
            runToEnd(shell(
                         "trap 'echo bye; exit 7' TERM; echo ready; while :; do sleep 0.01; done"),
                     {}, limits, stop.get_token(), &listener);
        QVERIFY(end.kind == Kind::Stopped);
        QCOMPARE(listener.all, std::string("ready\nbye\n"));
    }

    void stopsFromAnotherThread()
    {
        std::stop_source stop;
        std::thread other;
        WhenReady listener([&] { other = std::thread([&] { stop.request_stop(); }); });
        const ProgramEnd end = runToEnd(probe({"hang"}), {}, {}, stop.get_token(), &listener);
        other.join();
        QVERIFY(end.kind == Kind::Stopped);
    }

    void startsNothingOnceItIsStopped()
    {
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(run({"/no/such", {}, {}, {}}, {}, {}, stop.get_token()).kind == Kind::Stopped);
    }

    void p11_endsACommandThatTakesTooLong()
    {
        ProgramLimits limits;
        limits.timeout = 30ms;
        QVERIFY(run(probe({"hang"}), {}, limits).kind == Kind::TimedOut);
        limits.grace = 30ms;
        ProgramEnd end = run(probe({"stubborn"}), {}, limits);
        for (; end.output.empty(); limits.timeout *= 2) // it had not begun
            end = run(probe({"stubborn"}), {}, limits);
        QVERIFY(end.kind == Kind::TimedOut);
        QVERIFY(!isAlive(numbersIn(end.output).at(0)));
    }

    void p11_isNotHeldUpByWhoIsLeftBehind()
    {
        ProgramLimits limits;
        limits.linger = 30ms;
        for (const bool avoid : {false, true}) {
            ChildProcess::avoidDescriptors(avoid);
            const ProgramEnd end = run(probe({"leave"}), {}, limits);
            QVERIFY(end.kind == Kind::Ended);
            QCOMPARE(end.exit.code, 0);
            const long left = numbersIn(end.output).at(0);
            QVERIFY(comesTrue([&] { return !isAlive(left); }));
        }
    }

    void leavesServicesAlone_data()
    {
        QTest::addColumn<std::string>("what");
        QTest::newRow("with closed output") << std::string("daemon");
        QTest::newRow("in a session of its own") << std::string("session");
    }
    void leavesServicesAlone()
    {
        QFETCH(std::string, what);
        ProgramLimits limits;
        limits.linger = 30ms;
        const ProgramEnd end = run(probe({what}), {}, limits);
        QVERIFY(end.kind == Kind::Ended);
        const long left = numbersIn(end.output).at(0);
        QVERIFY(isAlive(left));
        ::kill(static_cast<pid_t>(left), SIGKILL);
    }

    // Descriptor 3

    void takesWhatIsWrittenToDescriptorThree()
    {
        QCOMPARE(controlOf("echo one >&3; echo out; echo two >&3; exit 4"),
                 std::string("one\ntwo\n"));
        QCOMPARE(m_end.output, std::string("out\n"));
        QCOMPARE(m_end.exit.code, 4);
        QCOMPARE(controlOf("head -c 10000000 /dev/zero >&3").size(), std::size_t(10'000'000));
    }

    void losesNothingWithoutDescriptorThree()
    {
        QCOMPARE(controlOf("exec 3>&-; echo out"), std::string());
        QCOMPARE(m_end.output, std::string("out\n"));
        QCOMPARE(controlOf("echo out"), std::string());
        QCOMPARE(m_end.output, std::string("out\n"));
    }

    void takesWhatIsWrittenWhileTheCommandRuns()
    {
        const QTemporaryDir folder;
        const std::string file = folder.filePath("go").toStdString();
        ProgramLimits limits;
        limits.timeout = 30s;
        const ProgramEnd end = runToEnd(shell("echo ready >&3; until [ -e " + file
                                              + " ]; do sleep 0.01; done"),
                                        {}, limits, {}, nullptr,
                                        [&file](std::string_view) { std::ofstream(file) << "x"; });
        QVERIFY(end.exitedWith(0));
    }

    void isNotHeldUpByWhoHoldsDescriptorThree()
    {
        ProgramLimits limits;
        limits.linger = 1h; // it has closed its output
        QCOMPARE(controlOf("sleep 3600 >/dev/null 2>&1 & echo $!; echo said >&3", limits),
                 std::string("said\n"));
        const long left = numbersIn(m_end.output).at(0);
        QVERIFY(isAlive(left)); // a service that it has started
        ::kill(static_cast<pid_t>(left), SIGKILL);
    }

    void isNotHeldUpByWhoGoesOnWriting()
    {
        QVERIFY(!controlOf("yes >&3 2>/dev/null & echo $!; read -r line </dev/null; sleep 0.1")
                     .empty());
        const long left = numbersIn(m_end.output).at(0);
        ::kill(static_cast<pid_t>(left), SIGKILL); // if it has not ended by itself
        QVERIFY(m_end.exitedWith(0));
    }

    void tellsTheListenerThatTheCommandHasSettled()
    {
        std::stop_source stop;
        WhenReady quick({});
        quick.settleAfter = 1h;
        QVERIFY(runToEnd(shell("echo x"), {}, {}, {}, &quick).kind == Kind::Ended);
        QCOMPARE(quick.settledCalls, 0);
        WhenReady slow({});
        slow.settleAfter = 5ms;
        ProgramLimits limits;
        limits.timeout = 100ms;
        QVERIFY(runToEnd(probe({"hang"}), {}, limits, {}, &slow).kind == Kind::TimedOut);
        QCOMPARE(slow.settledCalls, 1);
    }

    void leavesNothingOpenWhenDescriptorsRunOut()
    {
        int started = 0;
        for (rlim_t spare = 0; spare < 16; ++spare) {
            ProgramEnd end;
            {
                const SoftLimit limit(RLIMIT_NOFILE, static_cast<rlim_t>(m_descriptors) + spare);
                end = run(shell("exit 0"), "input");
            }
            QVERIFY(end.kind == Kind::Ended || end.kind == Kind::NotStarted);
            if (end.kind == Kind::NotStarted)
                QCOMPARE(end.error, EMFILE);
            started += end.kind == Kind::Ended ? 1 : 0;
            QCOMPARE(openDescriptors(), m_descriptors);
            QVERIFY(!hasChildren());
        }
        QVERIFY(started > 0 && started < 16);
    }

    void refusesAnInputThatTheFileLimitForbids()
    {
        const SoftLimit limit(RLIMIT_FSIZE, 1000);
        QCOMPARE(run(shell("exit 0"), std::string(1000, 'x')).exit.code, 0);
        const ProgramEnd end = run(shell("exit 0"), std::string(1001, 'x'));
        QVERIFY(end.kind == Kind::NotStarted);
        QCOMPARE(end.error, EFBIG);
    }

    void saysThatTheStatusWasLost()
    {
        const auto before = std::signal(SIGCHLD, SIG_IGN);
        const ProgramEnd end = run(shell("exit 0"));
        std::signal(SIGCHLD, before);
        QVERIFY(end.kind == Kind::Ended && end.exit.kind == Exit::Unknown);
    }

    void p10_leavesNothingBehindAfterManyRuns()
    {
        const int runs = runsByEnvironment(2000);
        const auto start = std::chrono::steady_clock::now();
        const Invocation command{"/bin/true", {"true"}, {}, {}};
        const auto work = [&] {
            for (int i = 0; i < runs / 4; ++i) {
                if (run(command, "object").kind != Kind::Ended)
                    qFatal("did not end as it should");
            }
        };
        {
            std::vector<std::jthread> threads;
            for (int i = 0; i < 4; ++i)
                threads.emplace_back(work);
        }
        const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
        qInfo("%d runs in %.1f s, %td descriptors before and %td after, zombies: %s", runs,
              seconds.count(), m_descriptors, openDescriptors(), hasChildren() ? "yes" : "none");
    }

private:
    /// What \a script writes to its descriptor 3; how it ended is in m_end.
    std::string controlOf(const std::string &script, const ProgramLimits &limits = {})
    {
        std::string all;
        m_end = runToEnd(shell(script), {}, limits, {}, nullptr,
                         [&all](std::string_view bytes) { all += bytes; });
        return all;
    }

    ProgramEnd m_end;
    std::ptrdiff_t m_descriptors = 0;
};

QONTROLLER_GUILESS_TEST(ProgramRunTest)
#include "tst_programrun.moc"
