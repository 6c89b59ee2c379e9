// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/controller/listrecord.h"

#include "core/engine/observe/controllers/counters.h"

#include <algorithm>
#include <utility>

namespace qontroller {

namespace {

ListEnd endOf(const ListResult &result)
{
    switch (result.kind()) {
    case ListResult::Kind::Complete: return ListEnd::Complete;
    case ListResult::Kind::Partial: return ListEnd::Partial;
    case ListResult::Kind::Failed: break;
    }
    return ListEnd::Failed;
}

/// Of the list that has been under way longest.
TimePoint earlierBegin(TimePoint a, TimePoint b)
{
    if (a == TimePoint{} || b == TimePoint{})
        return std::max(a, b);
    return std::min(a, b);
}

} // namespace

std::optional<ListRecord::News> ListRecord::end(const ListResult &result, std::uint64_t objects,
                                                TimePoint now)
{
    const ListEnd end = endOf(result);
    m_status.lastTook = now - std::exchange(m_status.beganAt, TimePoint{});
    m_status.endedAt = now;
    m_status.objects = objects;
    m_inARow = end == m_status.last ? m_inARow + 1 : 1;
    m_status.last = end;
    m_status.failures = end == ListEnd::Failed ? m_inARow : 0;
    m_status.isForeign = result.isForeign();
    if (end == ListEnd::Complete)
        return endComplete(now);
    ++m_sinceComplete;
    m_status.why = result.text();
    if (end == ListEnd::Partial) {
        ++m_partial;
        return News{EventRecord::Kind::ListPartial, Said::listPartial(result.text(), m_inARow)};
    }
    ++m_failed;
    return News{EventRecord::Kind::ListFailed, Said::listFailed(result.text(), m_inARow)};
}

std::optional<ListRecord::News> ListRecord::endComplete(TimePoint now)
{
    ++m_complete;
    m_status.why.clear();
    m_status.wasComplete = true;
    m_status.completeAt = now;
    const std::uint64_t before = std::exchange(m_sinceComplete, 0);
    if (before == 0)
        return std::nullopt;
    return News{EventRecord::Kind::ListComplete, Said::listComplete(before)};
}

void ListRecord::addTo(Counters &counters) const
{
    counters.lists += m_complete + m_partial;
    counters.listsPartial += m_partial;
    counters.listFailures += m_failed;
}

void mergeInto(ListStatus &all, const ListStatus &source)
{
    if (source.last > all.last) {
        all.last = source.last;
        all.why = source.why;
        all.isForeign = source.isForeign;
    }
    all.failures = std::max(all.failures, source.failures);
    all.wasComplete = all.wasComplete && source.wasComplete;
    all.completeAt = std::min(all.completeAt, source.completeAt);
    all.beganAt = earlierBegin(all.beganAt, source.beganAt);
    all.lastTook = std::max(all.lastTook, source.lastTook);
    all.endedAt = std::max(all.endedAt, source.endedAt);
    all.objects += source.objects;
}

} // namespace qontroller
