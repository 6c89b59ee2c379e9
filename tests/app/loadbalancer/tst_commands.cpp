// SPDX-License-Identifier: LGPL-3.0-or-later
// Names, answers and plans, and the socket that they go through.
#include "loadbalancerrig.h"
#include "programs.h"
#include "testprogram.h"

#include "app/plugins/loadbalancer/servername.h"

#include <QtTest/QtTest>

#include <sys/un.h>

#include <atomic>
#include <functional>
#include <random>
#include <thread>

using namespace qontroller;
using namespace qontroller::loadbalancer;
using namespace qontroller::test;
using Admission = ServerState::Admission;
using Traffic = Member::Traffic;

namespace {

std::string commandsOf(const Plan &plan)
{
    std::string text;
    for (const Order &order : plan.orders)
        text += order.command + "; ";
    return text + (plan.isLast ? "done" : "look again");
}

Member member(Traffic traffic)
{
    return {"web/s", "s", "127.0.0.1:80", 100, traffic};
}

ServerState state(Admission admission, std::uint64_t sessions)
{
    return {"web", "web::s", "127.0.0.1:80", admission, 100, sessions};
}

/// False when it is not taken.
bool say(int connection, const std::string &text)
{
    return ::send(connection, text.data(), text.size(), MSG_NOSIGNAL) > 0;
}

/// Listens at a socket as HAProxy does, and answers the first command as \a answer does.
class Answerer
{
public:
    explicit Answerer(std::function<void(int connection)> answer)
        : m_path(m_folder.filePath("socket").toStdString())
        , m_listener(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0))
    {
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        m_path.copy(address.sun_path, sizeof address.sun_path - 1);
        if (::bind(m_listener.get(), reinterpret_cast<sockaddr *>(&address), sizeof address) != 0
            || ::listen(m_listener.get(), 1) != 0)
            qFatal("cannot listen");
        m_thread = std::jthread([this, answer = std::move(answer)] {
            const UniqueFd connection(::accept(m_listener.get(), nullptr, nullptr));
            char command[64];
            static_cast<void>(::recv(connection.get(), command, sizeof command, 0));
            answer(connection.get());
        });
    }
    [[nodiscard]] const std::string &path() const { return m_path; }

private:
    QTemporaryDir m_folder;
    std::string m_path;
    UniqueFd m_listener;
    std::jthread m_thread;
};

} // namespace

