// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>
#include <QtCore/QThreadPool>

#include "ui/state/deltapump.h"

#include "core/engine/jobs/jobport.h"
#include "core/remote/link/hostlink.h"

#include <functional>
#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace qontroller::ui {

/// The jobs of all hosts that the window shows, as each host told them last, and orders to hosts.
///
/// A host may be far away, so orders to each have a thread of their own: they come in their order,
/// and one that does not answer holds no other host's up. All else is in the GUI thread.
class JobsFeed final : public QObject
{
    Q_OBJECT

public:
    /// Both outlive it.
    JobsFeed(const HostLinks &hosts, DeltaPump &pump, QObject *parent = nullptr);
    /// Waits for what is under way.
    ~JobsFeed() override;

    /// Takes no answer any more.
    void end();

    /// Those of a host oldest first; also those that other front ends have asked for.
    [[nodiscard]] HostJobs jobs() const;
    [[nodiscard]] HostJobs running() const;

    using Requests = std::vector<std::pair<HostId, JobRequest>>;
    using Keys = std::vector<JobKey>;
    /// Gets an answer for each request or key.
    using Then = std::function<void(const std::vector<JobPort::Answer> &)>;
    void prepare(Requests requests, Then then);
    void begin(Keys keys, Then then);
    void stop(Keys keys, Then then);

    using WorkersAnswer = tl::expected<int, NoJob>;
    /// See JobPort::setWorkersFor().
    void setWorkersFor(ControllerId controller, int workers, Duration time,
                       std::function<void(const WorkersAnswer &)> then);

signals:
    /// \a host was asked; jobs() has what it said.
    void pulled(qontroller::HostId host);

private:
    void take(HostId host, const HostJobs &jobs);
    [[nodiscard]] QThreadPool &ordersTo(HostId host);
    /// Has \a tell called for each of \a orders with the jobs of its host, on that host's thread.
    template<class Order, class Tell>
    void send(std::vector<Order> orders, Tell tell, Then then);
    struct Answers;
    void note(const std::shared_ptr<Answers> &answers, std::size_t place, JobPort::Answer answer);

    const HostLinks &m_hosts;
    DeltaPump &m_pump;
    std::map<HostId, HostJobs> m_jobs;
    bool m_hasEnded = false;
    std::map<HostId, std::unique_ptr<QThreadPool>> m_orders; ///< last: their ends wait for it
};

} // namespace qontroller::ui
