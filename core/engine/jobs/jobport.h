// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/jobs/job.h"
#include "core/engine/observe/events/keys.h"

#include <tl/expected.hpp>

#include <compare>
#include <cstdint>
#include <string>
#include <vector>

namespace qontroller {

/// Names a job among those of all hosts of a front end. Jobs of a host that was started anew have
/// the numbers of those before it, and are others.
struct JobKey
{
    HostRun of = {};
    JobId id = 0; ///< the host's own number: every front end shows the same
    friend auto operator<=>(const JobKey &, const JobKey &) = default;
};

struct HostJob
{
    JobKey key;
    JobStatus job;
    friend bool operator==(const HostJob &, const HostJob &) = default;
};

/// Why a job was not prepared, begun or stopped, or workers were not set for a time.
struct NoJob
{
    std::string sentence;   ///< for a person
    bool isUnknown = false; ///< the host did not answer, and may have done it all the same
};

/// The jobs of a host, and what it takes back later, as a front end asks for them. Thread-safe;
/// each call waits for the host.
class JobPort
{
public:
    virtual ~JobPort() = default;

    using Answer = tl::expected<HostJob, NoJob>;

    /// Freezes the set of a job, and does nothing to it yet: see Jobs.
    [[nodiscard]] virtual Answer prepare(JobRequest request) = 0;
    [[nodiscard]] virtual Answer begin(const JobKey &key) = 0;
    /// What it has given out goes on. Drops one that was not begun.
    [[nodiscard]] virtual Answer stop(const JobKey &key) = 0;
    /// See Jobs::setWorkersFor().
    [[nodiscard]] virtual tl::expected<int, NoJob> setWorkersFor(ControllerId controller,
                                                                 int workers, Duration time) = 0;
    /// Oldest first, whoever asked for them. None while the host cannot be reached.
    [[nodiscard]] virtual std::vector<HostJob> jobs() = 0;
};

} // namespace qontroller
