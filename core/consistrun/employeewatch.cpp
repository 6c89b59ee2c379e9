// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/consistrun/employeewatch.h"

#include "core/base/callforeign.h"
#include "core/consistrun/sinks.h"

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
                return m_sink.error(refused->message); // the next list tries again
        }
        const auto existence = isGone ? Books::Existence::Gone : Books::Existence::There;
        m_watch.note(m_watch.keyOf(id), existence);
        const auto &matters = m_watch.m_source.predicate;
        if (isGone || !matters || matters(type, id, version))
            m_sink.event(type, id, version);
    }

private:
    EmployeeWatch &m_watch;
};

ListResult EmployeeWatch::list(ListSink &sink, std::stop_token stop)
{
    KeepingSink keeping;
    ListResult result = m_source.listerWatcher->list(keeping, std::move(stop));
    if (auto refused = admit(keeping.ids))
        return ListResult::failed(std::move(refused->message));
    keeping.passOn(sink);
    std::set<EmployeeKey> listed;
    for (const std::string &id : keeping.ids) {
        const EmployeeKey key = keyOf(id);
        note(key, Books::Existence::There);
        listed.insert(key);
    }
    if (result.kind() == ListResult::Kind::Complete)
        noteGone(listed);
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
    m_desk->store().look([&](const Books &books) {
        for (const EmployerName &name : books.employee(keyOf(id)).employers()) {
            if (name.controller == m_controller)
                owners.push_back(name.employer);
        }
    });
    std::set<ObjectId> all(owners.begin(), owners.end());
    m_desk->noteSpokenOf(keyOf(id), m_controller, all);
    return {all.begin(), all.end()};
}

void EmployeeWatch::note(const EmployeeKey &key, Books::Existence existence)
{
    // What cannot be written is noted by the next list.
    static_cast<void>(m_desk->store().setExistence(key, existence));
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
    auto written = m_desk->store().admit(registrations);
    return written ? std::nullopt : std::optional(std::move(written.error()));
}

bool EmployeeWatch::isUnknown(const EmployeeKey &key) const
{
    return m_desk->store().look([&](const Books &books) { return books.employee(key).isBlank(); });
}

void EmployeeWatch::noteGone(const std::set<EmployeeKey> &listed)
{
    const std::string suffix = m_source.site.empty() ? std::string() : '#' + m_source.site;
    const auto gone = m_desk->store().look([&](const Books &books) {
        std::vector<EmployeeKey> keys;
        for (const auto &[key, book] : books.employees()) {
            const bool isOurs = key.kind() == m_consist->options.employeeKind
                                && splitSite(key.qualifiedName()).site == m_source.site;
            if (isOurs && book.exists && !listed.contains(key))
                keys.push_back(key);
        }
        return keys;
    });
    for (const EmployeeKey &key : gone) {
        note(key, Books::Existence::Gone);
        m_desk->lookAt(key);
        m_desk->nudgeEmployersOf(key);
    }
}

} // namespace qontroller::consist
