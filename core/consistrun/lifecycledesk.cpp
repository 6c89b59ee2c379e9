// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/consistrun/lifecycledesk.h"

#include "core/base/callforeign.h"

#include <algorithm>
#include <utility>

namespace qontroller::consist {

namespace {

/// Everything is looked at so often, whatever is said to have changed.
constexpr Duration LookInterval = std::chrono::seconds(5);
/// A command that failed is asked again after this, and so is a deletion.
constexpr Duration AskInterval = std::chrono::seconds(10);

Question deletionBy(const std::string &controller)
{
    return {controller, std::string(DeletionId), Check::After};
}

/// Whether \a question is still one of \a state.
bool isOpen(const Lifecycle &state, const Question &question)
{
    const Operation *operation = find(state, question.operation);
    if (!operation)
        return false;
    if (operation->isDeletion && question.check == Check::After)
        return operation->phase == Phase::Operating;
    const bool isBefore = operation->phase == Phase::PreCheck;
    return isBefore == (question.check == Check::Before);
}

} // namespace

LifecycleDesk::LifecycleDesk(std::shared_ptr<ConsistStore> store, Clock &clock,
                             RunCommand runCommand)
    : m_store(std::move(store))
    , m_clock(clock)
    , m_runCommand(std::move(runCommand))
    , m_looker([this](std::stop_token stop) { lookLoop(std::move(stop)); })
    , m_runner([this](std::stop_token stop) { errandLoop(std::move(stop)); })
{}

LifecycleDesk::~LifecycleDesk()
{
    m_looker.request_stop();
    m_runner.request_stop();
}

bool LifecycleDesk::join(const std::string &controller,
                         std::shared_ptr<const ConsistOptions> options,
                         std::shared_ptr<Nudges> nudges)
{
    MutexLock lock(m_mutex);
    return m_members.emplace(controller, Member{std::move(options), std::move(nudges)}).second;
}

void LifecycleDesk::leave(const std::string &controller)
{
    MutexLock lock(m_mutex);
    m_members.erase(controller);
}

ConsistStore::Result<void> LifecycleDesk::submit(const EmployeeKey &key, const Command &command)
{
    if (command.kind == Command::Kind::Delete) {
        const Around around = aroundOf(key);
        const bool isAble = std::any_of(around.controllers.begin(), around.controllers.end(),
                                        [](const auto &one) {
                                            return bool(one.second->deleteEmployee);
                                        });
        if (!isAble)
            return tl::unexpected(Error("no controller that has it can delete an employee"));
    }
    auto done = step(key, command);
    if (!done)
        return tl::unexpected(std::move(done.error()));
    for (const Action &action : done->actions) {
        if (action.kind == Action::Kind::Refused)
            return tl::unexpected(Error(std::string(name(action.refusal))));
    }
    return {};
}

void LifecycleDesk::lookAt(const EmployeeKey &key)
{
    {
        MutexLock lock(m_mutex);
        m_toLookAt.insert(key);
    }
    m_lookCame.notifyOne();
}

void LifecycleDesk::lookAtEmployeesOf(const EmployerName &name)
{
    const auto operated = m_store->look([&](const Books &books) {
        std::vector<EmployeeKey> keys;
        for (const EmployeeKey &key : books.operated()) {
            if (books.employee(key).employers().contains(name))
                keys.push_back(key);
        }
        return keys;
    });
    for (const EmployeeKey &key : operated)
        lookAt(key);
}

void LifecycleDesk::nudgeEmployersOf(const EmployeeKey &key)
{
    const auto employers = m_store->look(
        [&](const Books &books) { return books.employee(key).employers(); });
    MutexLock lock(m_mutex);
    for (const EmployerName &name : employers) {
        const auto member = m_members.find(name.controller);
        if (member != m_members.end())
            member->second.nudges->nudge(name.employer);
    }
}

std::vector<OperationView> LifecycleDesk::operations()
{
    const auto keys = m_store->look([](const Books &books) { return books.operated(); });
    std::vector<OperationView> views;
    for (const EmployeeKey &key : keys) {
        Around around = labelled(aroundOf(key), key);
        const WallTime now = m_clock.wallNow();
        around.now = now;
        m_store->look([&](const Books &books) {
            const EmployeeBook &book = books.employee(key);
            const Facts facts = factsOf(books, key, around);
            const LifecyclePolicy policy = policyOf(book, around);
            for (const Operation &one : book.lifecycle.operations) {
                OperationView view{key, one, waitingOf(book.lifecycle, one, facts, policy)};
                view.isAllowed = one.phase == Phase::Drained && !one.isDeletion;
                for (const auto &[question, answer] : around.answers) {
                    if (one.isDeletion && question.operation == one.id && !answer.succeeded)
                        view.waiting.whom.push_back({answer.said, one.since});
                }
                views.push_back(std::move(view));
            }
        });
    }
    return views;
}

// Steps

void LifecycleDesk::lookLoop(std::stop_token stop)
{
    const std::stop_callback wake(stop, [this] {
        {
            MutexLock lock(m_mutex);
        } // else it could be missed between the question and the sleep
        m_lookCame.notifyAll();
    });
    for (;;) {
        auto keys = m_store->look([](const Books &books) { return books.operated(); });
        const TimePoint until = m_clock.now() + LookInterval;
        while (!keys.empty()) {
            for (const EmployeeKey &key : keys) {
                if (stop.stop_requested())
                    return;
                static_cast<void>(step(key, std::nullopt)); // what could not be written comes again
            }
            MutexLock lock(m_mutex);
            keys = std::exchange(m_toLookAt, {});
        }
        MutexLock lock(m_mutex);
        while (m_toLookAt.empty() && m_clock.now() < until && !stop.stop_requested())
            m_clock.waitUntil(m_lookCame, lock, until);
        if (stop.stop_requested())
            return;
    }
}

Around LifecycleDesk::aroundOf(const EmployeeKey &key)
{
    const auto names = m_store->look(
        [&](const Books &books) { return controllersOf(books.employee(key)); });
    Around around;
    around.now = m_clock.wallNow();
    MutexLock lock(m_mutex);
    for (const std::string &name : names) {
        const auto member = m_members.find(name);
        if (member != m_members.end())
            around.controllers.emplace(name, member->second.options);
    }
    for (const auto &[asked, answer] : m_answers) {
        if (asked.first == key)
            around.answers.emplace(asked.second, answer.said);
    }
    return around;
}

Around LifecycleDesk::labelled(Around around, const EmployeeKey &key) const
{
    for (const auto &[name, options] : around.controllers) {
        if (options->preCheck.labels.empty() && options->postCheck.labels.empty())
            continue;
        auto labels = callForeign(
            [&, &options = *options] { return options.labelsOf(key.qualifiedName()); });
        if (labels)
            around.labels.emplace(name, std::move(*labels));
    }
    return around;
}

ConsistStore::Result<Step> LifecycleDesk::step(const EmployeeKey &key,
                                               const std::optional<Command> &command)
{
    const Around around = labelled(aroundOf(key), key);
    bool hasMoved = false;
    auto done = m_store->step(key, [&](const Books &books, const EmployeeBook &employee,
                                       WallTime now) {
        Around present = around;
        present.now = now;
        Facts facts = factsOf(books, key, present);
        facts.command = command;
        // One step at a time: the facts of an operation follow from the phase that it is in.
        Step step = next(employee.lifecycle, facts, policyOf(employee, present));
        hasMoved = step.state != employee.lifecycle;
        return step;
    });
    if (!done)
        return done;
    act(key, *done);
    if (hasMoved) { // what it moved to may go on, and others may have waited for that
        lookAt(key);
        for (const EmployeeKey &other :
             m_store->look([](const Books &books) { return books.operated(); }))
            lookAt(other);
    }
    return done;
}

void LifecycleDesk::act(const EmployeeKey &key, const Step &step)
{
    for (const Action &action : step.actions) {
        switch (action.kind) {
        case Action::Kind::CloseGate:
        case Action::Kind::OpenGate: nudgeEmployersOf(key); break;
        case Action::Kind::AskPreCheck:
            ask(key, *find(step.state, action.id), Check::Before);
            break;
        case Action::Kind::AskPostCheck:
            ask(key, *find(step.state, action.id), Check::After);
            break;
        case Action::Kind::DeleteEmployee: askToDelete(key); break;
        default: break; // the state itself tells who looks at it
        }
    }
    MutexLock lock(m_mutex);
    std::erase_if(m_answers, [&](const auto &one) {
        return one.first.first == key && !isOpen(step.state, one.first.second);
    });
}

// Errands

void LifecycleDesk::ask(const EmployeeKey &key, const Operation &operation, Check check)
{
    for (const auto &[name, options] : aroundOf(key).controllers) {
        const ConsistRules &rules = check == Check::Before ? options->preCheck : options->postCheck;
        if (!rules.command.empty())
            enqueue({key, {name, operation.id, check}, options});
    }
}

void LifecycleDesk::askToDelete(const EmployeeKey &key)
{
    for (const auto &[name, options] : aroundOf(key).controllers) {
        if (options->deleteEmployee)
            return enqueue({key, deletionBy(name), options});
    }
}

void LifecycleDesk::enqueue(Errand errand)
{
    {
        MutexLock lock(m_mutex);
        const auto asked = std::pair(errand.employee, errand.question);
        const auto answer = m_answers.find(asked);
        const bool isAnswered = answer != m_answers.end()
                                && (answer->second.said.succeeded
                                    || m_clock.now() < answer->second.at + AskInterval);
        if (isAnswered || !m_underWay.insert(asked).second)
            return;
        m_errands.push_back(std::move(errand));
    }
    m_errandCame.notifyOne();
}

void LifecycleDesk::errandLoop(std::stop_token stop)
{
    const std::stop_callback wake(stop, [this] {
        {
            MutexLock lock(m_mutex);
        }
        m_errandCame.notifyAll();
    });
    for (;;) {
        std::optional<Errand> errand;
        {
            MutexLock lock(m_mutex);
            while (m_errands.empty() && !stop.stop_requested())
                m_errandCame.wait(lock);
            if (stop.stop_requested())
                return;
            errand = std::move(m_errands.front());
            m_errands.pop_front();
        }
        run(*errand, stop);
        lookAt(errand->employee);
    }
}

void LifecycleDesk::run(const Errand &errand, std::stop_token stop)
{
    const bool isDeletion = errand.question == deletionBy(errand.question.controller);
    if (isDeletion)
        return note(errand, remove(errand));
    const bool isBefore = errand.question.check == Check::Before;
    const auto &rules = isBefore ? errand.options->preCheck : errand.options->postCheck;
    auto said = callForeign(
        [&] { return m_runCommand(rules.command, errand.employee.qualifiedName(), stop); });
    note(errand, said ? std::move(*said) : CommandAnswer{false, std::move(said.error().text)});
}

CommandAnswer LifecycleDesk::remove(const Errand &errand)
{
    const auto error = callForeign(
        [&] { return errand.options->deleteEmployee(errand.employee.qualifiedName()); });
    if (!error || *error)
        return {false, "it cannot be deleted: " + (error ? (*error)->message : error.error().text)};
    const auto written = m_store->setExistence(errand.employee, Books::Existence::Gone);
    nudgeEmployersOf(errand.employee);
    return written ? CommandAnswer{true, {}} : CommandAnswer{false, written.error().message};
}

void LifecycleDesk::note(const Errand &errand, CommandAnswer answer)
{
    MutexLock lock(m_mutex);
    m_underWay.erase({errand.employee, errand.question});
    m_answers[{errand.employee, errand.question}] = {std::move(answer), m_clock.now()};
}

} // namespace qontroller::consist
