// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/members/consist/pass.h"
#include "demoadapter.h"
#include "memorystore.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>

namespace qontroller::consist::test {

/// One employer "web" with its provider, and what is on disk.
struct PassRig
{
    PassRig()
    {
        options.batching = ConsistOptions::Batching::Whole;
        options.massRemovalGuard = false;
    }

    Provider provider;
    Disk disk;
    MemoryStore store{disk};
    ConsistOptions options;
    Web web;
    bool isGoing = false;
    MemberWatch members = {};
    std::shared_ptr<AnyConsistAdapter> adapter = eraseAdapter(
        std::make_shared<DemoAdapter>(provider));
    std::stop_source stop;

    PassResult pass(const ObjectId &id = "web")
    {
        provider.calls.clear();
        store.calls.clear();
        const Attempt attempt{id, "demo", 1, 0, stop.get_token()};
        const auto object = isGoing ? nullptr : std::make_shared<const Web>(web);
        return runPass(*adapter, store, options, {id, attempt, object, isGoing}, members);
    }

    static EmployeeKey key(const std::string &name) { return {"employee", name}; }
    EmployerBook &book() { return disk.employers["web"]; }
    bool isMarked(const std::string &name)
    {
        const auto found = book().marks.find(key(name));
        return found != book().marks.end() && found->second.state == Mark::State::Put;
    }
    bool isClaimed(const std::string &name)
    {
        const auto found = book().marks.find(key(name));
        return found != book().marks.end() && found->second.state == Mark::State::Claimed;
    }
    bool isExpected(const std::string &name)
    {
        const auto &by = book().expectedBy;
        return std::find(by.begin(), by.end(), key(name)) != by.end();
    }
    bool isRecorded(const std::string &name)
    {
        const auto &names = book().record.protectedEmployees;
        return std::find(names.begin(), names.end(), key(name).text()) != names.end();
    }
    std::optional<Server> server(const std::string &name)
    {
        const auto found = provider.servers["web"].find(name + ":80");
        return found == provider.servers["web"].end() ? std::nullopt : std::optional(found->second);
    }
    std::optional<Address> address()
    {
        const auto found = provider.addresses["web"].find("web-address");
        return found == provider.addresses["web"].end() ? std::nullopt
                                                        : std::optional(found->second);
    }
    /// Begins an operation on \a name that has passed its rules: its gate closes.
    void closeGate(const std::string &name)
    {
        Operation operation;
        operation.id = "restart";
        operation.phase = Phase::Draining;
        disk.employees[key(name)].lifecycle.operations = {operation};
    }
    void openGate(const std::string &name) { disk.employees[key(name)].lifecycle = {}; }
    void addServers(int count)
    {
        for (int i = 1; i <= count; ++i)
            web.servers["s" + std::to_string(i)] = true;
    }
};

} // namespace qontroller::consist::test
