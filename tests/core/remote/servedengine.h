// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/remote/server/remoteserver.h"
#include "enginerig.h"

#include <functional>
#include <string>
#include <utility>

namespace qontroller::test {

/// An engine, and what a server needs to serve it.
struct ServedEngine : EngineRig
{
    using JobEnded = std::function<void(const JobStatus &)>;
    explicit ServedEngine(JobEnded jobEnded = [](const JobStatus &) {})
        : jobs(host, host, host, SteadyClock::instance(), std::move(jobEnded))
    {}

    [[nodiscard]] remote::Served served(std::string name = "night")
    {
        return {host, host, host, jobs, operatorLog, {std::move(name), "0.2.0"}};
    }

    remote::OperatorLog operatorLog;
    Jobs jobs;
};

} // namespace qontroller::test
