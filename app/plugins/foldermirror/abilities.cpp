// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/foldermirror/abilities.h"

#include "app/plugins/foldermirror/pathcodec.h"

namespace qontroller::foldermirror {

namespace {

std::string_view consequenceOf(Ability lacking)
{
    switch (lacking) {
    case Ability::AccessLists:
        return "has no access lists (ACLs): a copy of what has one gives its group and others what "
               "the list gives to all of them";
    case Ability::Capabilities: return "cannot be given file capabilities: copies have none";
    case Ability::UserAttributes: return "has no user attributes: copies have none";
    case Ability::LinkTimes: return "does not keep the times of symbolic links";
    case Ability::Modes:
        return "does not keep all permissions: a copy has fewer than its source, and none is made "
               "that would have more";
    }
    return {};
}

} // namespace

Abilities &TargetAbilities::known(std::uint64_t device)
{
    return m_known.try_emplace(device, Abilities{m_ownership}).first->second;
}

Abilities TargetAbilities::of(std::uint64_t device) const
{
    MutexLock lock(m_mutex);
    const auto found = m_known.find(device);
    return found == m_known.end() ? Abilities{m_ownership} : found->second;
}

void TargetAbilities::say(std::string sentence)
{
    sentence.insert(0, "the target \"" + PathCodec::idOf(m_target) + "\" ");
    if (m_said.insert(sentence).second)
        m_news.push_back(std::move(sentence));
}

void TargetAbilities::learnTime(std::uint64_t device, std::int64_t wanted, std::int64_t kept)
{
    MutexLock lock(m_mutex);
    Abilities &abilities = known(device);
    if (abilities.times.learn(wanted, kept))
        say("keeps " + abilities.times.words() + ": times are compared as it keeps them");
}

void TargetAbilities::learnLack(std::uint64_t device, Ability ability)
{
    MutexLock lock(m_mutex);
    known(device).lacks |= 1U << static_cast<unsigned>(ability);
    say(std::string(consequenceOf(ability)));
}

void TargetAbilities::learnLimit(std::string_view what)
{
    MutexLock lock(m_mutex);
    say("has no room for all " + std::string(what) + " that a source has: its copy lacks some");
}

void TargetAbilities::tell(std::string_view what)
{
    MutexLock lock(m_mutex);
    say(std::string(what));
}

std::vector<std::string> TargetAbilities::takeNews()
{
    MutexLock lock(m_mutex);
    return std::exchange(m_news, {});
}

} // namespace qontroller::foldermirror
