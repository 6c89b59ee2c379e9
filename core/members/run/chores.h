// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"
#include "core/members/consist/wishes.h"
#include "core/members/run/answers.h"
#include "core/members/run/consiststore.h"
#include "core/members/run/errands.h"
#include "core/members/run/firstlooks.h"
#include "core/members/run/members.h"

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
/// what the objects of employees ask for. Calls it on threads of its own and tells \a Listener what
/// came of it. Thread-safe.
class Chores
{
public:
    /// Runs \a command, the employee's name as the last argument, until it has ended, \a timeout is
    /// over or \a stop is requested.
    using RunCommand =
        std::function<CommandAnswer(const std::vector<std::string> &command, const Work &work,
                                    Duration timeout, std::stop_token stop)>;
    /// Ends what an earlier life of the program has started for an operation, and was killed before
    /// that had ended. False: something still runs. Empty: nothing outlives the program.
    using EndEarlier = std::function<bool(const Work &work, std::stop_token stop)>;
    /// Takes a sentence for who runs the host.
    using Log = std::function<void(const std::string &)>;

    /// Who moves operations. Called without a lock.
    class Listener
    {
    public:
        virtual ~Listener() = default;
        virtual ConsistStore::Result<void> submit(const EmployeeKey &key,
                                                  const Command &command) = 0;
        virtual ConsistStore::Result<void> heed(const EmployeeKey &key,
                                                const std::vector<WantedOperation> &wishes) = 0;
        virtual void lookAt(const EmployeeKey &key) = 0;
        /// A source shows it.
        [[nodiscard]] virtual bool isShown(const EmployeeKey &key) const = 0;
        /// It was asked in vain.
        virtual void noteFailed(Ask ask) = 0;
    };

    /// All outlive it.
    Chores(ConsistStore &store, Members &members, const FirstLooks &firstLooks, Clock &clock,
           RunCommand runCommand, EndEarlier endEarlier, Log log, Listener &listener);

    /// Sees to it that what \a step waits for is under way.
    void attend(const EmployeeKey &key, const Step &step);
    /// Forgets the answers that \a state does not ask for any more. Called in the order of the
    /// states: a late call would forget what was answered since.
    void forgetClosed(const EmployeeKey &key, const Lifecycle &state)
    {
        m_answers.forgetClosed(key, state);
    }
    /// \a operation is being undone: to let go need not wait, whatever failed before.
    void noteUndone(const EmployeeKey &key, const std::string &operation)
    {
        m_answers.forget(key, {{}, operation, Ask::Operate});
    }
    [[nodiscard]] std::map<Question, CommandAnswer> answersAbout(const EmployeeKey &key) const
    {
        return m_answers.about(key);
    }

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
    [[nodiscard]] std::vector<std::string> finish(Clock &clock, TimePoint deadline);
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

    void askRules(const EmployeeKey &key, const std::string &operation, Ask ask);
    void askToDelete(const EmployeeKey &key);
    void askOperator(const EmployeeKey &key, const Operation &operation);
    [[nodiscard]] Members::Options controllersOf(const EmployeeKey &key) const;
    /// Notes what \a call says.
    void add(const EmployeeKey &key, Question question,
             std::function<CommandAnswer(std::stop_token)> call);

    [[nodiscard]] CommandAnswer run(const std::vector<std::string> &command, const Work &work,
                                    Duration timeout, const std::stop_token &stop) const;
    /// Ends the work for \a operation that an earlier life of the program began. True: none is
    /// left.
    [[nodiscard]] bool endEarlierWork(const EmployeeKey &key, const Operation &operation,
                                      const std::stop_token &stop);
    [[nodiscard]] CommandAnswer operate(const EmployeeKey &key, const Operation &operation,
                                        const Options &options, const std::stop_token &stop);
    /// Does the work of \a operation, unless that has succeeded and only could not be written.
    [[nodiscard]] CommandAnswer workOnce(const EmployeeKey &key, const Operation &operation,
                                         const Options &options, const std::stop_token &stop);
    [[nodiscard]] CommandAnswer work(const Work &work, const EmployeeOperator &one,
                                     const std::stop_token &stop) const;
    [[nodiscard]] CommandAnswer remove(const EmployeeKey &key, const ConsistOptions &options);
    [[nodiscard]] CommandAnswer noteDeleted(const EmployeeKey &key);

    void logFailure(const EmployeeKey &key, const Question &question, const std::string &why) const;
    void addWishes(const Wisher &wisher);
    [[nodiscard]] static std::string complaintOf(const Wisher &wisher,
                                                 const std::string &complaint);
    void serve(const Wisher &wisher);
    [[nodiscard]] std::optional<Error> tryToServe(const Wisher &wisher);
    [[nodiscard]] bool isTooEarly(const Wisher &wisher) const;
    void complain(const Wisher &wisher, const std::string &complaint);

    ConsistStore &m_store;
    Members &m_members;
    const FirstLooks &m_firstLooks;
    RunCommand m_runCommand;
    EndEarlier m_endEarlier; // may be empty
    Log m_log;
    Listener &m_listener;
    Answers m_answers;

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
