// SPDX-License-Identifier: GPL-3.0-or-later
#include "fakelifecycles.h"

#include "core/base/threads/clock.h"

#include <algorithm>

namespace qontroller::test {

using namespace consist;
using namespace std::chrono_literals;

namespace {

WallTime ago(Duration time)
{
    return SteadyClock::instance().wallNow() - time;
}

WaitsFor waitsForOf(Phase phase)
{
    switch (phase) {
    case Phase::PreCheck: return WaitsFor::Rules;
    case Phase::Permitted: return WaitsFor::Gate;
    case Phase::Draining: return WaitsFor::Marks;
    case Phase::Operated: return WaitsFor::OtherOperations;
    case Phase::PostCheck: return WaitsFor::Checks;
    case Phase::Restoring: return WaitsFor::Traffic;
    default: return WaitsFor::Operator;
    }
}

} // namespace

void FakeLifecycles::setEmployer(const std::string &name, const std::vector<std::string> &members)
{
    const std::lock_guard lock(m_mutex);
    EmployerView view{employerName(name), {}, {}, {}, 1};
    view.resources = {{ConsistSide::Employer, name + "-frontend", "10.0.0.7:443"}};
    for (const std::string &member : members)
        view.members.push_back({key(member), MemberState::InService, ago(2h), {"weight 100"}});
    m_employers.insert_or_assign(name, std::move(view));
}

void FakeLifecycles::edit(const std::string &employer,
                          const std::function<void(EmployerView &)> &change)
{
    const std::lock_guard lock(m_mutex);
    change(m_employers.at(employer));
}

void FakeLifecycles::removeEmployer(const std::string &name)
{
    const std::lock_guard lock(m_mutex);
    m_employers.erase(name);
}

void FakeLifecycles::leave()
{
    const std::lock_guard lock(m_mutex);
    m_isAbsent = true;
}

void FakeLifecycles::keepMembers()
{
    const std::lock_guard lock(m_mutex);
    m_cannotDelete = true;
}

OperationView &FakeLifecycles::find(const std::string &member, const std::string &id)
{
    return *std::ranges::find_if(m_operations, [&](const OperationView &view) {
        return view.employee == key(member) && view.operation.id == id;
    });
}

void FakeLifecycles::setOperation(const std::string &member, const std::string &id, Phase phase,
                                  const std::string &employer)
{
    endOperation(member, id);
    const std::lock_guard lock(m_mutex);
    Operation operation;
    operation.id = id;
    operation.type = "restart";
    operation.phase = phase;
    operation.since = ago(40s);
    OperationView view{key(member), operation, {waitsForOf(phase), {}, operation.since}};
    view.isAllowed = phase == Phase::Drained;
    view.employers = {employerName(employer)};
    m_operations.push_back(std::move(view));
}

void FakeLifecycles::editOperation(const std::string &member, const std::string &id,
                                   const std::function<void(OperationView &)> &change)
{
    const std::lock_guard lock(m_mutex);
    change(find(member, id));
}

void FakeLifecycles::setStuck(const std::string &member, const std::string &id,
                              const std::string &employer)
{
    setOperation(member, id, Phase::Draining, employer);
    editOperation(member, id, [&](OperationView &view) {
        const WallTime since = ago(6min);
        view.operation.since = since;
        view.waiting = {WaitsFor::Marks, {{employerName(employer).text(), since}}, since, true};
    });
}

void FakeLifecycles::endOperation(const std::string &member, const std::string &id)
{
    const std::lock_guard lock(m_mutex);
    std::erase_if(m_operations, [&](const OperationView &view) {
        return view.employee == key(member) && view.operation.id == id;
    });
}

void FakeLifecycles::refuse(const std::string &sentence)
{
    const std::lock_guard lock(m_mutex);
    m_refusal = sentence;
}

void FakeLifecycles::fail(const std::string &sentence)
{
    const std::lock_guard lock(m_mutex);
    m_failure = sentence;
}

void FakeLifecycles::setControllers(bool some)
{
    const std::lock_guard lock(m_mutex);
    m_hasControllers = some;
}

void FakeLifecycles::hang()
{
    const std::lock_guard lock(m_mutex);
    m_hung = true;
}

void FakeLifecycles::release()
{
    {
        const std::lock_guard lock(m_mutex);
        m_hung = false;
    }
    m_released.notify_all();
}

std::vector<std::pair<EmployeeKey, Command>> FakeLifecycles::commands() const
{
    const std::lock_guard lock(m_mutex);
    return m_commands;
}

int FakeLifecycles::questions() const
{
    const std::lock_guard lock(m_mutex);
    return m_questions;
}

std::map<std::string, int> FakeLifecycles::employerQuestions() const
{
    const std::lock_guard lock(m_mutex);
    return m_employerQuestions;
}

std::set<std::thread::id> FakeLifecycles::callers() const
{
    const std::lock_guard lock(m_mutex);
    return m_callers;
}

void FakeLifecycles::waitWhileHung(std::unique_lock<std::mutex> &lock)
{
    m_callers.insert(std::this_thread::get_id());
    while (m_hung)
        m_released.wait(lock);
}

std::vector<OperationView> FakeLifecycles::operations()
{
    std::unique_lock lock(m_mutex);
    waitWhileHung(lock);
    ++m_questions;
    return m_operations;
}

std::vector<EmployerSummary> FakeLifecycles::employers()
{
    std::unique_lock lock(m_mutex);
    waitWhileHung(lock);
    std::vector<EmployerSummary> all;
    for (const auto &[name, view] : m_employers)
        all.push_back({view.name,
                       view.members.size(),
                       !view.errors.empty(),
                       {"patch"},
                       m_isAbsent,
                       m_cannotDelete || m_isAbsent});
    return all;
}

EmployerView FakeLifecycles::employer(const EmployerName &name)
{
    std::unique_lock lock(m_mutex);
    waitWhileHung(lock);
    ++m_employerQuestions[name.employer];
    const auto found = m_employers.find(name.employer);
    return found == m_employers.end() ? EmployerView{name, {}, {}, {}, {}} : found->second;
}

tl::expected<LifecycleAnswer, Error> FakeLifecycles::look(const LifecycleQuestion &question)
{
    LifecycleAnswer answer{SteadyClock::instance().wallNow()};
    answer.operations = operations();
    if (question.depth == LifecycleQuestion::Depth::Employers) {
        answer.employers = employers();
        for (const EmployerName &name : question.open)
            answer.opened.push_back(employer(name));
    }
    const std::lock_guard lock(m_mutex);
    if (!m_failure.empty())
        return tl::unexpected(Error(m_failure));
    if (!m_hasControllers)
        return LifecycleAnswer{answer.now, false};
    return answer;
}

tl::expected<void, Error> FakeLifecycles::submit(const EmployeeKey &key, const Command &command)
{
    const std::lock_guard lock(m_mutex);
    m_callers.insert(std::this_thread::get_id());
    m_commands.emplace_back(key, command);
    if (!m_refusal.empty())
        return tl::unexpected(Error(m_refusal));
    return {};
}

tl::expected<void, Error> FakeLifecycles::forget(const EmployerName &employer,
                                                 const std::string &by)
{
    const std::lock_guard lock(m_mutex);
    m_callers.insert(std::this_thread::get_id());
    if (by.empty() || m_employers.erase(employer.employer) == 0)
        return tl::unexpected(Error("unknown"));
    return {};
}

} // namespace qontroller::test
