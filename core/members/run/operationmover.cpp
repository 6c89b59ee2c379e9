// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/members/run/operationmover.h"

#include "core/base/text/text.h"
#include "core/members/consist/operations.h"
#include "core/members/run/views.h"

#include <algorithm>
#include <utility>

namespace qontroller::consist {

namespace {

/// Everything is looked at so often, whatever is said to have changed.
constexpr Duration LookInterval = std::chrono::seconds(5);

/// The operations that a controller with \a options, or null, does by itself.
std::vector<std::string> typesOf(const ConsistOptions *options)
{
    std::vector<std::string> types;
    if (options) {
        for (const auto &[type, one] : options->operate)
            types.push_back(type);
    }
    return types;
}

} // namespace

OperationMover::OperationMover(std::shared_ptr<ConsistStore> store, Clock &clock, Settings settings)
    : m_known{std::move(store), clock, std::move(settings.log), std::move(settings.note)}
    , m_chores(m_known, m_steps, std::move(settings.runProgram), std::move(settings.endEarlier))
    , m_looker([this](const std::stop_token &stop) { lookLoop(stop); })
{}

OperationMover::~OperationMover()
{
    m_looker.request_stop();
}

void OperationMover::leave(const std::string &controller)
{
    m_known.members.leave(controller);
    m_chores.forget(controller);
    m_known.firstLooks.forget(controller);
    m_known.sightings.forget(controller);
}

ConsistStore::Result<void> OperationMover::submit(const EmployeeKey &key, const Command &command)
{
    const bool begins = command.kind == Command::Kind::Begin
                        || command.kind == Command::Kind::Delete;
    if (auto why = begins ? whyNoMember(key) : std::nullopt)
        return tl::unexpected(Error(*std::move(why)));
    if (command.kind == Command::Kind::Delete) {
        const Around around = m_steps.aroundOf(key);
        const bool isAble = std::any_of(around.controllers.begin(), around.controllers.end(),
                                        [](const auto &one) {
                                            return bool(one.second->deleteEmployee);
                                        });
        const auto isHeld = [&](const Books &books) { return books.isHeld(key); };
        if (!isAble && !m_known.store->look(isHeld))
            return tl::unexpected(Error("no controller that has it can delete an employee"));
    }
    return m_chores.submit(key, command);
}

std::optional<std::string> OperationMover::whyNoMember(const EmployeeKey &key)
{
    const std::string none = "there is no member " + key.text() + ": ";
    const auto controllers = m_steps.aroundOf(key).controllers;
    if (controllers.empty())
        return none + "no controller that runs has any of its kind";
    const EmployeeBook book = m_known.store->look(
        [&](const Books &books) { return books.employee(key); });
    if (!book.exists)
        return "the member " + key.text() + " does not exist any more";
    const bool haveListed = std::ranges::all_of(controllers, [this](const auto &one) {
        return m_known.sightings.hasListed(one.first);
    });
    if (haveListed && book.isBlank() && !m_known.sightings.isShown(key))
        return none + "no list and no event has told of it";
    return std::nullopt;
}

ConsistStore::Result<void> OperationMover::forget(const EmployerName &employer,
                                                  const std::string &by)
{
    if (m_known.members.optionsOf(employer.controller))
        return tl::unexpected(Error("its controller " + employer.controller + " runs"));
    const auto book = m_known.store->look([&](const Books &books) {
        return books.employers().contains(employer) ? books.employer(employer) : nullptr;
    });
    if (!book)
        return tl::unexpected(Error("there is no employer " + employer.text()));
    auto done = m_known.store->ledgerOf(employer.controller)->releaseCleanUpMark(employer.employer);
    if (!done)
        return done;
    m_known.log(by + " has forgotten the employer " + employer.employer + " of "
                + employer.controller + ", which does not run: its "
                + std::to_string(book->marks.size()) + " marks hold nothing any more");
    m_steps.lookAtThose([](const EmployeeBook &) { return true; });
    return {};
}

void OperationMover::notePass(const EmployerName &name, const PassResult &result)
{
    m_known.tally.noteFailures(name.controller, result.record);
    sayWhoGetsTraffic(name, result.intrusions);
    sayWhoIsHeld(name, result.record);
    const auto options = m_known.members.optionsOf(name.controller);
    // Who waits for a place need not be looked at while there is none.
    const bool isFull = options && m_known.store->look([&](const Books &books) {
        return quotaLeftOf(books, name, options->preCheck) == 0U;
    });
    m_steps.lookAtThose([&](const EmployeeBook &book) {
        return (!isFull || takesOutOfService(book.lifecycle)) && book.employers().contains(name);
    });
    const Outcome::Kind kind = result.outcome.kind();
    if (result.isWhole || (kind != Outcome::Kind::Retry && kind != Outcome::Kind::Shortage))
        noteLookedAt(name);
}

void OperationMover::noteLookedAt(const EmployerName &name)
{
    if (!m_known.firstLooks.noteLookedAt(name))
        return;
    m_chores.noteLookedAt(name);
    m_steps.lookAtThose([](const EmployeeBook &) { return true; }); // that waited for it
}

void OperationMover::sayWhoIsHeld(const EmployerName &name, const ConsistRecord &record)
{
    {
        MutexLock lock(m_mutex);
        auto &held = m_held[name];
        const bool isNews = held != record.heldEmployees;
        held = record.heldEmployees;
        if (held.empty())
            m_held.erase(name);
        if (!isNews || record.heldEmployees.empty())
            return;
    }
    m_known.log(
        name.text() + ": " + std::to_string(record.heldEmployees.size())
        + " members have vanished, and nobody has said that they were deleted: they are held as "
          "they are, until they are back or a person deletes them");
}

void OperationMover::noteMissing(const std::string &controller,
                                 const std::set<EmployeeKey> &gone) const
{
    if (gone.empty() || !m_known.note)
        return;
    constexpr std::size_t Named = 10;
    std::string names;
    for (auto key = gone.begin(); key != gone.end() && names.size() < LongestText / 2; ++key) {
        if (static_cast<std::size_t>(std::distance(gone.begin(), key)) == Named) {
            names += ", …";
            break;
        }
        names.append(names.empty() ? "" : ", ").append(key->qualifiedName());
    }
    m_known.note(controller + ": " + std::to_string(gone.size())
                 + " members have gone, for a list lacks them: " + names);
}

void OperationMover::noteDoubt(const std::string &controller, std::size_t missing,
                               const std::string &why) const
{
    m_known.log(controller + ": a list lacks " + std::to_string(missing)
                + (missing == 1 ? " member" : " members")
                + ", which is not taken for a deletion: " + why);
}

void OperationMover::sayWhoGetsTraffic(const EmployerName &name,
                                       const std::vector<EmployeeKey> &intrusions)
{
    for (const EmployeeKey &key : intrusions) {
        const bool isAtWork = m_known.store->look(
            [&](const Books &books) { return isOperatedOn(books.employee(key).lifecycle); });
        if (!isAtWork)
            continue;
        m_known.log(
            std::string(key.qualifiedName()) + ": " + name.text()
            + " sent it traffic while it was operated on: another party has let it through");
        m_known.tally.noteIntrusion(name.controller);
    }
}

void OperationMover::noteSpokenOf(const EmployeeKey &key, const std::string &controller,
                                  std::set<ObjectId> owners)
{
    m_known.firstLooks.noteSpokenOf(controller, key, owners);
    if (m_known.store->look([&](const Books &books) { return books.operated().contains(key); }))
        m_known.looks.add(key);
    m_chores.readWishes(controller, key, std::move(owners));
}

// Looking

ConsistStore::Result<LifecycleAnswer> OperationMover::look(const LifecycleQuestion &question)
{
    LifecycleAnswer answer;
    answer.operations = operations();
    if (question.depth == LifecycleQuestion::Depth::Employers) {
        answer.employers = employers();
        for (const EmployerName &name : question.open)
            answer.opened.push_back(employer(name));
    }
    answer.now = m_known.clock.wallNow();
    return answer;
}

std::vector<OperationView> OperationMover::operations()
{
    std::vector<OperationView> views;
    for (const EmployeeKey &key : operated()) {
        Around around = m_steps.askAround(key);
        around.now = m_known.clock.wallNow();
        m_known.store->look([&](const Books &books) { addOperations(books, key, around, views); });
    }
    return views;
}

bool OperationMover::isMoving()
{
    if (m_chores.isAtWork())
        return true;
    return std::ranges::any_of(operated(), [this](const EmployeeKey &key) {
        const Around around = m_steps.aroundOf(key);
        return m_known.store->look([&](const Books &books) {
            const EmployeeBook &employee = books.employee(key);
            const Duration patience = policyOf(employee, around).drainDeadline;
            return std::ranges::any_of(employee.lifecycle.operations, [&](const Operation &one) {
                return consist::isMoving(one, around) && around.now - one.since < patience;
            });
        });
    });
}

std::vector<EmployerSummary> OperationMover::employers()
{
    std::vector<EmployerSummary> all = m_known.store->look(employersIn);
    std::map<std::string, std::shared_ptr<const ConsistOptions>> controllers;
    for (EmployerSummary &one : all) {
        const auto [known, isNew] = controllers.try_emplace(one.name.controller);
        if (isNew)
            known->second = m_known.members.optionsOf(one.name.controller);
        one.isAbsent = !known->second;
        const bool hasHeld = m_known.store->look([&](const Books &books) {
            return !books.employer(one.name)->record.heldEmployees.empty();
        });
        one.cannotDelete = !known->second || (!known->second->deleteEmployee && !hasHeld);
        one.operationTypes = typesOf(known->second.get());
    }
    return all;
}

EmployerView OperationMover::employer(const EmployerName &name)
{
    const auto options = m_known.members.optionsOf(name.controller);
    return m_known.store->look(
        [&](const Books &books) { return employerIn(books, name, options.get()); });
}

std::set<EmployeeKey> OperationMover::operated() const
{
    return m_known.store->look([](const Books &books) { return books.operated(); });
}

void OperationMover::lookLoop(const std::stop_token &stop)
{
    while (!stop.stop_requested()) {
        const TimePoint next = m_known.clock.now() + LookInterval;
        m_chores.retryWishes();
        lookAtAll(operated(), stop);
        sayWhatIsStuck();
        while (!stop.stop_requested() && m_known.clock.now() < next)
            lookAtAll(m_known.looks.take(m_known.clock, next, stop), stop);
    }
}

void OperationMover::lookAtAll(const std::set<EmployeeKey> &keys, const std::stop_token &stop)
{
    for (const EmployeeKey &key : keys) {
        if (stop.stop_requested())
            return;
        m_chores.moveOn(key);
    }
}

void OperationMover::sayWhatIsStuck()
{
    std::set<std::string> stuck;
    for (const OperationView &view : operations()) {
        if (!view.waiting.isStuck || view.waiting.whom.empty())
            continue;
        const std::string drain = std::string(view.employee.qualifiedName())
                                  + ": the drain for the operation " + view.operation.id;
        if (stuck.insert(drain).second && !m_stuck.contains(drain))
            m_known.log(drain + " is stuck: " + view.waiting.whom.front().name
                        + " still holds its mark");
    }
    m_stuck = std::move(stuck);
}

std::vector<std::string> OperationMover::absentControllers() const
{
    std::vector<std::string> absent;
    for (const auto &[controller, members] :
         m_known.store->look([](const Books &books) { return books.members(); })) {
        const bool hasMembers = std::ranges::any_of(members, [](auto count) { return count > 0; });
        if (hasMembers && !m_known.members.optionsOf(controller))
            absent.push_back(controller);
    }
    return absent;
}

LifecycleCounts OperationMover::counts() const
{
    LifecycleCounts counts = m_known.tally.counts();
    counts.unservedWishes = m_chores.unservedWishes().size();
    m_known.store->look([&](const Books &books) {
        for (const auto &[controller, members] : books.members())
            counts.controllers[controller].members = members;
        for (const auto &[name, book] : books.employers()) {
            auto &one = counts.controllers[name.controller];
            ++(isInTrouble(book->record) ? one.employersInTrouble : one.employersInOrder);
            one.heldMembers += book->record.heldEmployees.size();
        }
        for (const EmployeeKey &key : books.operated())
            countOperations(books.employee(key), counts);
    });
    counts.absentControllers = absentControllers().size();
    std::erase_if(counts.controllers,
                  [this](const auto &each) { return !m_known.members.optionsOf(each.first); });
    return counts;
}

void OperationMover::countOperations(const EmployeeBook &employee, LifecycleCounts &counts) const
{
    Around around;
    around.controllers = m_known.members.optionsOf(controllersOf(employee));
    const LifecyclePolicy policy = policyOf(employee, around);
    for (const Operation &operation : employee.lifecycle.operations) {
        ++counts.operations.at(static_cast<std::size_t>(operation.phase));
        counts.stuck += isStuck(operation, m_known.clock.wallNow(), policy.drainDeadline);
    }
}

} // namespace qontroller::consist
