// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"
#include "core/engine/api/objectid.h"
#include "core/engine/control/command.h"

#include <cstdint>
#include <string>
#include <vector>

/// What of a job outlasts the program.
namespace qontroller {

using JobId = std::uint64_t;
using Spells = std::vector<Spell>;

/// How many objects a job left out for one reason.
struct JobSkipped
{
    std::uint64_t count = 0;
    std::string why;
    friend bool operator==(const JobSkipped &, const JobSkipped &) = default;
};

/// What has come of the objects of a job by now.
struct JobProgress
{
    std::vector<JobSkipped> skipped; ///< not eligible when it was made, or since: most first
    std::uint64_t given = 0;        ///< of the eligible: it was their turn. The others are of these
    std::uint64_t skippedSince = 0; ///< not eligible any more when it was their turn
    std::uint64_t succeeded =
        0; ///< a run that was asked for, or the command where it asks for none
    std::uint64_t failed = 0;
    std::uint64_t notRun = 0; ///< discarded, or its controller stopped
    friend bool operator==(const JobProgress &, const JobProgress &) = default;
};

/// A job that was begun.
struct KeptJob
{
    JobId id = 0;
    ItemVerb verb = ItemVerb::Requeue;
    PauseTerms terms;
    double pace = 0; ///< objects a second; 0: as fast as it goes
    std::string who; ///< asked for it
    std::string filter;
    WallTime startedAt;
    struct Objects
    {
        std::string controller;
        std::string plugin;
        std::string objects; ///< as NamedController::objects
        Ids ids;
        Spells spells = {}; ///< as JobObjects::spells
        friend bool operator==(const Objects &, const Objects &) = default;
    };
    std::vector<Objects> objects; ///< the eligible ones, in the order of their turns
    JobProgress progress;
    friend bool operator==(const KeptJob &, const KeptJob &) = default;
};

/// Keeps jobs until they end, so that a next life of the program goes on with them. Thread-safe,
/// and waits for no disk.
class JobKeeper
{
public:
    virtual ~JobKeeper() = default;

    /// \a job has begun.
    virtual void keep(KeptJob job) = 0;
    /// How far the job \a id is. Nothing happens if it is not kept.
    virtual void note(JobId id, const JobProgress &progress) = 0;
    /// It has ended.
    virtual void forget(JobId id) = 0;
    /// Whether a next life goes on with it.
    [[nodiscard]] virtual bool keeps(JobId id) const = 0;
};

} // namespace qontroller