class CommandsTest final : public QObject
{
    Q_OBJECT

private slots:
    void namesAreReadBack()
    {
        std::mt19937 random(1);
        std::uniform_int_distribution<int> byte(1, 255);
        for (int i = 0; i < 2000; ++i) {
            ServerName name;
            for (int length = 0; length <= i % 9; ++length) {
                name.service += static_cast<char>(byte(random));
                name.server += static_cast<char>(byte(random));
            }
            const std::string text = name.text();
            QVERIFY(ServerName::fromText(text) == name);
            QVERIFY(text.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                           "0123456789_-.:")
                    == std::string::npos);
        }
    }

    void otherNamesAreNotOurs()
    {
        for (const char *name : {"fixed", "a:b", "::b", "a::", "a::b:", "a::b:4", "a::b:zz", "",
                                 "a::b::c", "a::b c", "a:41::b"})
            QVERIFY2(!ServerName::fromText(name), name);
    }

    void plansGoStepByStep_data()
    {
        QTest::addColumn<bool>("isOn");
        QTest::addColumn<ServerState>("now");
        QTest::addColumn<QString>("commands");
        const auto row = [](const char *name, bool isOn, const ServerState &now,
                            const char *commands) {
            QTest::newRow(name) << isOn << now << QString::fromLatin1(commands);
        };
        row("on, ready", true, state(Admission::Ready, 3), "done");
        row("on, drained", true, state(Admission::Drain, 3),
            "set server web/web::s state ready; done");
        row("on, out", true, state(Admission::Maint, 0), "set server web/web::s state ready; done");
        row("off, ready", false, state(Admission::Ready, 0),
            "set server web/web::s state drain; look again");
        row("off, draining", false, state(Admission::Drain, 1), "look again");
        row("off, drained", false, state(Admission::Drain, 0),
            "set server web/web::s state maint; look again");
        row("off, in maintenance with a session", false, state(Admission::Maint, 1), "look again");
        row("off, out", false, state(Admission::Maint, 0), "done");
        ServerState moved = state(Admission::Maint, 0);
        moved.address = "[::1]:80";
        moved.weight = 7;
        row("moves before it is on", true, moved,
            "set server web/web::s addr 127.0.0.1 port 80; set server web/web::s weight 100; "
            "set server web/web::s state ready; done");
    }
    void plansGoStepByStep()
    {
        QFETCH(bool, isOn);
        QFETCH(ServerState, now);
        QFETCH(QString, commands);
        const Member expected = member(isOn ? Traffic::On : Traffic::Off);
        QCOMPARE(commandsOf(planFor(expected, "web/web::s", &now)), commands.toStdString());
    }

    void whatIsCheckedComesBackWhenItIsFound()
    {
        const auto commands = [](Admission admission, bool isDown, const char *check) {
            Member expected = member(Traffic::On);
            expected.check = std::chrono::milliseconds(1500);
            ServerState now = state(admission, 0);
            now.isChecked = true;
            now.isDown = isDown;
            now.check = check;
            const Plan plan = planFor(expected, "web/web::s", &now);
            return commandsOf(plan) + (plan.obstacle.empty() ? "" : ": " + plan.obstacle);
        };
        QCOMPARE(commands(Admission::Maint, true, ""),
                 "set server web/web::s state drain;set server web/web::s health down; look again");
        QCOMPARE(commands(Admission::Drain, true, "L4OK"), "look again");
        QCOMPARE(commands(Admission::Drain, true, "L4CON"),
                 "look again: HAProxy's check does not find it (no connection), so it gets no "
                 "traffic before it does: see that the server runs");
        QCOMPARE(commands(Admission::Drain, false, "L4OK"),
                 "set server web/web::s state ready; done");
        QCOMPARE(commands(Admission::Ready, true, "L4CON"), "done");
    }

    void aCheckComesAndGoesWithTheServer()
    {
        Member checked = member(Traffic::Off);
        checked.check = std::chrono::milliseconds(1500);
        const ServerState without = state(Admission::Maint, 0);
        const std::string added = "add server web/web::s 127.0.0.1:80 weight 100 check inter "
                                  "1500ms rise 1 fall 2; enable health web/web::s; ";
        QCOMPARE(commandsOf(planFor(checked, "web/web::s", nullptr)), added + "done");
        QCOMPARE(commandsOf(planFor(checked, "web/web::s", &without)),
                 "del server web/web::s; " + added + "done");
        const ServerState busy = state(Admission::Maint, 1);
        QCOMPARE(commandsOf(planFor(checked, "web/web::s", &busy)), "look again");
        checked.traffic = Traffic::On;
        QCOMPARE(commandsOf(planFor(checked, "web/web::s", &without)),
                 "del server web/web::s; " + added + "look again");
        const ServerState ready = state(Admission::Ready, 1);
        QCOMPARE(commandsOf(planFor(checked, "web/web::s", &ready)), "done");
    }

    void whatIsMissingIsAddedInMaintenance()
    {
        QCOMPARE(commandsOf(planFor(member(Traffic::Off), "web/web::s", nullptr)),
                 "add server web/web::s 127.0.0.1:80 weight 100; done");
        QCOMPARE(commandsOf(planFor(member(Traffic::On), "web/web::s", nullptr)),
                 "add server web/web::s 127.0.0.1:80 weight 100; "
                 "set server web/web::s state ready; done");
    }

    void whatGoesIsDrainedFirst()
    {
        const auto commands = [](Admission admission, std::uint64_t sessions) {
            const ServerState now = state(admission, sessions);
            return commandsOf(planToRemove("web/web::s", &now));
        };
        QCOMPARE(commands(Admission::Ready, 0), "set server web/web::s state drain; look again");
        QCOMPARE(commands(Admission::Drain, 1), "look again");
        QCOMPARE(commands(Admission::Drain, 0), "set server web/web::s state maint; look again");
        QCOMPARE(commands(Admission::Maint, 1), "look again");
        QCOMPARE(commands(Admission::Maint, 0), "del server web/web::s; done");
        QCOMPARE(commandsOf(planToRemove("web/web::s", nullptr)), "done");
    }

    void answersThatAreNotUnderstoodAreErrors()
    {
        QVERIFY(!parseServers(""));
        QVERIFY(!parseServers("Permission denied\n\n"));
        QVERIFY(!parseServers("1\n# be_name srv_name\nweb s1\n"));
        QVERIFY(!parseSessions("# pxname,svname,qcur,scur,check_status,chkdown\nweb,s1,,x,,\n"));
        QVERIFY(!parseProxies(""));
        QVERIFY(!parseLife("Name: HAProxy\n"));
        const auto sessions = parseSessions(
            "# pxname,svname,qcur,scur,check_status,chkdown\nweb,s1,2,3,* L4CON,7\n");
        QCOMPARE(sessions->at({"web", "s1"}).sessions, std::uint64_t(5));
        QCOMPARE(sessions->at({"web", "s1"}).check, "L4CON");
        QCOMPARE(sessions->at({"web", "s1"}).falls, std::uint64_t(7));
    }

    void refusalsAreSaidInHaproxysWords()
    {
        const HaproxyProcess process;
        const Haproxy haproxy(process.api());
        const auto refusal = [&](const Order &order) {
            const auto answer = haproxy.obey(order, {});
            return answer ? answer->value_or("") : answer.error().message;
        };
        QCOMPARE(refusal({"set server web/nope state maint"}),
                 "HAProxy refuses \"set server web/nope state maint\": No such server.");
        QCOMPARE(refusal({"add server web/fixed 127.0.0.1:9", {"New server registered"}}),
                 "HAProxy refuses \"add server web/fixed 127.0.0.1:9\": Already exists a server"
                 " with the same name in backend.");
        QVERIFY(refusal({"nonsense"}).find("Unknown command") != std::string::npos);
        QCOMPARE(refusal({"set server web/fixed state maint"}), "");
    }

    void aSocketThatIsMissingIsSaid()
    {
        const auto answer = RuntimeApi("/no/such/socket", std::chrono::seconds(5)).ask("x", {});
        QCOMPARE(answer.error().message, "HAProxy at \"/no/such/socket\" cannot be reached: No"
                                         " such file or directory");
        const auto tooLong = RuntimeApi('/' + std::string(200, 'x'), std::chrono::seconds(5))
                                 .ask("x", {});
        QVERIFY(tooLong.error().message.ends_with("the path is longer than a socket's may be"));
    }

    void anAnswerThatDoesNotComeIsWaitedForNoLongerThanSaid()
    {
        const HaproxyProcess process;
        process.signal(SIGSTOP);
        RuntimeApi::Result<std::string> late;
        QVERIFY(eventually([&] { // it stops in a moment
            late = process.api(std::chrono::milliseconds(50)).ask("show info", {});
            return !late;
        }));
        QCOMPARE(late.error().message, "HAProxy at \"" + process.socket()
                                           + "\" has not answered within 50ms (\"show info\")");
        std::stop_source stop;
        stop.request_stop();
        const auto stopped = process.api(std::chrono::hours(1)).ask("show info", stop.get_token());
        QVERIFY(stopped.error().message.find("before the attempt was asked to stop")
                != std::string::npos);
    }

    void anAnswerThatIsCutIsNotBelieved()
    {
        const Answerer other([](int connection) { say(connection, "1\n# be_name\nweb"); });
        const auto answer = RuntimeApi(other.path(), std::chrono::seconds(5))
                                .show("show servers state", {});
        QVERIFY(!answer);
        QVERIFY(answer.error().message.ends_with(
            " did not answer to the end (\"show servers state\"): 1\n# be_name\nweb"));
    }

    void anAnswerWithoutEndIsGivenUp()
    {
        std::atomic<std::size_t> taken = 0;
        const Answerer other([&](int connection) {
            for (const std::string some(std::size_t{1} << 16, ','); say(connection, some);)
                taken += some.size();
        });
        const auto answer = RuntimeApi(other.path(), std::chrono::minutes(1)).ask("show stat", {});
        QVERIFY(!answer);
        QVERIFY(answer.error().message.ends_with(
            " has answered more than 64 MiB without an end: is it a HAProxy? (\"show stat\")"));
        QVERIFY(taken < std::size_t{66} << 20);
    }
};

QONTROLLER_GUILESS_TEST(CommandsTest)
#include "tst_commands.moc"
