// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/conformance/harness/world.h"

#include "core/plugins/process/environment.h"
#include "core/plugins/process/program.h"
#include "core/plugins/programs/programrun.h"
#include "core/plugins/programs/programtext.h"

#include "core/base/text/duration.h"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <utility>

namespace qontroller::conformance {

namespace {

constexpr Duration CommandTimeout = std::chrono::minutes(1);

std::string_view operationOf(Change change)
{
    switch (change) {
    case Change::Create: return "create";
    case Change::Modify: return "modify";
    case Change::Delete: break;
    }
    return "delete";
}

/// Calls \a take for each line of \a output.
template<class Take>
void forEachLine(std::string_view output, Take take)
{
    while (!output.empty()) {
        const std::string_view line = output.substr(0, output.find('\n'));
        output.remove_prefix(std::min(output.size(), line.size() + 1));
        take(line);
    }
}

/// For both directions: what of \a one \a other has differently or not at all.
Difference differenceOf(const State &one, const State &other, const char *is, const char *isNot)
{
    for (const auto &[id, state] : one) {
        const auto it = other.find(id);
        if (it == other.end())
            return {id, isNot + quoted(state)};
        if (it->second != state)
            return {id, "is " + quoted(it->second) + is + quoted(state)};
    }
    return {};
}

/// Runs a command of a world and gives its output. The error is a sentence that begins with
/// \a where and says how it ended.
tl::expected<std::string, std::string> runIn(const Places &places, const std::string &where,
                                             Words words, const Words &arguments)
{
    for (std::string &word : words)
        word = filled(word, places);
    words.insert(words.end(), arguments.begin(), arguments.end());
    const std::vector<std::string> environment = assignments(environmentWith({}));
    const auto program = findProgram(words.front(), valueIn(environment, "PATH"), places.world);
    if (!program)
        return tl::unexpected(where + ' ' + program.error());
    const ProgramLimits limits{.timeout = CommandTimeout};
    ProgramEnd end = runToEnd({*program, words, environment, places.world}, {}, limits, {});
    if (!end.exitedWith(0))
        return tl::unexpected(howItEnded(where, *program, end, limits)
                              + (end.errorTail.empty() ? "" : ": " + end.errorTail));
    return std::move(end.output);
}

} // namespace

World::World(const Subject &subject, std::string folder, Notes &notes)
    : m_subject(subject)
    , m_places{std::move(folder), subject.folder}
    , m_notes(notes)
{
    if (isVisible() && !m_subject.world->make.empty())
        static_cast<void>(run("make", m_subject.world->make));
}

bool World::canBeSpoilt() const
{
    return isVisible() && !m_subject.world->spoil.empty();
}

bool World::canHaveGarbage() const
{
    return isVisible() && !m_subject.world->garbage.empty();
}

bool World::canBeAway() const
{
    return isVisible() && !m_subject.world->away.empty();
}

bool World::showsTraffic() const
{
    return isVisible() && !m_subject.world->traffic.empty();
}

void World::change(Change change, std::uint64_t choice) const
{
    if (isVisible())
        disturb("change", m_subject.world->change,
                {std::string(operationOf(change)), std::to_string(choice)});
}

void World::spoil(std::uint64_t choice) const
{
    disturb("spoil", m_subject.world->spoil, {std::to_string(choice)});
}

void World::putGarbage(std::uint64_t choice) const
{
    disturb("garbage", m_subject.world->garbage, {std::to_string(choice)});
}

void World::takeAway() const
{
    disturb("away", m_subject.world->away);
}

void World::bringBack() const
{
    disturb("back", m_subject.world->back);
}

State World::desired() const
{
    if (!isVisible())
        return {};
    State now = show("desired", m_subject.world->desired);
    if (const Difference changed = m_desired ? changedBetween(*m_desired, now) : Difference()) {
        const std::string text = "was changed in what the plugin works on, by the plugin itself: "
                                 "as world.desired shows, it "
                                 + changed.text + ", and no command of " + m_subject.file
                                 + " ran meanwhile";
        fail(changed.id, text, "read what is desired, and write only what is to match it");
    }
    m_desired = now;
    return now;
}

State World::actual() const
{
    return isVisible() ? show("actual", m_subject.world->actual) : State();
}

std::set<std::string> World::traffic() const
{
    std::set<std::string> names;
    forEachLine(run("traffic", m_subject.world->traffic),
                [&](std::string_view line) { names.emplace(line); });
    return names;
}

void World::disturb(const char *name, const Words &words, const Words &arguments) const
{
    m_desired.reset();
    static_cast<void>(run(name, words, arguments));
}

std::string World::run(const char *name, const Words &words, const Words &arguments) const
{
    auto output = tryToRun(name, words, arguments);
    if (!output)
        refuseToJudge(output.error());
    return *std::move(output);
}

tl::expected<std::string, std::string> World::tryToRun(const char *name, const Words &words,
                                                       const Words &arguments) const
{
    const CallNote note(m_notes, std::string("the command ") + name + " of the world",
                        CommandTimeout);
    return runIn(m_places, m_subject.file + ": world." + name, words, arguments);
}

std::string unmakeWorlds(const Subject &subject, const std::string &folder)
{
    std::string complaint;
    if (!subject.world || subject.world->unmake.empty())
        return complaint;
    for (int i = 1; std::filesystem::exists(worldFolder(folder, i)); ++i) {
        const auto done = runIn({worldFolder(folder, i), subject.folder},
                                subject.file + ": world.unmake", subject.world->unmake, {});
        if (!done)
            complaint = done.error();
    }
    return complaint;
}

std::string worldFolder(const std::string &folder, int number)
{
    return folder + "/world" + std::to_string(number);
}

void World::cannotRead(const char *name, const std::string &sentence) const
{
    if (!m_isInUse)
        refuseToJudge(sentence);
    const std::string command = std::string("world.") + name;
    fail({},
         "the plugin has worked in the world, and what is there then cannot be read: " + sentence,
         "look at what the plugin wrote: twice, to a wrong place or not whole? If it is as it "
         "should be, mend "
             + command + ", which has to print one line for an object whatever is in it");
}

State World::show(const char *name, const Words &words) const
{
    State state;
    const auto output = tryToRun(name, words, {});
    if (!output)
        cannotRead(name, output.error());
    forEachLine(*output, [&](std::string_view line) {
        const std::size_t tab = line.find('\t');
        const std::string where = m_subject.file + ": world." + name + " printed "
                                  + quoted(std::string(line));
        if (tab == std::string_view::npos || tab == 0)
            cannotRead(name, where + ": each line must be an id, a tab and a state");
        if (!state.emplace(line.substr(0, tab), line.substr(tab + 1)).second)
            cannotRead(name, where + ": each id must come once");
    });
    return state;
}

Difference missingIn(const State &actual, const State &desired)
{
    return differenceOf(desired, actual, ", but should be ", "is not there, but should be ");
}

Difference tooMuchIn(const State &actual, const State &desired)
{
    for (const auto &[id, state] : actual) {
        if (!desired.contains(id))
            return {id, "was deleted, but " + quoted(state) + " is still there"};
    }
    return {};
}

Difference changedBetween(const State &before, const State &after)
{
    if (Difference changed = differenceOf(before, after, " and was ", "is gone and was "))
        return changed;
    for (const auto &[id, state] : after) {
        if (!before.contains(id))
            return {id, "is " + quoted(state) + " and was not there"};
    }
    return {};
}

} // namespace qontroller::conformance
