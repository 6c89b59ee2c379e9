// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/members/run/errands.h"
#include "core/members/run/knowledge.h"
#include "core/members/run/steps.h"

#include <functional>
#include <map>
#include <set>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace qontroller::consist {

/// What a program is run for.
struct Work
{
    EmployeeKey employee;
    std::string operation; ///< that it does; empty: a rule asks it
};

/// What operations need of foreign code: commands of rules, programs that operate, deletions, and
/// what the objects of employees ask for. Calls it on threads of its own, and makes the steps that
/// follow from what came of it. Thread-safe.
class Chores
{
public:
    /// Runs the program \a command, with the employee's name as the last argument, until it has
    /// ended, \a timeout is over or \a stop is requested.
    using RunProgram =
        std::function<ProgramAnswer(const std::vector<std::string> &command, const Work &work,
                                    Duration timeout, std::stop_token stop)>;
    /// Ends what an earlier life of the program has started for an operation, and was killed before
    /// that had ended. False: something still runs. Empty: nothing outlives the program.
    using EndEarlier = std::function<bool(const Work &work, std::stop_token stop)>;
    /// Both outlive it.
    Chores(Knowledge &knowledge, Steps &steps, RunProgram runProgram, EndEarlier endEarlier);

    /// Obeys \a command, on disk when it returns, or says why not.
    ConsistStore::Result<void> submit(const EmployeeKey &key, const Command &command);
    /// Makes one step of what moves by itself. What could not be written comes again.
    void moveOn(const EmployeeKey &key);

    /// The object of \a key may ask for something else; \a owners are all that it may belong to.
    /// Before each of them had a pass nothing is begun: it is unknown who sends it traffic.
    void readWishes(const std::string &controller, const EmployeeKey &key,
                    std::set<ObjectId> owners);
    /// \a employer had its first pass in which nothing went wrong.
    void noteLookedAt(const EmployerName &employer);
    /// Those that could not be read or served.
    void retryWishes();
    /// … each in words.
    [[nodiscard]] std::vector<std::string> unservedWishes() const;
    /// Foreign code is called, or is about to be.
    [[nodiscard]] bool isAtWork() const { return !m_errands.isIdle(); }
    /// Calls nothing more, and waits for the calls under way, but not beyond \a deadline. What
    /// still runs then, in words.
    [[nodiscard]] std::vector<std::string> finish(TimePoint deadline);
    /// \a controller has left.
    void forget(const std::string &controller);

    /// After this a command is ended, and has failed.
    static constexpr Duration RuleTimeout = std::chrono::minutes(1);
    static constexpr Duration OperateTimeout = std::chrono::minutes(30);

private:
    using Wisher = std::pair<std::string, EmployeeKey>; ///< a controller and an employee
    struct Wish
    {
        std::set<ObjectId> owners; ///< that have to be looked at before
        std::string complaint;     ///< why it could not be served, as it was logged
    };
    using Options = std::shared_ptr<const ConsistOptions>;

    /// Sees to what follows from a step; what it has refused.
    ConsistStore::Result<std::optional<Action>> follow(const EmployeeKey &key,
                                                       const Steps::Result &made);
    /// Sees to it that what \a step waits for is under way.
    void attend(const EmployeeKey &key, const Step &step);
    void askRules(const EmployeeKey &key, const std::string &operation, Ask ask);
    void askToDelete(const EmployeeKey &key);
    void askOperator(const EmployeeKey &key, const Operation &operation);
    [[nodiscard]] Members::Options controllersOf(const EmployeeKey &key) const;
    /// Notes what \a call says.
    void add(const EmployeeKey &key, Question question,
             std::function<ProgramAnswer(std::stop_token)> call);

    [[nodiscard]] ProgramAnswer run(const std::vector<std::string> &command, const Work &work,
                                    Duration timeout, const std::stop_token &stop) const;
    /// Why no operation may be done now; empty: it may.
    [[nodiscard]] static std::string objectionTo(const ConsistOptions &options);
    /// Ends the work for \a operation that an earlier life of the program began. True: none is
    /// left.
    [[nodiscard]] bool endEarlierWork(const EmployeeKey &key, const Operation &operation,
                                      const std::stop_token &stop);
    [[nodiscard]] ProgramAnswer operate(const EmployeeKey &key, const Operation &operation,
                                        const Options &options, const std::stop_token &stop);
    /// Does the work of \a operation, unless that has succeeded and only could not be written.
    [[nodiscard]] ProgramAnswer workOnce(const EmployeeKey &key, const Operation &operation,
                                         const Options &options, const std::stop_token &stop);
    [[nodiscard]] ProgramAnswer work(const Work &work, const EmployeeOperator &one,
                                     const std::stop_token &stop) const;
    [[nodiscard]] ProgramAnswer remove(const EmployeeKey &key, const ConsistOptions &options);
    [[nodiscard]] ProgramAnswer noteDeleted(const EmployeeKey &key);

    void logFailure(const EmployeeKey &key, const Question &question, const std::string &why) const;
    void addWishes(const Wisher &wisher);
    [[nodiscard]] static std::string complaintOf(const Wisher &wisher,
                                                 const std::string &complaint);
    void serve(const Wisher &wisher);
    [[nodiscard]] std::optional<Error> tryToServe(const Wisher &wisher);
    [[nodiscard]] bool isTooEarly(const Wisher &wisher) const;
    void complain(const Wisher &wisher, const std::string &complaint);

    Knowledge &m_known;
    Steps &m_steps;
    RunProgram m_runProgram;
    EndEarlier m_endEarlier; // may be empty

    mutable Mutex m_mutex;
    /// Those that are still to be served.
    std::map<Wisher, Wish> m_wishes QONTROLLER_GUARDED_BY(m_mutex);
    /// Operations whose work has succeeded, while that could not be written.
    std::set<std::pair<EmployeeKey, std::string>> m_worked QONTROLLER_GUARDED_BY(m_mutex);

    /// Operations that this life has begun to work for, or found no work for.
    std::set<std::pair<EmployeeKey, std::string>> m_ours QONTROLLER_GUARDED_BY(m_mutex);

    Errands m_errands; // last: its threads use all the rest
};

} // namespace qontroller::consist
