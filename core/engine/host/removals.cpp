// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/host/removals.h"

#include <algorithm>
#include <malloc.h>
#include <system_error>
#include <utility>

namespace qontroller {

Removals::Removal *Removals::find(ControllerId id)
{
    const auto found = std::ranges::find(m_removals, id, &Removal::id);
    return found == m_removals.end() ? nullptr : &*found;
}

bool Removals::isAnyDraining() const
{
    return std::ranges::any_of(m_removals, [](const Removal &each) { return !each.report; });
}

void Removals::forgetEnded()
{
    std::erase_if(m_removals, [](const Removal &removal) { return removal.thread.hasEnded(); });
}

bool Removals::has(ControllerId id) const
{
    MutexLock lock(m_mutex);
    return std::ranges::count(m_removals, id, &Removal::id) > 0;
}

void Removals::begin(const Roster::ControllerPtr &controller, Ticket ticket,
                     const std::shared_ptr<LastKnown> &known, std::shared_ptr<const void> owner)
{
    MutexLock lock(m_mutex);
    auto entry = m_roster.entryToRemove(controller, ticket);
    if (!entry)
        return;
    forgetEnded();
    if (Removal *const removal = find(controller->id())) {
        removal->known = known ? known : removal->known;
        return;
    }
    try {
        m_removals.push_back(
            {controller->id(), controller->name(), known, std::nullopt, false, false,
             OwnedThread(std::move(owner),
                         [this, leaving = *entry]() mutable { run(std::move(leaving)); })});
    } catch (const std::system_error &error) {
        lock.unlock();
        controller->commands().say(ticket, "it is not removed, for no thread can be had: "
                                               + error.code().message());
    }
}

std::shared_ptr<LastKnown> Removals::heirOf(ControllerId removed)
{
    MutexLock lock(m_mutex);
    return find(removed)->known;
}

// The controller is used by front ends and by calls that have not returned as well; it is
// destroyed here once all of them are through with it.
void Removals::run(Roster::Entry entry)
{
    Controller &controller = *entry.controller;
    StopReport report = controller.stop(later(m_clock.now(), Deadline));
    m_roster.closeToCommands(entry.controller);
    if (const auto known = heirOf(controller.id()))
        controller.tell(*known);
    controller.endKnown();
    LastWords::Places places = releaseReaders(controller);
    ControllerDelta words = controller.lastWords();
    entry.farewell->expect();
    {
        MutexLock lock(m_mutex); // a stop does not tell of what is not there any more
        find(controller.id())->report = std::move(report);
        m_reported.notifyAll();
    }
    m_roster.takeOut(entry.controller,
                     [&] { m_readers.addWords(std::move(words), std::move(places)); });
    const ControllerId id = controller.id();
    entry.controller.reset();
    std::unique_ptr<Controller> last = entry.farewell->take();
    {
        MutexLock lock(m_mutex);
        if (Removal *const removal = find(id))
            removal->areCallsOver = true;
    }
    last.reset();
    malloc_trim(0); // its items lay all over the heap
}

LastWords::Places Removals::releaseReaders(Controller &controller) const
{
    LastWords::Places places;
    for (const ReaderId reader : m_readers.all()) {
        const ChangeLog::Read read = controller.release(reader);
        places[reader] = {{read.events}, {read.ticketEnds}};
    }
    return places;
}

void Removals::endDrain(const Roster::ControllerPtr &controller)
{
    if (has(controller->id()))
        controller->stopNow();
}

std::vector<std::string> Removals::leaving() const
{
    MutexLock lock(m_mutex);
    std::vector<std::string> names;
    for (const Removal &removal : m_removals) {
        if (!removal.thread.hasEnded())
            names.push_back(removal.name);
    }
    return names;
}

std::optional<Roster::Controllers> Removals::closeRoster()
{
    MutexLock lock(m_mutex);
    if (!m_roster.close())
        return std::nullopt;
    forgetEnded();
    for (Removal &removal : m_removals)
        removal.isOver = removal.report && removal.report->calls.empty();
    Roster::Controllers staying = m_roster.find(0);
    std::erase_if(staying, [this](const auto &each) QONTROLLER_REQUIRES(m_mutex) {
        return find(each->id()) != nullptr;
    });
    return staying;
}

void Removals::drain(TimePoint deadline)
{
    MutexLock lock(m_mutex);
    while (isAnyDraining() && m_clock.now() < deadline)
        m_clock.waitUntil(m_reported, lock, deadline);
    Roster::Controllers late = m_roster.find(0);
    std::erase_if(late, [this](const auto &each) QONTROLLER_REQUIRES(m_mutex) {
        return !find(each->id());
    });
    lock.unlock();
    for (const auto &controller : late)
        controller->stopNow();
}

void Removals::report(std::vector<StopReport> &reports)
{
    MutexLock lock(m_mutex);
    while (isAnyDraining()) // no longer than Controller::stop() may last
        m_reported.wait(lock);
    for (Removal &removal : m_removals) {
        if (!removal.isOver)
            reports.push_back(std::move(*removal.report));
    }
}

std::vector<OwnedThread *> Removals::threads(const std::function<bool(const Removal &)> &isMeant)
{
    MutexLock lock(m_mutex);
    std::vector<OwnedThread *> found;
    for (Removal &removal : m_removals) {
        if (isMeant(removal))
            found.push_back(&removal.thread);
    }
    return found;
}

void Removals::join(TimePoint deadline)
{
    for (OwnedThread *const thread : threads([](const Removal &) { return true; }))
        static_cast<void>(thread->join(m_clock, deadline));
}

void Removals::awaitParts()
{
    for (OwnedThread *const thread : threads([](const Removal &each) { return each.areCallsOver; }))
        static_cast<void>(thread->join(m_clock, TimePoint::max()));
}

} // namespace qontroller
