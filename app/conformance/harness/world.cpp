// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/conformance/harness/world.h"

#include "app/plugins/common/commandrun.h"
#include "app/plugins/common/environment.h"
#include "app/plugins/common/program.h"

#include "core/base/duration.h"

#include <cstring>
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

/// Why a command did not do; empty if it did.
std::string whyNot(const std::string &program, const CommandEnd &end)
{
    const std::string said = end.errorTail.empty() ? "" : ": " + end.errorTail;
    if (end.exitedWith(0))
        return {};
    switch (end.kind) {
    case CommandEnd::Kind::Ended: return end.exit.sentence() + said;
    case CommandEnd::Kind::NotStarted: return whyNotStarted(program, end.error);
    case CommandEnd::Kind::TimedOut:
        return "took longer than " + formatDuration(CommandTimeout) + said;
    case CommandEnd::Kind::TooMuchOutput: return "printed too much";
    case CommandEnd::Kind::Stopped: break;
    }
    return "was stopped";
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

} // namespace

World::World(const Subject &subject, std::string folder, Notes &notes)
    : m_subject(subject)
    , m_places{std::move(folder), folderOf(subject)}
    , m_notes(notes)
{
    if (isVisible() && !m_subject.world->make.empty())
        static_cast<void>(run("make", m_subject.world->make));
}

bool World::canBeSpoilt() const
{
    return isVisible() && !m_subject.world->spoil.empty();
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
        static_cast<void>(run("change", m_subject.world->change,
                              {std::string(operationOf(change)), std::to_string(choice)}));
}

void World::spoil(std::uint64_t choice) const
{
    static_cast<void>(run("spoil", m_subject.world->spoil, {std::to_string(choice)}));
}

void World::takeAway() const
{
    static_cast<void>(run("away", m_subject.world->away));
}

void World::bringBack() const
{
    static_cast<void>(run("back", m_subject.world->back));
}

State World::desired() const
{
    return isVisible() ? show("desired", m_subject.world->desired) : State();
}

State World::actual() const
{
    return isVisible() ? show("actual", m_subject.world->actual) : State();
}

std::set<std::string> World::traffic() const
{
    std::set<std::string> names;
    const std::string output = run("traffic", m_subject.world->traffic);
    for (std::string_view rest = output; !rest.empty();) {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(rest.size(), line.size() + 1));
        names.emplace(line);
    }
    return names;
}

std::string World::run(const char *name, Words words, const Words &arguments) const
{
    const std::string where = m_subject.file + ": world." + name + ' ';
    for (std::string &word : words)
        word = filled(std::move(word), m_places);
    words.insert(words.end(), arguments.begin(), arguments.end());
    const std::vector<std::string> environment = assignments(environmentWith({}));
    const auto program = findProgram(words.front(), valueIn(environment, "PATH"), m_places.world);
    if (!program)
        refuse(where + program.error());
    const CallNote note(m_notes, std::string("the command ") + name + " of the world",
                        CommandTimeout);
    CommandEnd end = runCommand({*program, words, environment, m_places.world}, {},
                                {.timeout = CommandTimeout}, {});
    if (const std::string why = whyNot(*program, end); !why.empty())
        refuse(where + why);
    return std::move(end.output);
}

State World::show(const char *name, const Words &words) const
{
    const std::string output = run(name, words);
    State state;
    for (std::string_view rest = output; !rest.empty();) {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(rest.size(), line.size() + 1));
        const std::size_t tab = line.find('\t');
        const std::string where = m_subject.file + ": world." + name + " printed "
                                  + quoted(std::string(line));
        if (tab == std::string_view::npos || tab == 0)
            refuse(where + ": each line must be an id, a tab and a state");
        if (!state.emplace(line.substr(0, tab), line.substr(tab + 1)).second)
            refuse(where + ": each id must come once");
    }
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
