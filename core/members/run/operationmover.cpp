// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/members/run/operationmover.h"

#include "core/base/faults/callforeign.h"
#include "core/base/threads/wait.h"
#include "core/members/consist/operations.h"
#include "core/members/run/views.h"

#include <algorithm>
#include <utility>

namespace qontroller::consist {

namespace {

/// Everything is looked at so often, whatever is said to have changed.
constexpr Duration LookInterval = std::chrono::seconds(5);

void addLabels(const std::string &controller, const ConsistOptions &options, const EmployeeKey &key,
               Around &around)
{
    if (options.preCheck.labels.empty() && options.postCheck.labels.empty())
        return;
    auto labels = callForeign([&] { return options.labelsOf(key.qualifiedName()); });
    if (labels)
        around.labels.emplace(controller, std::move(*labels));
}

void addObjection(const std::string &controller, const ConsistOptions &options,
                  const EmployeeKey &key, Around &around)
{
    if (!options.mayBegin)
        return;
    auto objection = callForeign([&] { return options.mayBegin(key.qualifiedName()); });
    if (!objection)
        around.objections.emplace(controller, std::move(objection.error().text));
    else if (*objection)
        around.objections.emplace(controller, cutText(std::move((*objection)->message)));
}

/// \a around and what foreign code says about \a key now.
Around asked(Around around, const EmployeeKey &key)
{
    for (const auto &[name, options] : around.controllers) {
        addLabels(name, *options, key, around);
        addObjection(name, *options, key, around);
    }
    return around;
}

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

const Action *refusalIn(const Step &step)
{
    const auto found = std::ranges::find(step.actions, Action::Kind::Refused, &Action::kind);
    return found == step.actions.end() ? nullptr : &*found;
}

} // namespace

OperationMover::OperationMover(std::shared_ptr<ConsistStore> store, Clock &clock, Settings settings)
    : m_store(std::move(store))
    , m_clock(clock)
    , m_log(std::move(settings.log))
    , m_note(std::move(settings.note))
    , m_chores(*m_store, m_members, m_firstLooks, clock, std::move(settings.runCommand),
               std::move(settings.endEarlier), m_log, *this)
    , m_looker([this](const std::stop_token &stop) { lookLoop(stop); })
{}

OperationMover::~OperationMover()
{
    m_looker.request_stop();
}

void OperationMover::leave(const std::string &controller)
{
    m_members.leave(controller);
    m_chores.forget(controller);
    m_firstLooks.forget(controller);
    m_sightings.forget(controller);
}

ConsistStore::Result<void> OperationMover::submit(const EmployeeKey &key, const Command &command)
{
    const bool begins = command.kind == Command::Kind::Begin
                        || command.kind == Command::Kind::Delete;
    if (auto why = begins ? whyNoMember(key) : std::nullopt)
        return tl::unexpected(Error(*std::move(why)));
    if (command.kind == Command::Kind::Delete) {
        const Around around = aroundOf(key);
        const bool isAble = std::any_of(around.controllers.begin(), around.controllers.end(),
                                        [](const auto &one) {
                                            return bool(one.second->deleteEmployee);
                                        });
        const auto isHeld = [&](const Books &books) { return books.isHeld(key); };
        if (!isAble && !m_store->look(isHeld))
            return tl::unexpected(Error("no controller that has it can delete an employee"));
    }
    auto done = this->command(key, command);
    if (!done)
        return tl::unexpected(std::move(done.error()));
    if (const Action *refusal = refusalIn(*done))
        return tl::unexpected(Error(std::string(name(refusal->refusal))));
    return {};
}

std::optional<std::string> OperationMover::whyNoMember(const EmployeeKey &key)
{
    const std::string none = "there is no member " + key.text() + ": ";
    const auto controllers = aroundOf(key).controllers;
    if (controllers.empty())
        return none + "no controller that runs has any of its kind";
    const EmployeeBook book = m_store->look(
        [&](const Books &books) { return books.employee(key); });
    if (!book.exists)
        return "the member " + key.text() + " does not exist any more";
    const bool haveListed = std::ranges::all_of(controllers, [this](const auto &one) {
        return m_sightings.hasListed(one.first);
    });
    if (haveListed && book.isBlank() && !isShown(key))
        return none + "no list and no event has told of it";
    return std::nullopt;
}

ConsistStore::Result<void> OperationMover::forget(const EmployerName &employer,
                                                  const std::string &by)
{
    if (m_members.optionsOf(employer.controller))
        return tl::unexpected(Error("its controller " + employer.controller + " runs"));
    const auto book = m_store->look([&](const Books &books) {
        return books.employers().contains(employer) ? books.employer(employer) : nullptr;
    });
    if (!book)
        return tl::unexpected(Error("there is no employer " + employer.text()));
    auto done = m_store->ledgerOf(employer.controller)->releaseCleanUpMark(employer.employer);
    if (!done)
        return done;
    m_log(by + " has forgotten the employer " + employer.employer + " of " + employer.controller
          + ", which does not run: its " + std::to_string(book->marks.size())
          + " marks hold nothing any more");
    lookAtThose([](const EmployeeBook &) { return true; });
    return {};
}

ConsistStore::Result<void> OperationMover::heed(const EmployeeKey &key,
                                                const std::vector<WantedOperation> &wishes)
{
    auto done = step(key, [&](const Lifecycle &state, const Facts &facts,
                              const LifecyclePolicy &policy) {
        return consist::heed(state, wishes, facts, policy);
    });
    if (!done)
        return tl::unexpected(std::move(done.error()));
    if (const Action *refusal = refusalIn(*done))
        return tl::unexpected(Error(refusal->id + ": " + std::string(name(refusal->refusal))));
    return {};
}

void OperationMover::lookAt(const EmployeeKey &key)
{
    {
        MutexLock lock(m_mutex);
        m_toLookAt.insert(key);
    }
    m_lookCame.notifyOne();
}

template<class IsMeant>
void OperationMover::lookAtThose(IsMeant isMeant)
{
    const auto meant = m_store->look([&](const Books &books) {
        std::vector<EmployeeKey> keys;
        std::ranges::copy_if(books.operated(), std::back_inserter(keys),
                             [&](const auto &key) { return isMeant(books.employee(key)); });
        return keys;
    });
    for (const EmployeeKey &key : meant)
        lookAt(key);
}

void OperationMover::notePass(const EmployerName &name, const PassResult &result)
{
    m_tally.noteFailures(name.controller, result.record);
    sayWhoGetsTraffic(name, result.intrusions);
    sayWhoIsHeld(name, result.record);
    const auto options = m_members.optionsOf(name.controller);
    // Who waits for a place need not be looked at while there is none.
    const bool isFull = options && m_store->look([&](const Books &books) {
        return quotaLeftOf(books, name, options->preCheck) == 0U;
    });
    lookAtThose([&](const EmployeeBook &book) {
        return (!isFull || takesOutOfService(book.lifecycle)) && book.employers().contains(name);
    });
    const Outcome::Kind kind = result.outcome.kind();
    if (result.isWhole || (kind != Outcome::Kind::Retry && kind != Outcome::Kind::Shortage))
        noteLookedAt(name);
}

void OperationMover::noteLookedAt(const EmployerName &name)
{
    if (!m_firstLooks.noteLookedAt(name))
        return;
    m_chores.noteLookedAt(name);
    lookAtThose([](const EmployeeBook &) { return true; }); // that waited for it
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
    m_log(name.text() + ": " + std::to_string(record.heldEmployees.size())
          + " members have vanished, and nobody has said that they were deleted: they are held as "
            "they are, until they are back or a person deletes them");
}

void OperationMover::noteMissing(const std::string &controller,
                                 const std::set<EmployeeKey> &gone) const
{
    if (gone.empty() || !m_note)
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
    m_note(controller + ": " + std::to_string(gone.size())
           + " members have gone, for a list lacks them: " + names);
}

void OperationMover::noteDoubt(const std::string &controller, std::size_t missing,
                               const std::string &why) const
{
    m_log(controller + ": a list lacks " + std::to_string(missing)
          + (missing == 1 ? " member" : " members")
          + ", which is not taken for a deletion: " + why);
}

void OperationMover::sayWhoGetsTraffic(const EmployerName &name,
                                       const std::vector<EmployeeKey> &intrusions)
{
    for (const EmployeeKey &key : intrusions) {
        const bool isAtWork = m_store->look(
            [&](const Books &books) { return isOperatedOn(books.employee(key).lifecycle); });
        if (!isAtWork)
            continue;
        m_log(std::string(key.qualifiedName()) + ": " + name.text()
              + " sent it traffic while it was operated on: another party has let it through");
        m_tally.noteIntrusion(name.controller);
    }
}

void OperationMover::noteSpokenOf(const EmployeeKey &key, const std::string &controller,
                                  std::set<ObjectId> owners)
{
    m_firstLooks.noteSpokenOf(controller, key, owners);
    if (m_store->look([&](const Books &books) { return books.operated().contains(key); }))
        lookAt(key);
    m_chores.readWishes(controller, key, std::move(owners));
}

void OperationMover::nudgeEmployersOf(const EmployeeKey &key)
{
    m_members.nudge(
        m_store->look([&](const Books &books) { return books.employee(key).employers(); }));
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
    answer.now = m_clock.wallNow();
    return answer;
}

std::vector<OperationView> OperationMover::operations()
{
    std::vector<OperationView> views;
    for (const EmployeeKey &key : operated()) {
        Around around = asked(aroundOf(key), key);
        around.now = m_clock.wallNow();
        m_store->look([&](const Books &books) { addOperations(books, key, around, views); });
    }
    return views;
}

bool OperationMover::isMoving()
{
    if (m_chores.isAtWork())
        return true;
    return std::ranges::any_of(operated(), [this](const EmployeeKey &key) {
        const Around around = aroundOf(key);
        return m_store->look([&](const Books &books) {
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
    std::vector<EmployerSummary> all = m_store->look(employersIn);
    std::map<std::string, std::shared_ptr<const ConsistOptions>> controllers;
    for (EmployerSummary &one : all) {
        const auto [known, isNew] = controllers.try_emplace(one.name.controller);
        if (isNew)
            known->second = m_members.optionsOf(one.name.controller);
        one.isAbsent = !known->second;
        const bool hasHeld = m_store->look([&](const Books &books) {
            return !books.employer(one.name)->record.heldEmployees.empty();
        });
        one.cannotDelete = !known->second || (!known->second->deleteEmployee && !hasHeld);
        one.operationTypes = typesOf(known->second.get());
    }
    return all;
}

EmployerView OperationMover::employer(const EmployerName &name)
{
    const auto options = m_members.optionsOf(name.controller);
    return m_store->look(
        [&](const Books &books) { return employerIn(books, name, options.get()); });
}

std::set<EmployeeKey> OperationMover::operated() const
{
    return m_store->look([](const Books &books) { return books.operated(); });
}

void OperationMover::lookLoop(const std::stop_token &stop)
{
    const WakeOnStop wake(stop, m_mutex, m_lookCame);
    while (!stop.stop_requested()) {
        const TimePoint next = m_clock.now() + LookInterval;
        m_chores.retryWishes();
        lookAtAll(operated(), stop);
        sayWhatIsStuck();
        while (!stop.stop_requested() && m_clock.now() < next)
            lookAtAll(waitForWork(next, stop), stop);
    }
}

std::set<EmployeeKey> OperationMover::waitForWork(TimePoint until, const std::stop_token &stop)
{
    MutexLock lock(m_mutex);
    while (m_toLookAt.empty() && m_clock.now() < until && !stop.stop_requested())
        m_clock.waitUntil(m_lookCame, lock, until);
    return std::exchange(m_toLookAt, {});
}

void OperationMover::lookAtAll(const std::set<EmployeeKey> &keys, const std::stop_token &stop)
{
    for (const EmployeeKey &key : keys) {
        if (stop.stop_requested())
            return;
        // What could not be written comes again.
        static_cast<void>(step(key, next));
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
            m_log(drain + " is stuck: " + view.waiting.whom.front().name + " still holds its mark");
    }
    m_stuck = std::move(stuck);
}

std::vector<std::string> OperationMover::absentControllers() const
{
    std::vector<std::string> absent;
    for (const auto &[controller, members] :
         m_store->look([](const Books &books) { return books.members(); })) {
        const bool hasMembers = std::ranges::any_of(members, [](auto count) { return count > 0; });
        if (hasMembers && !m_members.optionsOf(controller))
            absent.push_back(controller);
    }
    return absent;
}

LifecycleCounts OperationMover::counts() const
{
    LifecycleCounts counts = m_tally.counts();
    counts.unservedWishes = m_chores.unservedWishes().size();
    m_store->look([&](const Books &books) {
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
                  [this](const auto &each) { return !m_members.optionsOf(each.first); });
    return counts;
}

void OperationMover::countOperations(const EmployeeBook &employee, LifecycleCounts &counts) const
{
    Around around;
    around.controllers = m_members.optionsOf(controllersOf(employee));
    const LifecyclePolicy policy = policyOf(employee, around);
    for (const Operation &operation : employee.lifecycle.operations) {
        ++counts.operations.at(static_cast<std::size_t>(operation.phase));
        counts.stuck += isStuck(operation, m_clock.wallNow(), policy.drainDeadline);
    }
}

// Steps

Around OperationMover::aroundOf(const EmployeeKey &key) const
{
    Around around;
    around.now = m_clock.wallNow();
    around.controllers = m_members.concernedBy(key, m_store->look([&](const Books &books) {
        return controllersOf(books.employee(key));
    }));
    around.answers = m_chores.answersAbout(key);
    around.unseen = m_firstLooks.missingFor(key);
    for (const auto &[controller, options] : around.controllers) {
        const bool isToldLater = m_sightings.isSeenBy(controller, key)
                                 && !m_firstLooks.isSpokenOf(controller, key);
        if (isToldLater || !m_sightings.hasListed(controller))
            around.unlisted.push_back(controller);
    }
    return around;
}

ConsistStore::Result<Step> OperationMover::command(const EmployeeKey &key, const Command &command)
{
    return step(key, [&](const Lifecycle &state, Facts facts, const LifecyclePolicy &policy) {
        facts.command = command;
        return next(state, facts, policy);
    });
}

// One step at a time: the facts of an operation follow from the phase that it is in.
ConsistStore::Result<Step> OperationMover::step(const EmployeeKey &key, const Move &move)
{
    const Around around = asked(aroundOf(key), key);
    Lifecycle before;
    WallTime at{};
    auto done = m_store->step(key, [&](const Books &books, const EmployeeBook &employee,
                                       WallTime now) {
        Around present = around;
        present.now = now;
        before = employee.lifecycle;
        at = now;
        Step moved = move(before, factsOf(books, key, present), policyOf(employee, present));
        m_chores.forgetClosed(key, moved.state); // here, in the order of the states
        return moved;
    });
    if (!done)
        return done;
    m_tally.noteMoves(before, done->state, at);
    noteMoves(key, before, done->state);
    for (const Operation &one : done->state.operations) {
        const Operation *const was = find(before, one.id);
        if (one.phase == Phase::Undoing && was && was->phase != Phase::Undoing)
            m_chores.noteUndone(key, one.id);
    }
    act(key, *done);
    if (done->state == before)
        return done;
    lookAt(key); // what it moved to may go on
    const auto hasEnded = [&](const Operation &one) { return !find(done->state, one.id); };
    if (std::ranges::any_of(before.operations, hasEnded))
        m_chores.retryWishes(); // what it was in the way of may begin
    if (takesOutOfService(before) && !takesOutOfService(done->state))
        lookAtThose([](const EmployeeBook &other) { // that wait, perhaps for its place
            return !takesOutOfService(other.lifecycle);
        });
    return done;
}

void OperationMover::noteMoves(const EmployeeKey &key, const Lifecycle &before,
                               const Lifecycle &after) const
{
    if (!m_note)
        return;
    const auto say = [&](const Operation &one, const char *what) {
        m_note(std::string(key.qualifiedName()) + ": operation " + one.id + " (" + one.type + ") "
               + what);
    };
    for (const Operation &one : after.operations) {
        if (!find(before, one.id))
            say(one, "has begun");
    }
    for (const Operation &one : before.operations) {
        if (!find(after, one.id))
            say(one, one.isUndone                   ? "is undone"
                     : one.phase < Phase::Operating ? "has ended before its work began"
                                                    : "has ended");
    }
}

void OperationMover::act(const EmployeeKey &key, const Step &step)
{
    for (const Action &action : step.actions) {
        if (action.kind == Action::Kind::CloseGate || action.kind == Action::Kind::OpenGate)
            nudgeEmployersOf(key);
        else if (action.kind == Action::Kind::LogForced)
            m_log(std::string(key.qualifiedName()) + ": " + action.by + " has forced the operation "
                  + action.id + " on: what still holds it does not count");
    }
    m_chores.attend(key, step);
}

} // namespace qontroller::consist
