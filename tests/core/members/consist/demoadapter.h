// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/members/consist/consistadapter.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace qontroller::consist::test {

/// A virtual address.
struct Address
{
    std::string id;
    int qps = 0;

    friend bool operator==(const Address &, const Address &) = default;
};

/// A server behind one. The provider may not know its name, and it alone knows of sessions, so
/// these are no difference.
struct Server
{
    std::string id;
    std::string name;
    int weight = 0;
    bool on = false;
    int sessions = 0;

    friend bool operator==(const Server &a, const Server &b)
    {
        return a.id == b.id && a.weight == b.weight && a.on == b.on;
    }
};

/// What happens to one item of a call.
enum class Luck {
    Good,
    Refused,
    RefusedButDone, ///< the answer was lost
    Thrown,         ///< the connection was lost before it was done
    ThrownButDone,
    GoodButUndone, ///< a success that is not true, or not yet
};

/// What has addresses and servers. Counts its calls, fails as told.
struct Provider
{
    std::function<Luck(const std::string &)> luck;                   ///< of an id; empty: good
    std::map<std::string, std::map<std::string, Address>> addresses; // by employer, by id
    std::map<std::string, std::map<std::string, Server>> servers;
    std::vector<std::string> calls;            ///< "create web", "update s1 s2" …
    std::set<std::string> refused;             ///< ids that fail softly, in every call
    std::map<std::string, std::string> aborts; ///< "update servers": the hard error
    std::map<std::string, std::string> throws; ///< likewise, thrown
    std::function<void()> beforeCall;          ///< anything else that happens meanwhile
    bool knowsNames = true;
    std::function<void(std::vector<Server> &)> shows; ///< what is seen of the servers
    std::optional<int> readsLeft;        ///< lists of servers; then it does not answer any more
    std::map<std::string, int> sessions; ///< by name: they end by themselves
    bool createsOn = false;              ///< whatever a new server is to be
    std::set<std::string> down;          ///< names that its check does not find
    Duration watches = Duration::zero(); ///< more than 0: another system makes the changes
};

/// What an employer wants.
struct Web
{
    int qps = 100;
    /// By name: whether it is ready.
    std::map<std::string, bool> servers;
    /// By name, where it is not 80.
    std::map<std::string, int> ports;
    bool ignoresGates = false; ///< the frame takes out what is expected with traffic then

    [[nodiscard]] std::string idOf(const std::string &name) const
    {
        const auto port = ports.find(name);
        return name + ':' + std::to_string(port == ports.end() ? 80 : port->second);
    }
};

/// The demonstration: an address for each employer, and its servers.
class DemoAdapter : public ConsistAdapter<Address, Server>
{
public:
    explicit DemoAdapter(Provider &provider)
        : m_provider(provider)
    {}

    std::string controllerName() const override { return "demo"; }

    ConsistItems<Address> expectedEmployers(const ConsistEmployer &employer) override
    {
        return std::vector<Address>{{employer.id + "-address", employer.objectAs<Web>()->qps}};
    }
    ConsistItems<Address> currentEmployers(const ConsistEmployer &employer) override
    {
        return valuesOf(m_provider.addresses[employer.id]);
    }
    Applied createEmployers(const ConsistEmployer &employer,
                            const std::vector<Address> &items) override
    {
        return put("create addresses", items, m_provider.addresses[employer.id]);
    }
    Applied updateEmployers(const ConsistEmployer &employer,
                            const std::vector<Address> &items) override
    {
        return put("update addresses", items, m_provider.addresses[employer.id]);
    }
    Applied deleteEmployers(const ConsistEmployer &employer,
                            const std::vector<Address> &items) override
    {
        return take("delete addresses", items, m_provider.addresses[employer.id]);
    }

