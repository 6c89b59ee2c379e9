// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/members/run/employersource.h"

#include "core/members/run/sinks.h"

#include <unordered_set>

namespace qontroller::consist {

namespace {

/// Notes which of the store's employers a list shows.
class NotingSink final : public ListSink
{
public:
    NotingSink(ListSink &sink, std::unordered_set<std::string> &missing)
        : m_sink(sink)
        , m_missing(missing)
    {}
    void add(std::string_view id, Version version) override
    {
        m_missing.erase(std::string(id));
        m_sink.add(id, version);
    }
    void addLeftover(std::string_view id) override
    {
        m_missing.erase(std::string(id));
        m_sink.addLeftover(id);
    }

private:
    ListSink &m_sink;
    std::unordered_set<std::string> &m_missing;
};

class ChoosingSink final : public PassingSink
{
public:
    ChoosingSink(WatchSink &sink, const EmployerSource::Predicate &matters)
        : PassingSink(sink)
        , m_matters(matters)
    {}
    void event(EventType type, std::string_view id, Version version) override
    {
        if (type == EventType::Deleted || !m_matters || m_matters(type, id, version))
            sink().event(type, id, version);
    }

private:
    const EmployerSource::Predicate &m_matters;
};

} // namespace

ListResult EmployerSource::list(ListSink &sink, std::stop_token stop)
{
    if (auto unknown = m_recall.begin())
        return ListResult::failed(std::move(unknown->message));
    auto missing = m_store->look([this](const Books &books) {
        std::unordered_set<std::string> employers;
        for (auto at = books.employers().lower_bound({m_controller, {}});
             at != books.employers().end() && at->first.controller == m_controller; ++at)
            employers.insert(at->first.employer);
        return employers;
    });
    NotingSink noting(sink, missing);
    ListResult result = m_source->list(noting, std::move(stop));
    for (const std::string &id : missing)
        sink.addLeftover(id);
    if (result.kind() == ListResult::Kind::Complete && missing.empty())
        m_recall.end();
    return result;
}

WatchEnd EmployerSource::watch(WatchSink &sink, const std::string &cursor, std::stop_token stop)
{
    ChoosingSink choosing(sink, m_matters);
    return m_source->watch(choosing, cursor, std::move(stop));
}

} // namespace qontroller::consist
