// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/members/run/chores.h"

#include "core/base/faults/callforeign.h"
#include "core/base/text/text.h"

#include <algorithm>
#include <utility>

namespace qontroller::consist {

namespace {

ProgramAnswer failed(std::string said)
{
    return {false, std::move(said)};
}

/// "s1: operation restart-7: the work"
std::string inWords(const EmployeeKey &key, const Question &question)
{
    return std::string(key.qualifiedName()) + ": operation " + question.operation + ": the "
           + std::string(name(question.ask));
}

} // namespace

Chores::Chores(Knowledge &knowledge, Steps &steps, RunProgram runProgram, EndEarlier endEarlier)
    : m_known(knowledge)
    , m_steps(steps)
    , m_runProgram(std::move(runProgram))
    , m_endEarlier(std::move(endEarlier))
{}

ConsistStore::Result<void> Chores::submit(const EmployeeKey &key, const Command &command)
{
    const auto refusal = follow(key, m_steps.command(key, command));
    if (!refusal)
        return tl::unexpected(refusal.error());
    if (*refusal)
        return tl::unexpected(Error(std::string(name((*refusal)->refusal))));
    return {};
}

void Chores::moveOn(const EmployeeKey &key)
{
    static_cast<void>(follow(key, m_steps.next(key)));
}

ConsistStore::Result<std::optional<Action>> Chores::follow(const EmployeeKey &key,
                                                           const Steps::Result &made)
{
    if (!made)
        return tl::unexpected(made.error());
    const auto &[before, step] = *made;
    attend(key, step);
    m_steps.lookOnward(key, *made);
    const auto hasEnded = [&state = step.state](const Operation &one) {
        return !find(state, one.id);
    };
    if (std::ranges::any_of(before.operations, hasEnded))
        retryWishes(); // what it was in the way of may begin
    const auto refusal = std::ranges::find(step.actions, Action::Kind::Refused, &Action::kind);
    return refusal == step.actions.end() ? std::nullopt : std::optional(*refusal);
}

void Chores::attend(const EmployeeKey &key, const Step &step)
{
    for (const Action &action : step.actions) {
        switch (action.kind) {
        case Action::Kind::AskPreCheck: askRules(key, action.id, Ask::PreCheck); break;
        case Action::Kind::AskPostCheck: askRules(key, action.id, Ask::PostCheck); break;
        case Action::Kind::DeleteEmployee: askToDelete(key); break;
        default: break;
        }
    }
    for (const Operation &operation : step.state.operations) {
        if (awaitsOperator(operation))
            askOperator(key, operation);
    }
}

void Chores::askRules(const EmployeeKey &key, const std::string &operation, Ask ask)
{
    for (const auto &[name, options] : controllersOf(key)) {
        const auto &rules = ask == Ask::PreCheck ? options->preCheck : options->postCheck;
        if (rules.command.empty())
            continue;
        add(key, {name, operation, ask},
            [this, key, command = rules.command](const std::stop_token &stop) {
                return run(command, {key, {}}, RuleTimeout, stop);
            });
    }
}

void Chores::askToDelete(const EmployeeKey &key)
{
    for (const auto &[name, options] : controllersOf(key)) {
        if (!options->deleteEmployee)
            continue;
        return add(key, {{}, std::string(DeletionId), Ask::Delete},
                   [this, key, options = options](const std::stop_token &) {
                       return remove(key, *options);
                   });
    }
    if (!m_known.sightings.isShown(key)) // it was held: there is nothing left that could be deleted
        add(key, {{}, std::string(DeletionId), Ask::Delete},
            [this, key](const std::stop_token &) { return noteDeleted(key); });
}

void Chores::askOperator(const EmployeeKey &key, const Operation &operation)
{
    const Members::Options controllers = controllersOf(key);
    const std::string name = operatorOf(controllers, operation.type);
    const bool isGone = m_known.store->look(
        [&](const Books &books) { return !books.employee(key).exists; });
    if (isGone && operation.phase == Phase::Drained)
        return; // it may come back
    const bool hasLetGo = operation.phase == Phase::Undoing && operation.isWish;
    if (name.empty() && !hasLetGo)
        return;
    const Options options = name.empty() ? nullptr : controllers.at(name);
    add(key, {{}, operation.id, Ask::Operate},
        [this, key, operation, options](const std::stop_token &stop) {
            return operate(key, operation, options, stop);
        });
}

Members::Options Chores::controllersOf(const EmployeeKey &key) const
{
    return m_known.members.concernedBy(key, m_known.store->look([&](const Books &books) {
        return consist::controllersOf(books.employee(key));
    }));
}

void Chores::add(const EmployeeKey &key, Question question,
                 std::function<ProgramAnswer(std::stop_token)> call)
{
    const auto ask = [this, key, question, call = std::move(call)](const std::stop_token &stop) {
        // Looked at here as well: the last one may have ended since this one was asked for, and
        // have been all that was needed.
        const bool isStillOpen = m_known.store->look(
            [&](const Books &books) { return isOpen(books.employee(key).lifecycle, question); });
        if (!isStillOpen || !m_known.answers.mayAsk(key, question))
            return;
        ProgramAnswer answer = call(stop);
        const bool hasFailed = !answer.succeeded && !stop.stop_requested();
        const std::string said = answer.said;
        const bool isNews = m_known.answers.note(key, question, std::move(answer));
        if (hasFailed)
            m_known.tally.noteFailedCall(name(question.ask));
        if (hasFailed && isNews)
            logFailure(key, question, said);
        m_known.looks.add(key);
    };
    if (m_known.answers.mayAsk(key, question))
        m_errands.add({key, question, ask});
}

void Chores::logFailure(const EmployeeKey &key, const Question &question,
                        const std::string &why) const
{
    const auto pause = std::chrono::duration_cast<std::chrono::seconds>(Answers::AskInterval);
    m_known.log(inWords(key, question) + " has failed and is tried again every "
                + std::to_string(pause.count()) + "s: " + why);
}

std::vector<std::string> Chores::finish(TimePoint deadline)
{
    std::vector<std::string> left;
    for (const auto &[key, question] : m_errands.close(m_known.clock, deadline))
        left.push_back(inWords(key, question));
    return left;
}

ProgramAnswer Chores::run(const std::vector<std::string> &command, const Work &work,
                          Duration timeout, const std::stop_token &stop) const
{
    auto said = callForeign([&] { return m_runProgram(command, work, timeout, stop); });
    return said ? std::move(*said) : failed(std::move(said.error().text));
}

ProgramAnswer Chores::operate(const EmployeeKey &key, const Operation &operation,
                              const Options &options, const std::stop_token &stop)
{
    const auto say = [&](Command::Kind kind) {
        return submit(key, {kind, operation.id, {}, "its controller"});
    };
    if (auto objection = options ? objectionTo(*options) : std::string(); !objection.empty())
        return failed(std::move(objection));
    if (operation.phase == Phase::Drained) {
        {
            MutexLock lock(m_mutex);
            m_worked.erase({key, operation.id}); // of an operation that had its name
            m_ours.insert({key, operation.id});
        }
        if (auto started = say(Command::Kind::Start); !started)
            return failed(std::move(started.error().message));
    }
    if (!endEarlierWork(key, operation, stop))
        return failed("what an earlier life of this program has left at work does not end");
    // Undone: it lets go whatever came of the work.
    if (operation.phase != Phase::Undoing) {
        ProgramAnswer answer = workOnce(key, operation, options, stop);
        if (!answer.succeeded)
            return answer;
    }
    const auto finished = say(Command::Kind::Finish);
    if (!finished)
        return failed("its work is done, but that cannot be written: " + finished.error().message);
    MutexLock lock(m_mutex);
    m_worked.erase({key, operation.id});
    m_ours.erase({key, operation.id});
    return {true, {}};
}

std::string Chores::objectionTo(const ConsistOptions &options)
{
    if (!options.mayWork)
        return {};
    auto objection = callForeign([&] { return options.mayWork(); });
    if (!objection)
        return std::move(objection.error().text);
    return *objection ? cutText(std::move((*objection)->message)) : std::string();
}

bool Chores::endEarlierWork(const EmployeeKey &key, const Operation &operation,
                            const std::stop_token &stop)
{
    {
        MutexLock lock(m_mutex);
        if (m_ours.contains({key, operation.id}))
            return true;
    }
    if (m_endEarlier) {
        const auto ended = callForeign([&] { return m_endEarlier({key, operation.id}, stop); });
        if (!ended || !*ended)
            return false;
    }
    MutexLock lock(m_mutex);
    m_ours.insert({key, operation.id});
    return true;
}

ProgramAnswer Chores::workOnce(const EmployeeKey &key, const Operation &operation,
                               const Options &options, const std::stop_token &stop)
{
    {
        MutexLock lock(m_mutex);
        if (m_worked.contains({key, operation.id}))
            return {true, {}};
    }
    ProgramAnswer answer = work({key, operation.id}, options->operate.at(operation.type), stop);
    if (answer.succeeded) {
        MutexLock lock(m_mutex);
        m_worked.insert({key, operation.id});
    }
    return answer;
}

ProgramAnswer Chores::work(const Work &work, const EmployeeOperator &one,
                           const std::stop_token &stop) const
{
    if (!one.call)
        return run(one.command, work, OperateTimeout, stop);
    auto error = callForeign([&] { return one.call(work.employee.qualifiedName(), stop); });
    if (!error)
        return failed(std::move(error.error().text));
    return *error ? failed((*error)->message) : ProgramAnswer{true, {}};
}

ProgramAnswer Chores::remove(const EmployeeKey &key, const ConsistOptions &options)
{
    const auto error = callForeign([&] { return options.deleteEmployee(key.qualifiedName()); });
    if (!error || *error)
        return failed("it cannot be deleted: " + (error ? (*error)->message : error.error().text));
    return noteDeleted(key);
}

ProgramAnswer Chores::noteDeleted(const EmployeeKey &key)
{
    const auto written = m_known.store->setExistence(key, Books::Existence::Gone);
    m_steps.nudgeEmployersOf(key);
    return written ? ProgramAnswer{true, {}} : failed(written.error().message);
}

// Wishes

void Chores::readWishes(const std::string &controller, const EmployeeKey &key,
                        std::set<ObjectId> owners)
{
    const Options options = m_known.members.optionsOf(controller);
    if (!options || !options->operationsOf)
        return;
    {
        MutexLock lock(m_mutex);
        m_wishes[{controller, key}].owners = std::move(owners);
    }
    addWishes({controller, key});
}

void Chores::noteLookedAt(const EmployerName &employer)
{
    std::vector<Wisher> waiting;
    {
        MutexLock lock(m_mutex);
        for (const auto &[wisher, wish] : m_wishes) {
            if (wisher.first == employer.controller && wish.owners.contains(employer.employer))
                waiting.push_back(wisher);
        }
    }
    for (const Wisher &wisher : waiting)
        addWishes(wisher);
}

void Chores::retryWishes()
{
    std::vector<Wisher> waiting;
    {
        MutexLock lock(m_mutex);
        for (const auto &[wisher, wish] : m_wishes)
            waiting.push_back(wisher);
    }
    for (const Wisher &wisher : waiting)
        addWishes(wisher);
}

void Chores::forget(const std::string &controller)
{
    MutexLock lock(m_mutex);
    std::erase_if(m_wishes, [&](const auto &one) { return one.first.first == controller; });
}

void Chores::addWishes(const Wisher &wisher)
{
    m_errands.add({wisher.second,
                   {wisher.first, {}, Ask::Wishes},
                   [this, wisher](const std::stop_token &) { serve(wisher); }},
                  Errands::IfUnderWay::Again);
}

void Chores::serve(const Wisher &wisher)
{
    if (isTooEarly(wisher))
        return; // it comes again with the pass
    if (const auto wrong = tryToServe(wisher))
        return complain(wisher, wrong->message);
    MutexLock lock(m_mutex);
    m_wishes.erase(wisher);
}

std::optional<Error> Chores::tryToServe(const Wisher &wisher)
{
    const EmployeeKey &key = wisher.second;
    const Options options = m_known.members.optionsOf(wisher.first);
    if (!options)
        return std::nullopt; // it has left
    auto wishes = callForeign([&] { return options->operationsOf(key.qualifiedName()); });
    if (!wishes)
        return Error(std::move(wishes.error().text));
    if (!*wishes)
        return std::move(wishes->error());
    const auto refusal = follow(key, m_steps.heed(key, **wishes));
    if (!refusal)
        return refusal.error();
    if (*refusal)
        return Error((*refusal)->id + ": " + std::string(name((*refusal)->refusal)));
    return std::nullopt;
}

bool Chores::isTooEarly(const Wisher &wisher) const
{
    MutexLock lock(m_mutex);
    return m_wishes.contains(wisher)
           && std::ranges::any_of(m_known.firstLooks.missingFor(wisher.second).employers,
                                  [&](const auto &name) {
                                      return name.controller == wisher.first;
                                  });
}

std::vector<std::string> Chores::unservedWishes() const
{
    std::vector<std::string> all;
    MutexLock lock(m_mutex);
    for (const auto &[wisher, wish] : m_wishes) {
        if (!wish.complaint.empty())
            all.push_back(complaintOf(wisher, wish.complaint));
    }
    return all;
}

std::string Chores::complaintOf(const Wisher &wisher, const std::string &complaint)
{
    return std::string(wisher.second.qualifiedName())
           + ": what its object asks for is not begun yet: " + complaint;
}

void Chores::complain(const Wisher &wisher, const std::string &complaint)
{
    {
        MutexLock lock(m_mutex);
        const auto wish = m_wishes.find(wisher);
        if (wish == m_wishes.end() || wish->second.complaint == complaint)
            return;
        wish->second.complaint = complaint;
    }
    m_known.log(complaintOf(wisher, complaint));
}

} // namespace qontroller::consist
