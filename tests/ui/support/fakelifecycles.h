// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/members/consist/lifecycleport.h"

#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace qontroller::test {

/// Operations and members that a test writes. Thread-safe: the window asks in threads of its
/// own. Remembers what it was asked, by whom and with what.
class FakeLifecycles final : public consist::LifecyclePort
{
public:
    static consist::EmployeeKey key(const std::string &member) { return {"Server", member}; }
    static consist::EmployerName employerName(const std::string &name)
    {
        return {"services", name};
    }

    /// An employer with members of which all are in service.
    void setEmployer(const std::string &name, const std::vector<std::string> &members);
    void edit(const std::string &employer,
              const std::function<void(consist::EmployerView &)> &change);
    void removeEmployer(const std::string &name);
    /// The controller of all employers does not run.
    void leave();
    /// The controller of all employers does not delete members.
    void keepMembers();

    /// Begins an operation on \a member of \a employer, or gives the one there is another phase.
    void setOperation(const std::string &member, const std::string &id, consist::Phase phase,
                      const std::string &employer = "web");
    void editOperation(const std::string &member, const std::string &id,
                       const std::function<void(consist::OperationView &)> &change);
    /// Since six minutes, because \a employer still holds a mark.
    void setStuck(const std::string &member, const std::string &id,
                  const std::string &employer = "web");
    void endOperation(const std::string &member, const std::string &id);

    /// From now on commands are refused with \a sentence; empty: they are obeyed.
    void refuse(const std::string &sentence);
    /// From now on questions are not answered, and \a sentence says why; empty: they are.
    void fail(const std::string &sentence);
    /// No consist controller has run there, or one has.
    void setControllers(bool some);
    /// While hung, no question is answered; commands are.
    void hang();
    void release();

    [[nodiscard]] std::vector<std::pair<consist::EmployeeKey, consist::Command>> commands() const;
    [[nodiscard]] int questions() const;
    [[nodiscard]] std::map<std::string, int> employerQuestions() const;
    /// The threads that called it.
    [[nodiscard]] std::set<std::thread::id> callers() const;

    std::vector<consist::OperationView> operations();
    std::vector<consist::EmployerSummary> employers();
    consist::EmployerView employer(const consist::EmployerName &name);
    tl::expected<consist::LifecycleAnswer, Error> look(
        const consist::LifecycleQuestion &question) override;
    tl::expected<void, Error> submit(const consist::EmployeeKey &key,
                                     const consist::Command &command) override;
    tl::expected<void, Error> forget(const consist::EmployerName &employer,
                                     const std::string &by) override;

private:
    consist::OperationView &find(const std::string &member, const std::string &id);
    void waitWhileHung(std::unique_lock<std::mutex> &lock);

    mutable std::mutex m_mutex;
    std::condition_variable m_released;
    std::vector<consist::OperationView> m_operations;
    std::map<std::string, consist::EmployerView> m_employers;
    std::vector<std::pair<consist::EmployeeKey, consist::Command>> m_commands;
    std::map<std::string, int> m_employerQuestions;
    std::set<std::thread::id> m_callers;
    std::string m_refusal;
    std::string m_failure;
    bool m_hasControllers = true;
    int m_questions = 0;
    bool m_hung = false;
    bool m_isAbsent = false;
    bool m_cannotDelete = false;
};

} // namespace qontroller::test
