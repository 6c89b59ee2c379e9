// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/remote/client/remotehost.h"
#include "core/remote/server/remoteserver.h"
#include "enginerig.h"

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <utility>

namespace qontroller::test {

/// A session that takes any other, in one step.
class OneStepSession final : public SessionPort
{
public:
    SessionText session() override { return m_text; }
    std::vector<FoundPlugin> plugins() override
    {
        return {{"mirror", "Mirror", "1.2", "/p/mirror.so", "refused", "it is broken"}};
    }
    ApplyNumber apply(std::optional<std::string> json, std::string who, ApplyMode mode) override
    {
        m_status = {{}, {{"a", SessionStep::Kind::Restart, "parameters"}}, 3, true};
        if (mode == ApplyMode::DryRun)
            return 1;
        if (mode == ApplyMode::Save) {
            m_status = {{"/etc/night.json: cannot be written, " + who}, {}, 3, true};
            return 1;
        }
        m_text.json = json.value_or("its own");
        m_status.steps[0].state = SessionStep::State::Failed;
        m_status.steps[0].why = "asked for by " + who;
        return 1;
    }
    std::optional<ApplyStatus> progress(ApplyNumber) override { return m_status; }

private:
    ApplyStatus m_status;
    SessionText m_text{"{}", "/etc/night.json", {{"b", "its plugin crashed"}}};
};

/// An engine, and what a server needs to serve it.
struct ServedEngine : EngineRig
{
    using JobEnded = std::function<void(const JobStatus &)>;
    explicit ServedEngine(JobEnded jobEnded = [](const JobStatus &) {})
        : jobs(host, host, host, SteadyClock::instance(), std::move(jobEnded))
    {}

    [[nodiscard]] remote::Served served(std::string name = "night")
    {
        return {host, host, host, jobs, operatorLog, session, {std::move(name), "0.2.0"}};
    }

    remote::OperatorLog operatorLog;
    OneStepSession session;
    Jobs jobs;
};

/// Of the rows that \a delta brings.
inline std::set<ObjectId> idsOf(const Delta &delta)
{
    std::set<ObjectId> ids;
    for (const ControllerDelta &controller : delta.controllers) {
        for (const ItemRow &row : controller.changed)
            ids.insert(row.id);
    }
    return ids;
}

/// A server at \a socket; without one the test ends here.
inline std::unique_ptr<remote::RemoteServer> serveAt(const std::string &socket,
                                                     remote::Served served)
{
    auto started = remote::RemoteServer::start({socket}, std::move(served));
    if (!started)
        qFatal("%s", started.error().c_str());
    (*started)->welcome();
    return *std::move(started);
}

/// The host at \a socket; without one the test ends here.
inline std::unique_ptr<remote::RemoteHost> reach(const std::string &socket)
{
    auto connected = remote::RemoteHost::connect(socket);
    if (!connected)
        qFatal("%s", connected.error().sentence.c_str());
    return *std::move(connected);
}

} // namespace qontroller::test
