// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/members/consist/lifecycleport.h"
#include "core/members/consist/pass.h"
#include "core/members/run/chores.h"
#include "core/members/run/knowledge.h"
#include "core/members/run/steps.h"

#include <map>
#include <memory>
#include <set>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace qontroller::consist {

/// Moves the operations on employees of all consist controllers of a host.
///
/// A command is obeyed on the caller's thread, and on disk when submit() returns. What follows by
/// itself (a mark that went, a quota that became free, a rule's command that answered) is looked
/// at on a thread of the mover's own, and foreign code runs on others: see Chores. Calls go one
/// way: the mover calls Chores, both call Steps, and all of them use Knowledge, which calls none.
/// Thread-safe.
class OperationMover final : public LifecyclePort
{
public:
    struct Settings
    {
        Chores::RunProgram runProgram;
        Knowledge::Log log;       ///< what an operator should look at
        Knowledge::Log note = {}; ///< what happens in good order
        Chores::EndEarlier endEarlier = {};
    };

    /// Goes on with the operations that are in \a store. \a clock outlives the mover.
    OperationMover(std::shared_ptr<ConsistStore> store, Clock &clock, Settings settings);
    /// Waits for the foreign calls that are under way, after asking them to stop.
    ~OperationMover() override;
    OperationMover(const OperationMover &) = delete;
    OperationMover &operator=(const OperationMover &) = delete;

    [[nodiscard]] ConsistStore &store() const { return *m_known.store; }
    [[nodiscard]] Sightings &sightings() { return m_known.sightings; }
    [[nodiscard]] FirstLooks &firstLooks() { return m_known.firstLooks; }
    [[nodiscard]] TimePoint now() const { return m_known.clock.now(); }

    /// From now on \a controller's rules count and \a nudges tells it of its employers. False: a
    /// controller of this name has joined already.
    [[nodiscard]] bool join(const std::string &controller,
                            std::shared_ptr<const ConsistOptions> options,
                            std::shared_ptr<Nudges> nudges)
    {
        return m_known.members.join(controller, std::move(options), std::move(nudges));
    }
    void leave(const std::string &controller);
    /// No other controller that runs has employees of the kind of \a controller's.
    [[nodiscard]] bool isAlone(const std::string &controller) const
    {
        return m_known.members.isAlone(controller);
    }

    ConsistStore::Result<void> submit(const EmployeeKey &key, const Command &command) override;
    ConsistStore::Result<void> forget(const EmployerName &employer, const std::string &by) override;

    /// What \a key's operations wait for may have changed. Never blocks.
    void lookAt(const EmployeeKey &key) { m_known.looks.add(key); }
    /// A pass of \a name has ended.
    void notePass(const EmployerName &name, const PassResult &result);
    /// The source of \a key has spoken of it; \a owners are the employers of \a controller that
    /// it may belong to.
    void noteSpokenOf(const EmployeeKey &key, const std::string &controller,
                      std::set<ObjectId> owners);
    /// A list of \a controller lacks \a gone, which counts as their deletion.
    void noteMissing(const std::string &controller, const std::set<EmployeeKey> &gone) const;
    /// A list of \a controller lacks so many, which is not believed, as \a why says.
    void noteDoubt(const std::string &controller, std::size_t missing,
                   const std::string &why) const;
    /// Its employers have to look at \a key.
    void nudgeEmployersOf(const EmployeeKey &key) { m_steps.nudgeEmployersOf(key); }

    [[nodiscard]] ConsistStore::Result<LifecycleAnswer> look(
        const LifecycleQuestion &question) override;
    [[nodiscard]] std::vector<OperationView> operations();
    /// Sorted by name.
    [[nodiscard]] std::vector<EmployerSummary> employers();
    [[nodiscard]] EmployerView employer(const EmployerName &name);
    /// An operation goes on by itself: foreign code is called for it, or it waits for no person,
    /// nothing that it needs has failed, and it has not been in its phase for longer than a drain
    /// may take.
    [[nodiscard]] bool isMoving();
    /// Begins no foreign call any more, and waits for those under way, but not beyond \a deadline.
    /// What still runs then, in words.
    [[nodiscard]] std::vector<std::string> finishCalls(TimePoint deadline)
    {
        return m_chores.finish(deadline);
    }
    /// What objects ask for and cannot be begun, each in words.
    [[nodiscard]] std::vector<std::string> unservedWishes() const
    {
        return m_chores.unservedWishes();
    }
    /// Controllers that the store knows members of and that do not run: operations on these wait
    /// for them.
    [[nodiscard]] std::vector<std::string> absentControllers() const;
    /// Calls nothing foreign.
    [[nodiscard]] LifecycleCounts counts() const;

private:
    void lookLoop(const std::stop_token &stop);
    void lookAtAll(const std::set<EmployeeKey> &keys, const std::stop_token &stop);
    /// Says of each employer once that members are held, until they are others.
    void sayWhoIsHeld(const EmployerName &name, const ConsistRecord &record);
    void sayWhoGetsTraffic(const EmployerName &name, const std::vector<EmployeeKey> &intrusions);
    /// Says of each drain once that it is stuck.
    void sayWhatIsStuck();

    void noteLookedAt(const EmployerName &name);
    /// Why nothing can begin on \a key; nothing: it is there.
    [[nodiscard]] std::optional<std::string> whyNoMember(const EmployeeKey &key);
    [[nodiscard]] std::set<EmployeeKey> operated() const;
    void countOperations(const EmployeeBook &employee, LifecycleCounts &counts) const;

    Knowledge m_known;
    std::set<std::string> m_stuck; ///< drains that were said to be; only the looker's

    Mutex m_mutex;
    /// Members that were said to be held.
    std::map<EmployerName, std::vector<std::string>> m_held QONTROLLER_GUARDED_BY(m_mutex);

    Steps m_steps{m_known};
    Chores m_chores;
    std::jthread m_looker; // last: it uses all the rest
};

} // namespace qontroller::consist
