// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/conformance/faults/faultysource.h"

#include "core/base/faults/callforeign.h"
#include "core/base/threads/mutex.h"

#include <limits>
#include <utility>
#include <vector>

namespace qontroller::conformance {

namespace {

constexpr std::uint64_t Everything = std::numeric_limits<std::uint64_t>::max();

/// Lets the first ids pass.
class CutSink final : public ListSink
{
public:
    CutSink(ListSink &sink, std::uint64_t limit)
        : m_sink(sink)
        , m_limit(limit)
    {}
    void add(std::string_view id, Version version) override
    {
        if (m_count++ < m_limit)
            m_sink.add(id, version);
    }
    void addLeftover(std::string_view id) override
    {
        if (m_limit == Everything)
            m_sink.addLeftover(id);
    }
    [[nodiscard]] std::uint64_t count() const { return m_count; }

private:
    ListSink &m_sink;
    std::uint64_t m_limit;
    std::uint64_t m_count = 0;
};

struct Event
{
    EventType type;
    std::string id;
    Version version;
};

class LossySink final : public WatchSink
{
public:
    LossySink(WatchSink &sink, const Faults &faults, Dice &dice)
        : m_sink(sink)
        , m_faults(faults)
        , m_dice(dice)
    {}
    void ready() override { m_sink.ready(); }
    void event(EventType type, std::string_view id, Version version) override
    {
        for (const Event &each : fateOf({type, std::string(id), version}))
            m_sink.event(each.type, each.id, each.version);
    }
    void cursor(std::string_view cursor) override { m_sink.cursor(cursor); }
    void missed(std::string_view why) override { m_sink.missed(why); }
    void error(std::string_view what) override { m_sink.error(what); }

private:
    /// What is passed on instead of \a event.
    std::vector<Event> fateOf(Event event)
    {
        MutexLock lock(m_mutex);
        if (m_dice.happens(m_faults.lostEvents))
            return {};
        if (m_dice.happens(m_faults.heldBackEvents)) {
            m_heldBack.push_back(std::move(event));
            return {};
        }
        std::vector<Event> passed{event};
        if (m_dice.happens(m_faults.repeatedEvents))
            passed.push_back(std::move(event));
        if (m_dice.happens(50)) {
            for (Event &late : std::exchange(m_heldBack, {}))
                passed.push_back(std::move(late));
        }
        return passed;
    }

    WatchSink &m_sink;
    const Faults &m_faults;
    Mutex m_mutex;
    Dice &m_dice QONTROLLER_GUARDED_BY(m_mutex);
    std::vector<Event> m_heldBack QONTROLLER_GUARDED_BY(m_mutex);
};

} // namespace

ListResult FaultySource::list(ListSink &sink, std::stop_token stop)
{
    const bool fails = m_lists + 1 == m_faults.failedList;
    const bool isCut = m_listDice.happens(m_faults.cutLists) || fails;
    CutSink cut(sink, isCut ? m_listDice.below(m_lastCount + 1) : Everything);
    CallNote note(m_notes, "list");
    auto result = callForeign([&] { return m_source->list(cut, std::move(stop)); });
    if (!result)
        note.thrown(result.error().text);
    m_lastCount = cut.count();
    ++m_lists;
    if (!result || fails)
        return ListResult::failed(result ? "made to fail by the conformance kit"
                                         : result.error().text);
    return isCut ? ListResult::partial("cut short by the conformance kit") : *std::move(result);
}

WatchEnd FaultySource::watch(WatchSink &sink, const std::string &cursor, std::stop_token stop)
{
    LossySink lossy(sink, m_faults, m_watchDice);
    CallNote note(m_notes, "watch");
    auto end = callForeign([&] { return m_source->watch(lossy, cursor, std::move(stop)); });
    if (end)
        return *std::move(end);
    note.thrown(end.error().text);
    return WatchEnd::failed(std::move(end.error().text));
}

} // namespace qontroller::conformance
