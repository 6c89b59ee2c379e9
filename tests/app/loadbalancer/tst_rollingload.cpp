// SPDX-License-Identifier: LGPL-3.0-or-later
// The proof: servers are restarted one after the other under load, and no request fails.
#include "loadbalancerrig.h"
#include "programs.h"
#include "testprogram.h"
#include "webserver.h"

#include <QtCore/QProcess>
#include <QtCore/QRegularExpression>
#include <QtTest/QtTest>

#include <algorithm>
#include <array>

using namespace qontroller;
using namespace qontroller::loadbalancer;
using namespace qontroller::test;
using Kind = qontroller::consist::Command::Kind;

namespace {

constexpr std::size_t ServerCount = 8;

/// What wrk says of its requests.
struct Load
{
    qint64 requests = 0;
    qint64 failed = 0; ///< other answers than 2xx and 3xx, and connections that broke
    double perSecond = 0;
};

double number(const QString &text, const QString &pattern)
{
    const auto match = QRegularExpression(pattern).match(text);
    return match.hasMatch() ? match.captured(1).toDouble() : 0;
}

class Wrk
{
public:
    Wrk(const std::string &url, int seconds)
    {
        m_process.start("wrk", {"-t1", "-c16", QStringLiteral("-d%1s").arg(seconds),
                                QString::fromStdString(url)});
        if (!m_process.waitForStarted())
            qFatal("wrk does not start");
    }
    /// Waits for its end, but for no longer than \a milliseconds.
    [[nodiscard]] bool runsOn(int milliseconds)
    {
        m_process.waitForFinished(milliseconds);
        return m_process.state() == QProcess::Running;
    }
    [[nodiscard]] Load wait()
    {
        m_process.waitForFinished(60'000);
        const QString text = QString::fromLocal8Bit(m_process.readAllStandardOutput());
        Load load;
        load.requests = static_cast<qint64>(number(text, "(\\d+) requests in"));
        load.perSecond = number(text, "Requests/sec:\\s+([\\d.]+)");
        double failed = number(text, "Non-2xx or 3xx responses: (\\d+)");
        for (const char *what : {"connect", "read", "write", "timeout"})
            failed += number(text, "Socket errors:.*" + QString::fromLatin1(what) + " (\\d+)");
        load.failed = static_cast<qint64>(failed);
        return load;
    }

private:
    QProcess m_process;
};

class LoadedShop
{
public:
    LoadedShop()
    {
        rig.options.socket = haproxy.socket();
        rig.options.lookInterval = std::chrono::milliseconds(100);
        rig.files.check = "100ms";
        rig.files.putService("web");
        for (std::size_t i = 0; i < ServerCount; ++i)
            rig.files.putServer(QString::fromStdString(name(i)), servers[i].address());
        rig.start();
    }
    static std::string name(std::size_t i) { return 's' + std::to_string(i + 1); }
    [[nodiscard]] bool isComplete()
    {
        return eventually([&] { return outOfService() == 0 && marked() == ServerCount; });
    }
    /// Servers that HAProxy has not, or that are not ready there.
    [[nodiscard]] std::size_t outOfService() const
    {
        const auto all = haproxy.servers();
        const auto ready = std::count_if(all.begin(), all.end(), [](const auto &one) {
            return one.first.starts_with("web/web::")
                   && one.second.admission == ServerState::Admission::Ready;
        });
        return ServerCount - static_cast<std::size_t>(ready);
    }
    [[nodiscard]] std::size_t marked() const
    {
        std::size_t count = 0;
        for (std::size_t i = 0; i < ServerCount; ++i)
            count += rig.marks(name(i));
        return count;
    }

    HaproxyProcess haproxy;
    std::array<WebServer, ServerCount> servers;
    LoadBalancerRig rig;
};

/// Who restarts servers: asks for it, works when it is allowed, and says that it is done.
class Operator
{
public:
    explicit Operator(LoadedShop &shop)
        : m_shop(shop)
    {}
    /// Asks for one restart of every server.
    [[nodiscard]] bool askForAll() const
    {
        for (std::size_t i = 0; i < ServerCount; ++i) {
            if (!m_shop.rig.command(Kind::Begin, LoadedShop::name(i)).empty())
                return false;
        }
        return true;
    }
    /// Restarts what may be restarted now. False when nothing is left to do.
    [[nodiscard]] bool work()
    {
        const auto operations = m_shop.rig.mover->operations();
        for (const OperationView &view : operations) {
            if (view.isAllowed)
                restart(std::string(view.employee.qualifiedName()));
        }
        return !operations.empty();
    }
    [[nodiscard]] const std::array<int, ServerCount> &restarts() const { return m_restarts; }

private:
    void restart(const std::string &server)
    {
        const auto i = static_cast<std::size_t>(std::stoul(server.substr(1)) - 1);
        if (!m_shop.rig.command(Kind::Start, server).empty())
            return;
        m_shop.servers[i].restart();
        ++m_restarts[i];
        static_cast<void>(m_shop.rig.command(Kind::Finish, server));
    }

    LoadedShop &m_shop;
    std::array<int, ServerCount> m_restarts{};
};

} // namespace

class RollingLoadTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { NEEDS_PROGRAMS("haproxy", "wrk"); }

    void noRequestFailsWhileEveryServerIsRestarted()
    {
        LoadedShop shop;
        QVERIFY(shop.isComplete());
        Wrk wrk(shop.haproxy.url(), 30);
        Operator restarter(shop);
        std::size_t most = 0;
        int rounds = 0;
        bool isWorking = false;
        for (bool isLoaded = true; isLoaded || isWorking; isLoaded = wrk.runsOn(1)) {
            if (!isWorking) {
                QVERIFY(restarter.askForAll());
                ++rounds;
            }
            isWorking = restarter.work();
            most = std::max(most, shop.outOfService());
        }
        const Load load = wrk.wait();
        const auto &restarts = restarter.restarts();
        qInfo("with draining: %lld requests (%.0f a second), %lld failed; %d rounds, each of the 8 "
              "servers restarted at least %d times; at most %zu out of service",
              load.requests, load.perSecond, load.failed, rounds,
              *std::min_element(restarts.begin(), restarts.end()), most);
        QVERIFY(load.requests > 1000);
        QCOMPARE(load.failed, 0);
        QCOMPARE(most, std::size_t(1));
        QVERIFY(*std::min_element(restarts.begin(), restarts.end()) >= 1);
        QVERIFY(shop.isComplete());
    }

    void requestsFailWithoutDraining()
    {
        LoadedShop shop;
        QVERIFY(shop.isComplete());
        Wrk wrk(shop.haproxy.url(), 5);
        int restarts = 0;
        for (WebServer &server : shop.servers) {
            QVERIFY(wrk.runsOn(500));
            server.restart();
            ++restarts;
        }
        const Load load = wrk.wait();
        qInfo("without draining: %lld requests (%.0f a second), %lld failed; each of the "
              "%d servers restarted once",
              load.requests, load.perSecond, load.failed, restarts);
        QVERIFY(load.requests > 100);
        QVERIFY(load.failed > 0);
    }
};

QONTROLLER_GUILESS_TEST(RollingLoadTest)
#include "tst_rollingload.moc"
