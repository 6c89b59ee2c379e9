// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/observe/items/itemdetail.h"
#include "core/members/consist/consistparts.h"
#include "core/sdk/testing/scriptedsource.h"
#include "demoadapter.h"
#include "moverrig.h"

#include <atomic>
#include <memory>
#include <mutex>

namespace qontroller::consist::test {

using namespace qontroller::test;

/// What the adapter, the storage and the test share.
struct World
{
    std::string controller = "demo";
    std::mutex mutex;
    Provider provider;
    std::map<std::string, Web> webs;
    std::vector<std::string> deleted; ///< employees, by deleteEmployee
    std::atomic<bool> isHeld = false; ///< the provider changes no server
};

/// A DemoAdapter for several threads.
class WorldAdapter final : public ConsistAdapter<Address, Server>
{
public:
    explicit WorldAdapter(std::shared_ptr<World> world)
        : m_world(std::move(world))
        , m_demo(m_world->provider)
    {}
    std::string controllerName() const override { return m_world->controller; }
    ConsistItems<Address> expectedEmployers(const ConsistEmployer &employer) override
    {
        return m_demo.expectedEmployers(employer);
    }
    ConsistItems<Address> currentEmployers(const ConsistEmployer &employer) override
    {
        return locked([&] { return m_demo.currentEmployers(employer); });
    }
    Applied createEmployers(const ConsistEmployer &employer,
                            const std::vector<Address> &all) override
    {
        return locked([&] { return m_demo.createEmployers(employer, all); });
    }
    Applied updateEmployers(const ConsistEmployer &employer,
                            const std::vector<Address> &all) override
    {
        return locked([&] { return m_demo.updateEmployers(employer, all); });
    }
    Applied deleteEmployers(const ConsistEmployer &employer,
                            const std::vector<Address> &all) override
    {
        return locked([&] { return m_demo.deleteEmployers(employer, all); });
    }
    ConsistItems<Server> expectedEmployees(const ConsistEmployer &employer) override
    {
        return m_demo.expectedEmployees(employer);
    }
    ConsistItems<Server> currentEmployees(const ConsistEmployer &employer) override
    {
        return locked([&] { return m_demo.currentEmployees(employer); });
    }
    Applied createEmployees(const ConsistEmployer &employer,
                            const std::vector<Server> &all) override
    {
        return locked([&] { return m_demo.createEmployees(employer, all); });
    }
    Applied updateEmployees(const ConsistEmployer &employer,
                            const std::vector<Server> &all) override
    {
        if (m_world->isHeld)
            return Applied::observeOnly(std::chrono::hours(1));
        return locked([&] { return m_demo.updateEmployees(employer, all); });
    }
    Applied deleteEmployees(const ConsistEmployer &employer,
                            const std::vector<Server> &all) override
    {
        return locked([&] { return m_demo.deleteEmployees(employer, all); });
    }
    bool servesTraffic(const Server &server) const override { return m_demo.servesTraffic(server); }
    bool isAvailable(const Server &server) const override
    {
        const std::lock_guard lock(m_world->mutex);
        return m_demo.isAvailable(server);
    }

private:
    template<class Function>
    std::invoke_result_t<Function> locked(Function function)
    {
        const std::lock_guard lock(m_world->mutex);
        return function();
    }

    std::shared_ptr<World> m_world;
    DemoAdapter m_demo;
};

/// A host with one consist controller over a world, which outlives it as the store does.
class ConsistRig final : public MoverRig
{
public:
    ConsistRig()
        : MoverRig("services", "employee")
    {
        workers = 5;
        options.deleteEmployee = [world = world](std::string_view employee) {
            const std::lock_guard lock(world->mutex);
            world->deleted.emplace_back(employee);
            for (auto &[name, web] : world->webs)
                web.servers.erase(std::string(employee));
            return std::optional<Error>();
        };
    }
    ~ConsistRig() override { stop(); }

