// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/consistrun/employeewatch.h"

#include "core/consistrun/sinks.h"

#include <algorithm>

namespace qontroller::consist {

namespace {

/// Keeps what a list shows.
class KeepingSink final : public ListSink
{
public:
    explicit KeepingSink(ListSink &sink)
        : m_sink(sink)
    {}
    void add(std::string_view id, Version version) override
    {
        ids.emplace_back(id);
        m_sink.add(id, version);
    }
    void addLeftover(std::string_view id) override { m_sink.addLeftover(id); }

    std::vector<std::string> ids;

private:
    ListSink &m_sink;
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
    KeepingSink keeping(sink);
    ListResult result = m_source.listerWatcher->list(keeping, std::move(stop));
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

void EmployeeWatch::noteGone(const std::set<EmployeeKey> &listed)
{
    const std::string suffix = m_source.site.empty() ? std::string() : '#' + m_source.site;
    const auto gone = m_desk->store().look([&](const Books &books) {
        std::vector<EmployeeKey> keys;
        for (const auto &[key, book] : books.employees()) {
            const bool isOurs = key.kind() == m_kind
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
