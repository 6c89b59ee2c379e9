// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/members/run/employeewatch.h"

#include "core/base/faults/callforeign.h"
#include "core/members/run/sinks.h"

#include <algorithm>

namespace qontroller::consist {

namespace {

/// Keeps what a list shows.
class KeepingSink final : public ListSink
{
public:
    void add(std::string_view id, Version version) override
    {
        ids.emplace_back(id);
        versions.push_back(version);
    }
    void addLeftover(std::string_view id) override { leftovers.emplace_back(id); }

    void passOn(ListSink &sink) const
    {
        for (std::size_t i = 0; i < ids.size(); ++i)
            sink.add(ids[i], versions[i]);
        for (const std::string &id : leftovers)
            sink.addLeftover(id);
    }

    std::vector<std::string> ids;
    std::vector<Version> versions;
    std::vector<std::string> leftovers;
};

} // namespace

class EmployeeWatch::Sink final : public PassingSink
{
public:
    Sink(WatchSink &sink, EmployeeWatch &watch)
        : PassingSink(sink)
        , m_watch(watch)
    {}
    void event(EventType type, std::string_view id, Version version) override
    {
        const bool isGone = type == EventType::Deleted;
        if (!isGone) {
            if (const auto refused = m_watch.admit({std::string(id)}))
                return sink().error(refused->message); // the next list tries again
        }
        const auto existence = isGone ? Books::Existence::Gone : Books::Existence::There;
        m_watch.noteEvent(m_watch.keyOf(id), existence);
        const auto &matters = m_watch.m_source.predicate;
        if (isGone || !matters || matters(type, id, version))
            sink().event(type, id, version);
    }

private:
    EmployeeWatch &m_watch;
};

ListResult EmployeeWatch::list(ListSink &sink, std::stop_token stop)
{
    if (auto unknown = m_recall.begin())
        return ListResult::failed(std::move(unknown->message));
    {
        MutexLock lock(m_mutex);
        m_told.emplace();
    }
    KeepingSink keeping;
    ListResult result = m_source.listerWatcher->list(keeping, std::move(stop));
    if (auto refused = admit(keeping.ids))
        return ListResult::failed(std::move(refused->message));
    keeping.passOn(sink);
    Keys listed;
    for (const std::string &id : keeping.ids)
        listed.insert(keyOf(id));
    const auto [gone, isWhole, doubted] = conclude(std::move(listed), result);
    if (doubted > 0)
        m_mover->noteDoubt(m_controller, doubted, result.doubt());
    if (isWhole)
        m_recall.end();
    m_mover->noteMissing(m_controller, gone);
    for (const EmployeeKey &key : gone) {
        m_mover->lookAt(key);
        m_mover->nudgeEmployersOf(key);
    }
    return result;
}

WatchEnd EmployeeWatch::watch(WatchSink &sink, const std::string &cursor, std::stop_token stop)
{
    Sink noting(sink, *this);
    return m_source.listerWatcher->watch(noting, cursor, std::move(stop));
}

std::vector<ObjectId> EmployeeWatch::ownersOf(const ObjectId &id, std::stop_token stop)
{
    auto owners = m_source.employers->ownersOf(id, std::move(stop));
    m_mover->store().look([&](const Books &books) {
        for (const EmployerName &name : books.employee(keyOf(id)).employers()) {
            if (name.controller == m_controller)
                owners.push_back(name.employer);
        }
    });
    std::set<ObjectId> all(owners.begin(), owners.end());
    m_mover->noteSpokenOf(keyOf(id), m_controller, all);
    return {all.begin(), all.end()};
}

void EmployeeWatch::noteThere(const EmployeeKey &key)
{
    m_mover->sightings().see(source(), key);
    // What cannot be written is noted by the next list.
    static_cast<void>(m_mover->store().setExistence(key, Books::Existence::There));
}

bool EmployeeWatch::noteGone(const EmployeeKey &key)
{
    if (m_mover->sightings().lose(source(), key))
        return false;
    static_cast<void>(m_mover->store().setExistence(key, Books::Existence::Gone));
    return true;
}

void EmployeeWatch::noteEvent(const EmployeeKey &key, Books::Existence existence)
{
    MutexLock lock(m_mutex);
    if (m_told)
        m_told->insert_or_assign(key, existence);
    if (existence == Books::Existence::There)
        noteThere(key);
    else
        noteGone(key);
}

std::optional<Error> EmployeeWatch::admit(const std::vector<std::string> &ids)
{
    if (!m_consist->admission)
        return std::nullopt;
    std::vector<Registration> registrations;
    for (const std::string &id : ids) {
        const EmployeeKey key = keyOf(id);
        if (!isUnknown(key))
            continue;
        const auto employers = callForeign(
            [&] { return m_consist->admission->mustBeTakenInBy(key.qualifiedName()); });
        if (!employers)
            return Error(id + " is not registered: " + employers.error().text);
        Registration registration{key, {}};
        for (const ObjectId &employer : *employers)
            registration.by.push_back({m_controller, employer});
        if (!registration.by.empty())
            registrations.push_back(std::move(registration));
    }
    if (registrations.empty())
        return std::nullopt;
    auto written = m_mover->store().admit(registrations);
    return written ? std::nullopt : std::optional(std::move(written.error()));
}

bool EmployeeWatch::isUnknown(const EmployeeKey &key) const
{
    return m_mover->store().look([&](const Books &books) { return books.employee(key).isBlank(); });
}

EmployeeWatch::Conclusion EmployeeWatch::conclude(Keys listed, const ListResult &result)
{
    MutexLock lock(m_mutex);
    for (const auto &[key, existence] : *m_told)
        existence == Books::Existence::There ? void(listed.insert(key)) : void(listed.erase(key));
    m_told.reset();
    for (const EmployeeKey &key : listed)
        noteThere(key);
    if (result.kind() != ListResult::Kind::Complete)
        return {};
    const Keys missing = oursNotIn(listed);
    Conclusion conclusion = judge(listed, missing, result.doubt());
    m_mover->sightings().noteListed(source()); // a pass believes it from now on, so it is judged
    return conclusion;
}

EmployeeWatch::Conclusion EmployeeWatch::judge(const Keys &listed, const Keys &missing,
                                               const std::string &doubt)
{
    const bool isDoubted = !missing.empty() && !doubt.empty();
    if (m_consist->options.massRemovalGuard
        && (isDoubted || !m_guard.admits(vanishing(listed, missing), m_mover->now()))) {
        for (const EmployeeKey &key : missing) // no more than that: passes hold them, and say so
            m_mover->sightings().doubt(source(), key);
        return {{}, false, isDoubted ? missing.size() : 0};
    }
    Keys gone;
    for (const EmployeeKey &key : missing) {
        if (!isForAPerson(key) && noteGone(key))
            gone.insert(key);
    }
    const bool isWhole = gone.size() == missing.size();
    return {std::move(gone), isWhole, 0};
}

bool EmployeeWatch::isForAPerson(const EmployeeKey &key) const
{
    const bool isDoubted = m_mover->sightings().of(key) == MemberWatch::Sighting::Doubted;
    return m_mover->store().look([&](const Books &books) {
        return books.isHeld(key) || (isDoubted && !books.employee(key).expectedBy.empty());
    });
}

Vanishing EmployeeWatch::vanishing(const Keys &listed, const Keys &missing) const
{
    Vanishing members;
    members.vanished = missing.size();
    m_mover->store().look([&](const Books &books) {
        for (const EmployeeKey &key : listed)
            ++(books.employee(key).isBlank() ? members.arrived : members.known);
    });
    members.known += missing.size();
    return members;
}

EmployeeWatch::Keys EmployeeWatch::oursNotIn(const Keys &listed) const
{
    Keys keys = m_mover->sightings().missingIn(listed, source());
    const bool isAlone = m_mover->isAlone(m_controller);
    m_mover->store().look([&](const Books &books) {
        for (const auto &[key, book] : books.employees()) {
            if (book.exists && !listed.contains(key) && isOurs(key, controllersOf(book), isAlone))
                keys.insert(key);
        }
    });
    return keys;
}

bool EmployeeWatch::isOurs(const EmployeeKey &key, const std::set<std::string> &controllers,
                           bool isAlone) const
{
    const ConsistOptions &options = m_consist->options;
    const bool isHere = options.employees.size() == 1
                        || splitSite(key.qualifiedName()).site == m_source.site;
    if (key.kind() != options.employeeKind || !isHere)
        return false;
    if (controllers.empty())
        return isAlone;
    // Who has not listed yet decides when it has.
    return controllers.contains(m_controller)
           && std::ranges::all_of(controllers, [&](const std::string &name) {
                  return name == m_controller || m_mover->sightings().hasListed(name);
              });
}

} // namespace qontroller::consist
