// SPDX-License-Identifier: CC0-1.0
#include "rollout.h"

#include "core/engine/api/functions.h"
#include "core/sdk/kit/generations.h"
#include "core/sdk/kit/mappedsource.h"
#include "core/sdk/kit/startgate.h"

#include <algorithm>

using namespace qontroller;

namespace rollout {

namespace {

using Processes = std::vector<std::pair<ObjectId, Cached<Process>>>;

OwnedObject owned(const ObjectId &id, const Set &set)
{
    return {set.uid, "set", id, {}, set.deletion};
}

OwnedObject owned(const ObjectId &id, const Process &process)
{
    OwnedObject object{process.uid, "process", id};
    if (!process.owner.empty())
        object.owners.push_back({process.owner, "set", process.ownerId, true, true});
    return object;
}

/// The set that a process is called after.
ObjectId setOf(const ObjectId &process)
{
    return process.substr(0, process.rfind('-'));
}

class RolloutHandler final : public Handler<Set>
{
public:
    RolloutHandler(World world, std::shared_ptr<OwnWrites> writes)
        : m_world(std::move(world))
        , m_writes(std::move(writes))
    {}

    Outcome add(const Set &set, const Attempt &attempt) override
    {
        if (set.deletion != Deletion::None)
            return Outcome::done(); // its processes are the collector's now
        if (adopt(set, attempt))
            return Outcome::requeueAfter({});
        const Processes own = m_world.processes->by("owner", set.uid);
        return keepCount(set, own, attempt);
    }

    // What is left is the collector's.
    Outcome remove(const Attempt &) override { return Outcome::done(); }

private:
    /// Takes in processes that are called after the set and have no owner.
    bool adopt(const Set &set, const Attempt &attempt)
    {
        bool hasAdopted = false;
        const OwnedObject owner = owned(attempt.id, set);
        Adoption adoption(owner, [&]() -> std::optional<OwnedObject> {
            const auto live = m_world.readSet(attempt.id);
            return live ? std::optional(owned(attempt.id, *live)) : std::nullopt;
        });
        for (const auto &[id, process] : m_world.processes->by("owner", "")) {
            const OwnedObject candidate = owned(id, *process.object);
            if (claimOf(owner, candidate, setOf(id) == attempt.id) != Claim::Adopt
                || !adoption.refusalOf(candidate).empty())
                continue;
            m_writes->wrote(attempt.id, m_world.processes, id,
                            m_world.table->setOwner(id, set.uid, attempt.id));
            hasAdopted = true;
        }
        return hasAdopted;
    }

    /// One step at a time: the next run comes when the cache shows it.
    Outcome keepCount(const Set &set, const Processes &own, const Attempt &attempt)
    {
        const auto wanted = static_cast<std::size_t>(std::max(set.count, 0));
        if (own.size() > wanted)
            return stop(worst(own, set), attempt);
        if (own.size() < wanted)
            return start(set, own, attempt);
        const auto late = std::ranges::find_if(own, [](const auto &entry) {
            return !entry.second.object->isReady;
        });
        if (late != own.end() && late->second.object->command == set.command)
            return Outcome::wait("process '" + late->first + "' to be ready",
                                 std::chrono::seconds(30));
        const auto old = std::ranges::find_if(own, [&](const auto &entry) {
            return entry.second.object->command != set.command;
        });
        return old == own.end() ? Outcome::done() : stop(old->first, attempt);
    }

    /// The first that is not what is wanted, or else not ready, or else the last.
    static ObjectId worst(const Processes &own, const Set &set)
    {
        for (const auto &[id, process] : own) {
            if (process.object->command != set.command || !process.object->isReady)
                return id;
        }
        return own.back().first;
    }

    Outcome start(const Set &set, const Processes &own, const Attempt &attempt)
    {
        ObjectId id;
        for (int number = 1; id.empty(); ++number) {
            const ObjectId free = attempt.id + "-" + std::to_string(number);
            if (std::ranges::none_of(own, [&](const auto &entry) { return entry.first == free; }))
                id = free;
        }
        if (m_world.processes->has(id))
            return Outcome::park("there is a process '" + id + "' that belongs to another");
        const Version version = m_world.table->start(id, {{}, set.command, set.uid, attempt.id});
        m_writes->wrote(attempt.id, m_world.processes, id, version);
        return Outcome::requeueAfter({});
    }

    Outcome stop(const ObjectId &id, const Attempt &attempt)
    {
        m_world.table->stop(id);
        m_writes->removed(attempt.id, m_world.processes, id);
        return Outcome::requeueAfter({});
    }

    const World m_world;
    const std::shared_ptr<OwnWrites> m_writes;
};

} // namespace

std::vector<std::string> ownerKeys(const ObjectId &, const Process &process)
{
    return {process.owner};
}

ControllerParts makeRollout(const World &world)
{
    const auto writes = std::make_shared<OwnWrites>();
    const auto handler = std::make_shared<RolloutHandler>(world, writes);

    ControllerParts parts;
    parts.listerWatcher = std::make_shared<StartGate>(world.sets,
                                                      StartGate::Needed{world.processes});
    parts.related = {makeMappedSource<Process>(
        {world.processes, [](const ObjectId &id, const Process &process) {
             return std::vector<ObjectId>{process.owner.empty() ? setOf(id) : process.ownerId};
         }})};
    const auto sets = withGenerations<Set>(world.sets, &Set::generation);
    parts.reconciler = OwnWrites::guard(writes, makeReconciler<Set>(sets, handler));
    return parts;
}

ControllerParts makeRolloutCollector(const World &world)
{
    const auto stop = [table = world.table](const OwnedObject &object, const std::stop_token &) {
        if (object.kind == "process")
            table->stop(object.id);
        return Outcome::done();
    };
    // A process has no dependents, so none is ever marked; and one owner, so none is dropped.
    const auto collector = std::make_shared<Collector>(
        Collector::Actions{stop, stop, [](auto &&...) { return Outcome::done(); }});
    const auto describe = [](const ObjectId &id, const auto &object) { return owned(id, object); };
    collector->addKind<Set>("set", world.sets, describe);
    collector->addKind<Process>("process", world.processes, describe);
    return Collector::parts(collector);
}

} // namespace rollout
