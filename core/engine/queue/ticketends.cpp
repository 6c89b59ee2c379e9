// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/queue/ticketends.h"

#include "core/engine/observe/events/heapbytes.h"

#include <algorithm>
#include <utility>

namespace qontroller {

namespace {

constexpr int ForgottenTicketsAtOnce = 512;
/// How far back a sum is looked for: the runs of a command end about together.
constexpr std::ptrdiff_t SumsLookedAt = 64;

} // namespace

std::size_t TicketEnds::bytesOf(const Batch &batch)
{
    return sizeof batch + heapBytes(batch.id) + heapBytes(batch.said.text)
           + batch.tickets.capacity() * sizeof(TicketRuns);
}

EventRecord TicketEnds::endOf(const Batch &batch, std::size_t index)
{
    const TicketRuns &end = batch.tickets[index];
    EventRecord record{batch.first + index, batch.time, EventRecord::Kind::TicketDone, batch.id,
                       batch.said,          end.ticket};
    record.runs = end.runs;
    return record;
}

EventRecord TicketEnds::endOf(const Sum &sum)
{
    EventRecord record{sum.number, sum.time, EventRecord::Kind::TicketDone,
                       {},         sum.said, sum.ticket};
    record.runs = sum.runs;
    return record;
}

void TicketEnds::add(std::string_view id, std::vector<TicketRuns> tickets, const Said &outcome,
                     TimePoint now)
{
    if (tickets.empty())
        return;
    Batch batch{m_nextNumber, now, ObjectId(id), outcome, std::move(tickets)};
    m_nextNumber += batch.tickets.size();
    m_bytes += bytesOf(batch);
    m_batches.push_back(std::move(batch));
    trim();
}

std::uint64_t TicketEnds::first() const
{
    return m_batches.empty() ? m_nextNumber : m_batches.front().first + m_batches.front().gone;
}

bool TicketEnds::isTooFull() const
{
    if (m_batches.empty())
        return false;
    return m_bytes > m_bytesAtMost || (m_bytes > m_lookBack && first() < m_read);
}

bool TicketEnds::trim()
{
    for (int i = 0; i < ForgottenTicketsAtOnce && isTooFull(); ++i)
        forgetOldest();
    for (int i = 0; i < ForgottenTicketsAtOnce && !m_sums.empty(); ++i) {
        if (m_sums.front().number >= m_read && m_sums.size() <= m_sumsAtMost)
            break;
        forgetOldestSum();
    }
    return isTooFull();
}

void TicketEnds::forgetOldest()
{
    Batch &oldest = m_batches.front();
    const std::uint64_t number = oldest.first + oldest.gone;
    if (number >= m_read)
        sumUp(oldest, oldest.tickets[oldest.gone], number);
    m_places.erase(m_places.begin(), m_places.upper_bound(number));
    if (++oldest.gone < oldest.tickets.size())
        return;
    m_bytes -= bytesOf(oldest);
    m_batches.pop_front();
}

void TicketEnds::sumUp(const Batch &batch, const TicketRuns &oldest, std::uint64_t number)
{
    if (!m_places.empty() && *m_places.begin() <= number) // who has read up to here knows the rest
        m_closed = m_sums.size();
    const auto open = m_sums.size() - m_closed;
    const auto last = m_sums.rbegin() + std::min(SumsLookedAt, static_cast<std::ptrdiff_t>(open));
    const auto same = std::find_if(m_sums.rbegin(), last, [&](const Sum &sum) {
        return sum.ticket == oldest.ticket && sum.said.kind == batch.said.kind;
    });
    Sum sum{number, batch.time, batch.said, oldest.ticket, oldest.runs};
    sum.said.text.clear();
    if (same == last) {
        m_sums.push_back(std::move(sum));
        return;
    }
    sum.number = same->number;
    sum.runs += same->runs;
    *same = std::move(sum);
}

void TicketEnds::forgetOldestSum()
{
    const Sum &oldest = m_sums.front();
    if (oldest.number >= m_read) {
        m_lost = oldest.number;
        m_dropped += oldest.runs;
    }
    m_sums.pop_front();
    m_closed -= m_closed > 0;
}

TicketEnds::Read TicketEnds::read(EventCursor &cursor, std::size_t limit, std::size_t &room)
{
    Read read;
    read.hasMissed = cursor.next > 0 && cursor.next <= m_lost;
    const auto take = [&](EventRecord end) {
        cursor.next = end.number + 1;
        room -= std::min(room, qontroller::bytesOf(end));
        read.ends.push_back(std::move(end));
    };
    const auto isFull = [&] { return read.ends.size() >= limit || room == 0; };
    auto sum = std::ranges::lower_bound(m_sums, cursor.next, {}, &Sum::number);
    for (; sum != m_sums.end() && !isFull(); ++sum)
        take(endOf(*sum));
    if (sum != m_sums.end()) {
        m_closed = m_sums.size(); // some of them are told, and more of these would not be
        return read;
    }
    cursor.next = std::max(cursor.next, first());
    auto batch = std::ranges::upper_bound(m_batches, cursor.next, {}, &Batch::first);
    for (batch -= batch != m_batches.begin(); batch != m_batches.end() && !isFull(); ++batch) {
        const std::size_t size = batch->tickets.size();
        for (std::size_t i = std::max(cursor.next, batch->first) - batch->first;
             i < size && !isFull(); ++i)
            take(endOf(*batch, i));
    }
    m_places.insert(cursor.next);
    return read;
}

} // namespace qontroller
