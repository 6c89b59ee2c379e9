// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/members/run/employersource.h"

#include "core/members/run/sinks.h"

#include <functional>
#include <set>
#include <unordered_set>

namespace qontroller::consist {

namespace {

/// Notes what a list shows, and which of the store's employers it lacks.
class NotingSink final : public ListSink
{
public:
    NotingSink(ListSink &sink, std::unordered_set<std::string> &missing)
        : m_sink(sink)
        , m_missing(missing)
    {}
    void add(std::string_view id, Version version) override
    {
        note(id);
        m_sink.add(id, version);
    }
    void addLeftover(std::string_view id) override
    {
        note(id);
        m_sink.addLeftover(id);
    }

    std::set<ObjectId> shown;

private:
    void note(std::string_view id)
    {
        m_missing.erase(std::string(id));
        shown.emplace(id);
    }

    ListSink &m_sink;
    std::unordered_set<std::string> &m_missing;
};

class ChoosingSink final : public PassingSink
{
public:
    using Told = std::function<void(std::string_view id)>;

    ChoosingSink(WatchSink &sink, const EmployerSource::Predicate &matters, Told told)
        : PassingSink(sink)
        , m_matters(matters)
        , m_told(std::move(told))
    {}
    void event(EventType type, std::string_view id, Version version) override
    {
        m_told(id);
        if (type == EventType::Deleted || !m_matters || m_matters(type, id, version))
            sink().event(type, id, version);
    }

private:
    const EmployerSource::Predicate &m_matters;
    Told m_told;
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
    if (result.kind() == ListResult::Kind::Complete) {
        noting.shown.insert(missing.begin(), missing.end());
        m_firstLooks->noteListed(m_controller, std::move(noting.shown));
        if (missing.empty())
            m_recall.end();
    }
    return result;
}

WatchEnd EmployerSource::watch(WatchSink &sink, const std::string &cursor, std::stop_token stop)
{
    ChoosingSink choosing(sink, m_matters, [this](std::string_view id) {
        m_firstLooks->noteThere({m_controller, ObjectId(id)});
    });
    return m_source->watch(choosing, cursor, std::move(stop));
}

} // namespace qontroller::consist
