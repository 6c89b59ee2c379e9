// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>
#include <QtCore/QThreadPool>
#include <QtCore/QTimer>

#include "core/engine/jobs/jobport.h"

#include <functional>
#include <utility>
#include <vector>

namespace qontroller::ui {

using HostJobs = std::vector<HostJob>;

/// Asks hosts how far their jobs are, and for new ones.
///
/// A host may be far away, so questions have a thread of their own and orders another: a slow
/// answer keeps no order back. All else is in the GUI thread.
class JobsFeed final : public QObject
{
    Q_OBJECT

public:
    static constexpr std::chrono::milliseconds Interval{500};

    /// \a port outlives it.
    explicit JobsFeed(JobPort &port, QObject *parent = nullptr);
    /// Waits for what is under way.
    ~JobsFeed() override;

    /// Asks nothing more, and takes no answer.
    void end();

    /// As they were told last: also those that other front ends have asked for.
    [[nodiscard]] const HostJobs &jobs() const { return m_jobs; }
    [[nodiscard]] HostJobs running() const;

    using Requests = std::vector<std::pair<HostId, JobRequest>>;
    using Keys = std::vector<JobKey>;
    /// Gets an answer for each request or key.
    using Then = std::function<void(const std::vector<JobPort::Answer> &)>;
    void prepare(Requests requests, Then then);
    void begin(Keys keys, Then then);
    void stop(Keys keys, Then then);

signals:
    /// The hosts were asked; jobs() is what they said.
    void pulled();

private:
    void pull();
    void receive(HostJobs jobs);
    /// Has \a tell called with the port and each of \a orders, on the thread of orders.
    template<class Order, class Tell>
    void send(std::vector<Order> orders, Tell tell, Then then);

    JobPort &m_port;
    HostJobs m_jobs;
    bool m_isAsked = false;
    bool m_again = false; ///< as soon as what is under way is answered
    bool m_hasEnded = false;
    QTimer m_timer;
    QThreadPool m_questions;
    QThreadPool m_orders; ///< last: the destructors wait for what is under way
};

} // namespace qontroller::ui
