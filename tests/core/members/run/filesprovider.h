// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "demoadapter.h"

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace qontroller::consist::test {

/// A provider in another process, as far as a kill is concerned: what it has are files, each
/// written at a stroke. A server is a file EMPLOYER.NAME with "on" or "off".
class FilesProvider
{
public:
    explicit FilesProvider(std::filesystem::path folder)
        : m_folder(std::move(folder))
    {}

    [[nodiscard]] std::vector<Server> serversOf(const std::string &employer) const
    {
        std::vector<Server> servers;
        for (const auto &entry : std::filesystem::directory_iterator(m_folder)) {
            const std::string name = entry.path().filename().string();
            if (!name.starts_with(employer + '.') || name.ends_with(".new"))
                continue;
            std::string state;
            std::ifstream(entry.path()) >> state;
            const bool isOn = state == "on";
            const std::string server = name.substr(employer.size() + 1);
            servers.push_back({server, server, isOn ? 100 : 0, isOn});
        }
        return servers;
    }
    void put(const std::string &employer, const Server &server)
    {
        const auto path = m_folder / (employer + '.' + server.id);
        const auto draft = path.string() + ".new";
        std::ofstream(draft) << (server.on ? "on" : "off");
        std::filesystem::rename(draft, path);
    }
    void erase(const std::string &employer, const Server &server)
    {
        std::filesystem::remove(m_folder / (employer + '.' + server.id));
    }

private:
    std::filesystem::path m_folder;
};

/// Servers of the employers "web" and "mail", all ready.
class FilesAdapter final : public ConsistAdapter<Address, Server>
{
public:
    FilesAdapter(FilesProvider &provider, std::vector<std::string> servers)
        : m_provider(provider)
        , m_servers(std::move(servers))
    {}

    std::string controllerName() const override { return "files"; }
    ConsistItems<Address> expectedEmployers(const ConsistEmployer &) override
    {
        return std::vector<Address>();
    }
    ConsistItems<Address> currentEmployers(const ConsistEmployer &) override
    {
        return std::vector<Address>();
    }
    Applied createEmployers(const ConsistEmployer &, const std::vector<Address> &) override
    {
        return {};
    }
    Applied updateEmployers(const ConsistEmployer &, const std::vector<Address> &) override
    {
        return {};
    }
    Applied deleteEmployers(const ConsistEmployer &, const std::vector<Address> &) override
    {
        return {};
    }
    ConsistItems<Server> expectedEmployees(const ConsistEmployer &employer) override
    {
        std::vector<Server> servers;
        for (const std::string &name : m_servers) {
            const bool serves = employer.mayServe(name);
            servers.push_back({name, name, serves ? 100 : 0, serves});
        }
        return servers;
    }
    ConsistItems<Server> currentEmployees(const ConsistEmployer &employer) override
    {
        return m_provider.serversOf(employer.id);
    }
    Applied createEmployees(const ConsistEmployer &employer,
                            const std::vector<Server> &items) override
    {
        return put(employer, items);
    }
    Applied updateEmployees(const ConsistEmployer &employer,
                            const std::vector<Server> &items) override
    {
        return put(employer, items);
    }
    Applied deleteEmployees(const ConsistEmployer &employer,
                            const std::vector<Server> &items) override
    {
        return Applied::each(items, [&](const Server &server) -> std::optional<Error> {
            m_provider.erase(employer.id, server);
            return std::nullopt;
        });
    }
    bool servesTraffic(const Server &server) const override { return server.on; }

private:
    Applied put(const ConsistEmployer &employer, const std::vector<Server> &items)
    {
        return Applied::each(items, [&](const Server &server) -> std::optional<Error> {
            m_provider.put(employer.id, server);
            return std::nullopt;
        });
    }

    FilesProvider &m_provider;
    std::vector<std::string> m_servers;
};

} // namespace qontroller::consist::test
