// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/actions/bulkrequeue.h"

#include <algorithm>

namespace qontroller::ui {

namespace {

using namespace std::chrono_literals;
constexpr auto PortionInterval = 1s;

} // namespace

BulkRequeue::BulkRequeue(Send send, End end, QObject *parent)
    : QObject(parent)
    , m_send(std::move(send))
    , m_end(std::move(end))
{
    m_timer.setInterval(PortionInterval);
    connect(&m_timer, &QTimer::timeout, this, &BulkRequeue::sendPortion);
}

void BulkRequeue::start(int job, ItemRefs items)
{
    const bool first = !isRunning();
    if (first) {
        m_sent = 0;
        m_gone = 0;
        m_total = 0;
    }
    m_total += items.size();
    m_jobs.push_back({job, std::move(items)});
    if (first) {
        m_timer.start();
        sendPortion();
    } else {
        emit progressed();
    }
}

void BulkRequeue::sendPortion()
{
    Job &job = m_jobs.front();
    const auto begin = job.items.begin() + std::ptrdiff_t(job.sent);
    const std::size_t count = std::min(PortionSize, job.items.size() - job.sent);
    m_gone += m_send(job.number, {begin, begin + std::ptrdiff_t(count)});
    job.sent += count;
    m_sent += count;
    if (job.sent == job.items.size()) {
        finish(job);
        m_jobs.pop_front();
    }
    emit progressed();
    if (m_jobs.empty()) {
        m_timer.stop();
        emit ended(m_sent - m_gone, m_gone, 0);
    }
}

void BulkRequeue::stop()
{
    m_timer.stop();
    for (const Job &job : m_jobs)
        finish(job);
    m_jobs.clear();
    const std::size_t left = m_total - m_sent;
    m_total = m_sent;
    emit progressed();
    emit ended(m_sent - m_gone, m_gone, left);
}

void BulkRequeue::finish(const Job &job)
{
    m_end(job.number, job.sent, job.items.size() - job.sent);
}

Duration BulkRequeue::durationOf(std::size_t items)
{
    return (items + PortionSize - 1) / PortionSize * PortionInterval;
}

} // namespace qontroller::ui
