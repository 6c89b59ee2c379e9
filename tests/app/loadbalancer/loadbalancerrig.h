// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/loadbalancer/haproxy.h"
#include "app/plugins/loadbalancer/loadbalancerparts.h"
#include "core/engine/observe/items/itemdetail.h"
#include "loopback.h"
#include "moverrig.h"
#include "printing.h"

#include <QtCore/QFile>
#include <QtCore/QSaveFile>
#include <QtCore/QTemporaryDir>

#include <map>
#include <string>

namespace qontroller::test {

using namespace qontroller::consist;
using namespace qontroller::loadbalancer;

/// The first two servers of the service "web", as HAProxy calls them.
inline constexpr const char *S1 = "web/web::s1";
inline constexpr const char *S2 = "web/web::s2";

/// A folder of services and servers.
class Files
{
public:
    [[nodiscard]] QString path(const QString &name = {}) const { return m_folder.filePath(name); }
    void write(const QString &id, const QByteArray &text) const
    {
        QSaveFile file(path(id + ".json"));
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size() || !file.commit())
            qFatal("cannot write");
    }
    void drop(const QString &id) const { QFile::remove(path(id + ".json")); }
    void putService(const QString &id, const QByteArray &more = {}) const
    {
        write(id, R"({"kind": "Service", "selector": {"app": "web"}, "backend": "web", "check": ")"
                      + check + "\"" + more + "}");
    }
    void putServer(const QString &id, const std::string &address,
                   const QByteArray &ready = "true") const
    {
        write(id, R"({"kind": "Server", "labels": {"app": "web"}, "address": ")"
                      + QByteArray::fromStdString(address) + R"(", "ready": )" + ready + "}");
    }

    QByteArray check = "off"; ///< of services that are put

private:
    QTemporaryDir m_folder;
};

/// A HAProxy with a backend "web" behind a frontend "in". It tries nothing twice.
class HaproxyProcess
{
public:
    HaproxyProcess()
        : m_port(freePort())
        , m_daemon({"/usr/sbin/haproxy", "-db", "-f", file("haproxy.cfg")})
    {
        QFile config(QString::fromStdString(file("haproxy.cfg")));
        const std::string text =
            "global\n    stats socket " + socket()
            + " mode 600 level admin\n"
              "    nbthread 2\n"
              "defaults\n    mode http\n    retries 0\n    timeout connect 2s\n"
              "    timeout client 60s\n    timeout server 60s\n"
              "frontend in\n    bind "
            + ownIp() + ':' + std::to_string(m_port)
            + "\n    default_backend web\n"
              "backend web\n    balance leastconn\n"
              "    server fixed 127.0.0.1:9 disabled\n"
              "backend other\n    balance roundrobin\n";
        if (!config.open(QIODevice::WriteOnly) || config.write(text.c_str()) < 0)
            qFatal("cannot write");
        config.close();
        start();
    }
    void start()
    {
        m_daemon.start();
        if (!eventually([&] { return connectTo(m_port) && api().ask("show info", {}); }))
            qFatal("haproxy does not listen");
    }
    void kill() { m_daemon.kill(); }
    void signal(int number) const { m_daemon.signal(number); }

    [[nodiscard]] std::string socket() const { return file("socket"); }
    [[nodiscard]] std::string url() const
    {
        return "http://" + ownIp() + ':' + std::to_string(m_port) + '/';
    }
    [[nodiscard]] std::uint16_t port() const { return m_port; }
    [[nodiscard]] RuntimeApi api(Duration timeout = std::chrono::seconds(5)) const
    {
        return {socket(), timeout};
    }
    [[nodiscard]] std::string ask(const std::string &command) const
    {
        const auto answer = api().ask(command, {});
        return answer ? *answer : answer.error().message;
    }
    /// By `BACKEND/NAME`.
    [[nodiscard]] std::map<std::string, ServerState> servers() const
    {
        std::map<std::string, ServerState> all;
        for (ServerState &server : Haproxy(api()).servers({}).value_or(std::vector<ServerState>()))
            all[server.backend + '/' + server.name] = std::move(server);
        return all;
    }
    /// "ready", "drain", "maint", or "none".
    [[nodiscard]] std::string state(const std::string &path) const
    {
        const auto all = servers();
        const auto found = all.find(path);
        if (found == all.end())
            return "none";
        switch (found->second.admission) {
        case ServerState::Admission::Ready: return "ready";
        case ServerState::Admission::Drain: return "drain";
        case ServerState::Admission::Maint: break;
        }
        return "maint";
    }
    [[nodiscard]] bool comesTo(const std::string &path, const std::string &wanted) const
    {
        return eventually([&] { return state(path) == wanted; });
    }

private:
    [[nodiscard]] std::string file(const char *name) const
    {
        return m_folder.filePath(QString::fromLatin1(name)).toStdString();
    }

    QTemporaryDir m_folder;
    std::uint16_t m_port;
    Daemon m_daemon;
};

/// A host with a load balancer's controller over a folder. What it knows outlives restart().
class LoadBalancerRig final : public consist::test::MoverRig
{
public:
    LoadBalancerRig()
        : MoverRig("shop", "shop")
    {
        options.controller = "shop";
        options.folder = files.path().toStdString();
        options.lookInterval = std::chrono::milliseconds(20);
        options.pollInterval = std::chrono::milliseconds(50);
        options.employeeKind = "shop";
        options.deletionDelay = std::chrono::milliseconds(20);
        options.preCheck.maxUnavailable = EmployeeShare{1};
    }
    ~LoadBalancerRig() override { stop(); }

    [[nodiscard]] ControllerParts makeParts() override { return makeLoadBalancerParts(options); }

    [[nodiscard]] ItemRow row(const std::string &service) const
    {
        return host->detail(id, service).value_or(ItemDetail{}).row;
    }
    [[nodiscard]] bool says(const std::string &service, const std::string &text) const
    {
        const bool isSaid = eventually(
            [&] { return row(service).text.find(text) != std::string::npos; });
        if (!isSaid)
            qWarning("it says: %s", row(service).text.c_str());
        return isSaid;
    }
    [[nodiscard]] bool isWell(const std::string &service) const
    {
        return eventually([&] {
            const ItemRow now = row(service);
            return now.state == ItemState::InSync && now.errors == 0
                   && now.lastSuccess != TimePoint{};
        });
    }

    /// Which folder the next start does not doubt; empty: any.
    [[nodiscard]] std::string trustedFolder() const
    {
        return mover->store().memoryOf({"shop", "employees"}).value().value_or(std::string());
    }

    Files files;
    LoadBalancerOptions options;
};

} // namespace qontroller::test
