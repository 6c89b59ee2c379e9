// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/consistrun/consiststore.h"
#include "core/consistrun/facts.h"
#include "core/consistrun/nudges.h"

#include <deque>
#include <functional>
#include <memory>
#include <set>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace qontroller::consist {

/// One operation, for who looks at it.
struct OperationView
{
    EmployeeKey employee;
    Operation operation;
    Waiting waiting;
    bool isAllowed = false; ///< its operator may start
};

/// Moves the operations on employees of all consist controllers of a host.
///
/// A command is obeyed on the caller's thread, and on disk when submit() returns. What follows by
/// itself (a mark that went, a quota that became free, a rule's command that answered) is looked
/// at on a thread of the desk's own, and foreign code runs on another one: commands of rules and
/// deletions, one at a time. Thread-safe.
class LifecycleDesk
{
public:
    /// Runs the command of a rule about an employee, its name as the last argument, until it has
    /// ended or \a stop is requested.
    using RunCommand = std::function<CommandAnswer(const std::vector<std::string> &command,
                                                   std::string_view employee, std::stop_token)>;

    /// Goes on with the operations that are in \a store. \a clock outlives the desk.
    LifecycleDesk(std::shared_ptr<ConsistStore> store, Clock &clock, RunCommand runCommand);
    /// Waits for the foreign call that is under way, after asking it to stop.
    ~LifecycleDesk();
    LifecycleDesk(const LifecycleDesk &) = delete;
    LifecycleDesk &operator=(const LifecycleDesk &) = delete;

    [[nodiscard]] ConsistStore &store() const { return *m_store; }

    /// From now on \a controller's rules count and \a nudges tells it of its employers. False: a
    /// controller of this name has joined already.
    [[nodiscard]] bool join(const std::string &controller,
                            std::shared_ptr<const ConsistOptions> options,
                            std::shared_ptr<Nudges> nudges);
    void leave(const std::string &controller);

    /// The error says why the command was refused; nothing has changed then.
    ConsistStore::Result<void> submit(const EmployeeKey &key, const Command &command);

    /// What \a key's operations wait for may have changed. Never blocks.
    void lookAt(const EmployeeKey &key);
    /// … of those that \a name expects or marks.
    void lookAtEmployeesOf(const EmployerName &name);
    /// … of its employers, which have to look at it.
    void nudgeEmployersOf(const EmployeeKey &key);

    [[nodiscard]] std::vector<OperationView> operations();

private:
    struct Member
    {
        std::shared_ptr<const ConsistOptions> options;
        std::shared_ptr<Nudges> nudges;
    };
    struct Answer
    {
        CommandAnswer said;
        TimePoint at;
    };
    /// A call of foreign code.
    struct Errand
    {
        EmployeeKey employee;
        Question question; ///< of a rule's command; its operation is empty for a deletion
        std::shared_ptr<const ConsistOptions> options;
    };

    void lookLoop(std::stop_token stop);
    void errandLoop(std::stop_token stop);
    void run(const Errand &errand, std::stop_token stop);
    [[nodiscard]] CommandAnswer remove(const Errand &errand);
    void note(const Errand &errand, CommandAnswer answer);

    /// Without what the labels are; they are asked for by labelled().
    [[nodiscard]] Around aroundOf(const EmployeeKey &key);
    [[nodiscard]] Around labelled(Around around, const EmployeeKey &key) const;
    ConsistStore::Result<Step> step(const EmployeeKey &key, const std::optional<Command> &command);
    void act(const EmployeeKey &key, const Step &step);
    void ask(const EmployeeKey &key, const Operation &operation, Check check);
    void askToDelete(const EmployeeKey &key);
    void enqueue(Errand errand);

    std::shared_ptr<ConsistStore> m_store;
    Clock &m_clock;
    RunCommand m_runCommand;

    Mutex m_mutex; // never held while the store's is taken
    Condition m_lookCame;
    Condition m_errandCame;
    std::map<std::string, Member> m_members QONTROLLER_GUARDED_BY(m_mutex);
    std::set<EmployeeKey> m_toLookAt QONTROLLER_GUARDED_BY(m_mutex);
    std::deque<Errand> m_errands QONTROLLER_GUARDED_BY(m_mutex);
    std::set<std::pair<EmployeeKey, Question>> m_underWay QONTROLLER_GUARDED_BY(m_mutex);
    std::map<std::pair<EmployeeKey, Question>, Answer> m_answers QONTROLLER_GUARDED_BY(m_mutex);

    std::jthread m_looker;
    std::jthread m_runner; // last: they use all the rest
};

} // namespace qontroller::consist
