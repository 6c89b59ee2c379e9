// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/members/run/steps.h"

#include "core/base/faults/callforeign.h"
#include "core/base/text/text.h"
#include "core/members/consist/operations.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace qontroller::consist {

namespace {

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

} // namespace

Steps::Result Steps::next(const EmployeeKey &key)
{
    return make(key, consist::next);
}

Steps::Result Steps::command(const EmployeeKey &key, const Command &command)
{
    return make(key, [&](const Lifecycle &state, Facts facts, const LifecyclePolicy &policy) {
        facts.command = command;
        return consist::next(state, facts, policy);
    });
}

Steps::Result Steps::heed(const EmployeeKey &key, const std::vector<WantedOperation> &wishes)
{
    return make(key,
                [&](const Lifecycle &state, const Facts &facts, const LifecyclePolicy &policy) {
                    return consist::heed(state, wishes, facts, policy);
                });
}

// One step at a time: the facts of an operation follow from the phase that it is in.
Steps::Result Steps::make(const EmployeeKey &key, const Move &move)
{
    const Around around = askAround(key);
    Moved moved;
    WallTime at{};
    auto done = m_known.store->step(key, [&](const Books &books, const EmployeeBook &employee,
                                             WallTime now) {
        Around present = around;
        present.now = now;
        moved.before = employee.lifecycle;
        at = now;
        Step step = move(moved.before, factsOf(books, key, present), policyOf(employee, present));
        m_known.answers.forgetClosed(key, step.state); // here, in the order of the states
        return step;
    });
    if (!done)
        return tl::unexpected(std::move(done.error()));
    moved.step = *std::move(done);
    m_known.tally.noteMoves(moved.before, moved.step.state, at);
    noteMoves(key, moved);
    forgetFailuresOfUndone(key, moved);
    act(key, moved.step);
    return moved;
}

void Steps::noteMoves(const EmployeeKey &key, const Moved &moved) const
{
    if (!m_known.note)
        return;
    const auto say = [&](const Operation &one, const char *what) {
        m_known.note(std::string(key.qualifiedName()) + ": operation " + one.id + " (" + one.type
                     + ") " + what);
    };
    for (const Operation &one : moved.step.state.operations) {
        if (!find(moved.before, one.id))
            say(one, "has begun");
    }
    for (const Operation &one : moved.before.operations) {
        if (!find(moved.step.state, one.id))
            say(one, one.isUndone                   ? "is undone"
                     : one.phase < Phase::Operating ? "has ended before its work began"
                                                    : "has ended");
    }
}

/// To let go need not wait, whatever failed before.
void Steps::forgetFailuresOfUndone(const EmployeeKey &key, const Moved &moved)
{
    for (const Operation &one : moved.step.state.operations) {
        const Operation *const was = find(moved.before, one.id);
        if (one.phase == Phase::Undoing && was && was->phase != Phase::Undoing)
            m_known.answers.forget(key, {{}, one.id, Ask::Operate});
    }
}

void Steps::act(const EmployeeKey &key, const Step &step)
{
    for (const Action &action : step.actions) {
        if (action.kind == Action::Kind::CloseGate || action.kind == Action::Kind::OpenGate)
            nudgeEmployersOf(key);
        else if (action.kind == Action::Kind::LogForced)
            m_known.log(std::string(key.qualifiedName()) + ": " + action.by
                        + " has forced the operation " + action.id
                        + " on: what still holds it does not count");
    }
}

void Steps::lookOnward(const EmployeeKey &key, const Moved &moved)
{
    if (moved.step.state == moved.before)
        return;
    m_known.looks.add(key); // what it moved to may go on
    if (takesOutOfService(moved.before) && !takesOutOfService(moved.step.state))
        lookAtThose([](const EmployeeBook &other) { // that wait, perhaps for its place
            return !takesOutOfService(other.lifecycle);
        });
}

void Steps::lookAtThose(const std::function<bool(const EmployeeBook &)> &isMeant)
{
    const auto meant = m_known.store->look([&](const Books &books) {
        std::vector<EmployeeKey> keys;
        std::ranges::copy_if(books.operated(), std::back_inserter(keys),
                             [&](const auto &key) { return isMeant(books.employee(key)); });
        return keys;
    });
    for (const EmployeeKey &key : meant)
        m_known.looks.add(key);
}

void Steps::nudgeEmployersOf(const EmployeeKey &key)
{
    m_known.members.nudge(
        m_known.store->look([&](const Books &books) { return books.employee(key).employers(); }));
}

Around Steps::aroundOf(const EmployeeKey &key) const
{
    Around around;
    around.now = m_known.clock.wallNow();
    around.controllers = m_known.members
                             .concernedBy(key, m_known.store->look([&](const Books &books) {
                                 around.employers = books.employee(key).employers();
                                 return controllersOf(books.employee(key));
                             }));
    around.answers = m_known.answers.about(key);
    std::vector<std::string> showing;
    // Also those of which the store knows nothing, for it may be new.
    for (const std::string &controller : m_known.members.tellersOf(key, around.controllers)) {
        const Sightings::Word word = m_known.sightings.wordOf(controller, key);
        if (word == Sightings::Word::None)
            around.unlisted.push_back(controller);
        else if (word == Sightings::Word::Shows)
            showing.push_back(controller);
    }
    // After the sightings: a source shows an employee before it says whose it is.
    FirstLooks::Missing missing = m_known.firstLooks.missingFor(key, std::move(showing),
                                                                *around.employers);
    around.unseen = std::move(missing.employers);
    std::ranges::move(missing.controllers, std::back_inserter(around.unlisted));
    return around;
}

Around Steps::askAround(const EmployeeKey &key) const
{
    Around around = aroundOf(key);
    for (const auto &[name, options] : around.controllers) {
        addLabels(name, *options, key, around);
        addObjection(name, *options, key, around);
    }
    return around;
}

} // namespace qontroller::consist
