// SPDX-License-Identifier: CC0-1.0
#pragma once

#include "core/engine/api/controllerparts.h"
#include "core/sdk/cache/caches.h"
#include "core/sdk/kit/adoption.h"
#include "core/sdk/kit/collector.h"
#include "core/sdk/kit/ownwrites.h"

#include <memory>
#include <optional>
#include <string>

/// A worked controller: a number of processes is kept, all made from one template, and when the
/// template changes they are replaced one at a time.
namespace rollout {

using qontroller::ObjectId;

/// What is asked for.
struct Set
{
    std::string uid;
    std::string command; ///< the template
    int count = 0;
    std::uint64_t generation = 0;
    qontroller::Deletion deletion = qontroller::Deletion::None;

    friend bool operator==(const Set &, const Set &) = default;
};

/// One of its processes.
struct Process
{
    std::string uid;
    std::string command; ///< what it was started with
    std::string owner;   ///< the set's uid; empty: none
    ObjectId ownerId;
    bool isReady = false;

    friend bool operator==(const Process &, const Process &) = default;
};

/// Where processes live. Each function gives the new version of the process; all may throw.
class ProcessTable
{
public:
    virtual ~ProcessTable() = default;
    virtual qontroller::Version start(const ObjectId &id, const Process &process) = 0;
    virtual qontroller::Version setOwner(const ObjectId &id, const std::string &uid,
                                         const ObjectId &owner) = 0;
    virtual void stop(const ObjectId &id) = 0;
};

/// What the controllers are made of. The caches have an index "owner" of processes by the uid of
/// their set: see ownerKeys().
struct World
{
    std::shared_ptr<qontroller::SharedCache<Set>> sets;
    std::shared_ptr<qontroller::SharedCache<Process>> processes;
    std::shared_ptr<ProcessTable> table;
    /// Past the cache: nothing if there is no such set.
    std::function<std::optional<Set>(const ObjectId &)> readSet;
};

[[nodiscard]] std::vector<std::string> ownerKeys(const ObjectId &id, const Process &process);

/// Keeps the processes of each set. A set's are called by its id, a dash, and a number.
[[nodiscard]] qontroller::ControllerParts makeRollout(const World &world);

/// Stops processes of sets that are gone.
[[nodiscard]] qontroller::ControllerParts makeRolloutCollector(const World &world);

} // namespace rollout