    void putWeb(const std::string &name, std::initializer_list<std::string> servers)
    {
        {
            const std::lock_guard lock(world->mutex);
            world->webs[name] = {};
            for (const std::string &server : servers)
                world->webs[name].servers[server] = true;
        }
        employers->put(name);
        for (const std::string &server : servers)
            employees->put(server);
    }
    template<class Change>
    void change(Change how)
    {
        const std::lock_guard lock(world->mutex);
        how(*world);
    }
    void dropWeb(const std::string &name)
    {
        const std::lock_guard lock(world->mutex);
        world->webs.erase(name);
    }

    [[nodiscard]] ControllerParts makeParts() override
    {
        ConsistOptions all = options;
        all.employees.push_back(
            {{},
             employees,
             makeOwners([](const ObjectId &, auto &&) { return std::vector<ObjectId>{"web"}; }),
             {}});
        const auto storage = std::make_shared<Webs>(world);
        return makeConsistController<WorldAdapter, Web>(std::make_shared<WorldAdapter>(world),
                                                        employers, storage, std::move(all),
                                                        admission);
    }

    /// Of a server at the provider: "on", "off", or "none".
    [[nodiscard]] std::string traffic(const std::string &server, const std::string &web = "web")
    {
        const std::lock_guard lock(world->mutex);
        const auto &servers = world->provider.servers[web];
        const auto found = servers.find(server + ":80");
        return found == servers.end() ? "none" : found->second.on ? "on" : "off";
    }
    [[nodiscard]] bool hasTraffic(const std::string &server, const std::string &wanted)
    {
        return eventually([&] { return traffic(server) == wanted; });
    }
    /// It has come as far as it comes by itself.
    [[nodiscard]] bool serves(const std::string &server)
    {
        return hasMarks(server, 1) && hasTraffic(server, "on");
    }
    void addServer(const std::string &web, const std::string &server)
    {
        const std::lock_guard lock(world->mutex);
        world->webs[web].servers[server] = true;
    }
    [[nodiscard]] bool exists(const std::string &server) const
    {
        return mover->store().look(
            [&](const Books &books) { return books.employee(key(server)).exists; });
    }
    /// Has the employees listed until a list that began later has been taken in.
    [[nodiscard]] bool listsEmployees()
    {
        const int before = employees->listsBegun();
        return eventually([&] {
            host->submit({id, ControllerVerb::Resync});
            return employees->listsBegun() >= before + 3; // the second one's end is known then
        });
    }
    [[nodiscard]] std::uint64_t watchErrors() const
    {
        return host->status().front().counters.watchErrors;
    }
    [[nodiscard]] bool isInTrouble(const std::string &web) const
    {
        const auto detail = host->detail(id, web);
        return detail && detail->row.errors > 0;
    }

    /// Passes over "web" find so many of its members held.
    [[nodiscard]] bool comesToHold(std::size_t count)
    {
        return eventually([&] {
            host->submit({id, ItemsAction{ItemVerb::Requeue, {"web"}}});
            return mover->counts().controllers["demo"].heldMembers == count;
        });
    }
    [[nodiscard]] bool isWaiting(const std::string &web) const
    {
        const auto detail = host->detail(id, web);
        return detail && detail->row.state == ItemState::Waiting;
    }

    std::shared_ptr<World> world = std::make_shared<World>();
    std::shared_ptr<ScriptedSource> employers = std::make_shared<ScriptedSource>();
    std::shared_ptr<ScriptedSource> employees = std::make_shared<ScriptedSource>();
    ConsistOptions options;
    std::shared_ptr<ConsistAdmission> admission;

private:
    class Webs final : public Storage<Web>
    {
    public:
        explicit Webs(std::shared_ptr<World> world)
            : m_world(std::move(world))
        {}
        Fetched<Web> get(const Attempt &attempt) override
        {
            const std::lock_guard lock(m_world->mutex);
            const auto found = m_world->webs.find(attempt.id);
            return found == m_world->webs.end()
                       ? Fetched<Web>::gone()
                       : Fetched<Web>::found(std::make_shared<const Web>(found->second));
        }

    private:
        std::shared_ptr<World> m_world;
    };
};

} // namespace qontroller::consist::test
