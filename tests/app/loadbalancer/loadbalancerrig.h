// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/loadbalancer/loadbalancerparts.h"
#include "core/engine/observe/items/itemdetail.h"
#include "haproxyprocess.h"
#include "moverrig.h"
#include "printing.h"

#include <QtCore/QFile>
#include <QtCore/QSaveFile>
#include <QtCore/QTemporaryDir>

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