    ConsistItems<Server> expectedEmployees(const ConsistEmployer &employer) override
    {
        std::vector<Server> servers;
        const Web &web = *employer.objectAs<Web>();
        for (const auto &[name, ready] : web.servers) {
            const bool serves = ready && (web.ignoresGates || employer.mayServe(name));
            servers.push_back({web.idOf(name), name, serves ? 100 : 0, serves});
        }
        return servers;
    }
    ConsistItems<Server> currentEmployees(const ConsistEmployer &employer) override
    {
        if (m_provider.readsLeft && (*m_provider.readsLeft)-- <= 0)
            return tl::unexpected(Error("the provider does not answer"));
        std::vector<Server> servers = valuesOf(m_provider.servers[employer.id]);
        for (Server &server : servers) {
            const auto sessions = m_provider.sessions.find(server.name);
            server.sessions = sessions == m_provider.sessions.end() ? 0 : sessions->second;
            server.name = m_provider.knowsNames ? server.name : server.id;
        }
        if (m_provider.shows)
            m_provider.shows(servers);
        return servers;
    }
    Applied createEmployees(const ConsistEmployer &employer,
                            const std::vector<Server> &items) override
    {
        auto &servers = m_provider.servers[employer.id];
        const auto make = [&](Server server) {
            server.on = server.on || m_provider.createsOn;
            servers[server.id] = server;
        };
        return apply("create servers", items, make);
    }
    Applied updateEmployees(const ConsistEmployer &employer,
                            const std::vector<Server> &items) override
    {
        return put("update servers", items, m_provider.servers[employer.id]);
    }
    Applied deleteEmployees(const ConsistEmployer &employer,
                            const std::vector<Server> &items) override
    {
        return take("delete servers", items, m_provider.servers[employer.id]);
    }
    bool servesTraffic(const Server &server) const override
    {
        return server.on || server.sessions > 0;
    }
    bool isAvailable(const Server &server) const override
    {
        return !m_provider.down.contains(server.name);
    }
    std::string statusOfEmployee(const Server &server) const override
    {
        return server.on ? "on, weight " + std::to_string(server.weight) : "off";
    }

private:
    template<class T>
    static std::vector<T> valuesOf(const std::map<std::string, T> &items)
    {
        std::vector<T> values;
        for (const auto &[id, value] : items)
            values.push_back(value);
        return values;
    }
    template<class T, class Change>
    Applied apply(const std::string &what, const std::vector<T> &items, Change change)
    {
        if (m_provider.beforeCall)
            m_provider.beforeCall();
        std::string call = what;
        for (const T &item : items)
            call += ' ' + item.id;
        m_provider.calls.push_back(call);
        if (m_provider.throws.contains(what))
            throw std::runtime_error(m_provider.throws[what]);
        if (m_provider.aborts.contains(what))
            return Applied::aborted(m_provider.aborts[what]);
        if (m_provider.watches > Duration::zero())
            return Applied::observeOnly(m_provider.watches);
        return Applied::each(items, [&](const T &item) -> std::optional<Error> {
            if (m_provider.refused.contains(item.id))
                return Error("refused");
            const Luck luck = m_provider.luck ? m_provider.luck(item.id) : Luck::Good;
            if (luck != Luck::Refused && luck != Luck::Thrown && luck != Luck::GoodButUndone)
                change(item);
            if (luck == Luck::Thrown || luck == Luck::ThrownButDone)
                throw std::runtime_error("the connection was lost");
            if (luck == Luck::Good || luck == Luck::GoodButUndone)
                return std::nullopt;
            return Error("timed out");
        });
    }
    template<class T>
    Applied put(const std::string &what, const std::vector<T> &items,
                std::map<std::string, T> &there)
    {
        return apply(what, items, [&](const T &item) { there[item.id] = item; });
    }
    template<class T>
    Applied take(const std::string &what, const std::vector<T> &items,
                 std::map<std::string, T> &there)
    {
        return apply(what, items, [&](const T &item) { there.erase(item.id); });
    }

    Provider &m_provider;
};

/// Leaves out whom an operation has closed.
class LeavingOutAdapter final : public DemoAdapter
{
public:
    using DemoAdapter::DemoAdapter;

    ConsistItems<Server> expectedEmployees(const ConsistEmployer &employer) override
    {
        auto servers = DemoAdapter::expectedEmployees(employer);
        std::erase_if(*servers, [&](const Server &one) { return !employer.mayServe(one.name); });
        return servers;
    }
};

} // namespace qontroller::consist::test
