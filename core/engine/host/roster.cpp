// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/host/roster.h"

#include <algorithm>
#include <utility>

namespace qontroller {

Roster::Starting *Roster::findStarting(const std::string &name)
{
    const auto found = std::ranges::find(m_starting, name, &Starting::name);
    return found == m_starting.end() ? nullptr : &*found;
}

std::optional<std::string> Roster::reserve(const std::string &name)
{
    MutexLock lock(m_mutex);
    if (m_isClosed)
        return "the host stops: nothing new is started";
    const bool isTaken = findStarting(name)
                         || std::ranges::any_of(m_entries, [&name](const Entry &entry) {
                                return entry.controller->name() == name;
                            });
    if (isTaken)
        return "there is a controller named \"" + name + "\" already";
    m_starting.push_back({name, nullptr, std::nullopt});
    return std::nullopt;
}

void Roster::release(const std::string &name)
{
    MutexLock lock(m_mutex);
    std::erase_if(m_starting, [&](const Starting &one) { return one.name == name; });
}

ControllerId Roster::nextId()
{
    MutexLock lock(m_mutex);
    return ++m_lastId;
}

void Roster::announce(const ControllerPtr &controller)
{
    MutexLock lock(m_mutex);
    findStarting(controller->name())->controller = controller;
}

Roster::Entered Roster::enter(const ControllerPtr &controller,
                              const std::shared_ptr<Farewell> &farewell)
{
    MutexLock lock(m_mutex);
    if (m_isClosed)
        return {};
    const Entered entered{true, findStarting(controller->name())->removal};
    std::erase_if(m_starting, [&](const Starting &one) { return one.controller == controller; });
    m_entries.push_back({controller, farewell});
    return entered;
}

Roster::Controllers Roster::find(ControllerId id) const
{
    MutexLock lock(m_mutex);
    Controllers found;
    for (const Entry &entry : m_entries) {
        if (id.means(entry.controller->id()))
            found.push_back(entry.controller);
    }
    return found;
}

Roster::Controllers Roster::beginCommand(ControllerId id)
{
    MutexLock lock(m_mutex);
    Controllers found;
    for (const Entry &entry : m_entries) {
        if (entry.takesCommands && id.means(entry.controller->id()))
            found.push_back(entry.controller);
    }
    for (const Starting &one : m_starting) {
        if (one.controller && id.means(one.controller->id()))
            found.push_back(one.controller);
    }
    for (const auto &controller : found)
        m_commanded.insert(controller->id());
    return found;
}

void Roster::endCommand(const Controllers &reached)
{
    MutexLock lock(m_mutex);
    for (const auto &controller : reached)
        m_commanded.erase(m_commanded.find(controller->id()));
    m_commandEnded.notifyAll();
}

void Roster::closeToCommands(const ControllerPtr &controller)
{
    MutexLock lock(m_mutex);
    const auto entry = std::ranges::find(m_entries, controller, &Entry::controller);
    if (entry != m_entries.end())
        entry->takesCommands = false;
    while (m_commanded.contains(controller->id()))
        m_commandEnded.wait(lock);
}

void Roster::noteWorkers(const std::string &name)
{
    MutexLock lock(m_mutex);
    ++m_workerWords[name];
}

std::uint64_t Roster::workerWords(const std::string &name) const
{
    MutexLock lock(m_mutex);
    const auto found = m_workerWords.find(name);
    return found == m_workerWords.end() ? 0 : found->second;
}

std::optional<Roster::Entry> Roster::entryToRemove(const ControllerPtr &controller, Ticket ticket)
{
    MutexLock lock(m_mutex);
    if (m_isClosed)
        return std::nullopt;
    if (Starting *const early = findStarting(controller->name())) {
        early->removal = ticket;
        return std::nullopt;
    }
    const auto entry = std::ranges::find(m_entries, controller, &Entry::controller);
    return entry == m_entries.end() ? std::nullopt : std::optional(*entry);
}

void Roster::takeOut(const ControllerPtr &controller, const std::function<void()> &then)
{
    MutexLock lock(m_mutex);
    std::erase_if(m_entries, [&](const Entry &each) { return each.controller == controller; });
    then();
}

bool Roster::close()
{
    MutexLock lock(m_mutex);
    return !std::exchange(m_isClosed, true);
}

bool Roster::isClosed() const
{
    MutexLock lock(m_mutex);
    return m_isClosed;
}

} // namespace qontroller
