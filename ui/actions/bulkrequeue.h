// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>
#include <QtCore/QTimer>

#include "ui/state/itemref.h"

#include <deque>
#include <functional>

namespace qontroller::ui {

/// Requeues many items a portion a second, so that they do not hit what they failed on all
/// at once. What is asked for while it works is added behind.
class BulkRequeue final : public QObject
{
    Q_OBJECT

public:
    /// More items than this are spread over time; so many go each second.
    static constexpr std::size_t PortionSize = 50;

    /// Requeues some items of the job with this number; says how many of them are gone.
    using Send = std::function<std::size_t(int job, const ItemRefs &items)>;
    /// A job has ended: so many were sent, so many were left.
    using End = std::function<void(int job, std::size_t sent, std::size_t left)>;

    BulkRequeue(Send send, End end, QObject *parent = nullptr);

    /// Begins at once. The number names the job.
    void start(int job, ItemRefs items);
    /// Leaves what was not sent yet.
    void stop();

    [[nodiscard]] bool isRunning() const { return !m_jobs.empty(); }
    /// Of all that was asked for since nothing was left to send; also those that were gone.
    [[nodiscard]] std::size_t sent() const { return m_sent; }
    [[nodiscard]] std::size_t total() const { return m_total; }
    [[nodiscard]] Duration left() const { return durationOf(m_total - m_sent); }
    /// How long so many take.
    [[nodiscard]] static Duration durationOf(std::size_t items);

signals:
    /// It began, went on, or ended.
    void progressed();
    /// Nothing is left to send: so many were requeued, so many were gone by then, so many were
    /// left out by stop().
    void ended(std::size_t requeued, std::size_t gone, std::size_t left);

private:
    struct Job
    {
        int number;
        ItemRefs items;
        std::size_t sent = 0;
    };

    void sendPortion();
    void finish(const Job &job);

    Send m_send;
    End m_end;
    std::deque<Job> m_jobs;
    std::size_t m_sent = 0;
    std::size_t m_gone = 0;
    std::size_t m_total = 0;
    QTimer m_timer;
};

} // namespace qontroller::ui
