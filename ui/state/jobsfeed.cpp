// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/jobsfeed.h"

#include <algorithm>
#include <iterator>

namespace qontroller::ui {

namespace {

HostId hostOf(const std::pair<HostId, JobRequest> &request)
{
    return request.first;
}

HostId hostOf(const JobKey &key)
{
    return key.of.host;
}

} // namespace

JobsFeed::JobsFeed(const HostLinks &hosts, DeltaPump &pump, QObject *parent)
    : QObject(parent)
    , m_hosts(hosts)
    , m_pump(pump)
{
    m_orders.setMaxThreadCount(1);
    connect(&pump, &DeltaPump::jobsTold, this, &JobsFeed::take);
}

JobsFeed::~JobsFeed()
{
    m_orders.waitForDone();
}

void JobsFeed::end()
{
    m_hasEnded = true;
}

HostJobs JobsFeed::jobs() const
{
    HostJobs all;
    for (const auto &[host, jobs] : m_jobs)
        std::ranges::copy(jobs, std::back_inserter(all));
    return all;
}

HostJobs JobsFeed::running() const
{
    HostJobs running = jobs();
    std::erase_if(running, [](const HostJob &each) { return each.job.state != JobState::Running; });
    return running;
}

void JobsFeed::take(HostId host, const HostJobs &jobs)
{
    if (m_hasEnded)
        return;
    m_jobs[host] = jobs;
    emit pulled(host);
}

template<class Order, class Tell>
void JobsFeed::send(std::vector<Order> orders, Tell tell, Then then)
{
    m_orders.start([this, orders = std::move(orders), tell, then = std::move(then)]() mutable {
        std::vector<JobPort::Answer> answers;
        for (Order &order : orders) {
            const HostLinkPtr host = m_hosts.find(hostOf(order));
            answers.push_back(host ? tell(host->jobs(), std::move(order))
                                   : tl::unexpected(NoJob{notShown()}));
        }
        QMetaObject::invokeMethod(
            this,
            [this, answers = std::move(answers), then = std::move(then)] {
                if (m_hasEnded)
                    return;
                then(answers);
                m_pump.hurryJobs();
            },
            Qt::QueuedConnection);
    });
}

void JobsFeed::prepare(Requests requests, Then then)
{
    send(
        std::move(requests),
        [](JobPort &jobs, std::pair<HostId, JobRequest> &&request) {
            return jobs.prepare(std::move(request.second));
        },
        std::move(then));
}

void JobsFeed::begin(Keys keys, Then then)
{
    send(
        std::move(keys), [](JobPort &jobs, const JobKey &key) { return jobs.begin(key); },
        std::move(then));
}

void JobsFeed::stop(Keys keys, Then then)
{
    send(
        std::move(keys), [](JobPort &jobs, const JobKey &key) { return jobs.stop(key); },
        std::move(then));
}

} // namespace qontroller::ui
