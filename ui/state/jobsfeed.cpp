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
    connect(&pump, &DeltaPump::jobsTold, this, &JobsFeed::take);
}

JobsFeed::~JobsFeed()
{
    m_orders.clear();
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

QThreadPool &JobsFeed::ordersTo(HostId host)
{
    auto &thread = m_orders[host];
    if (!thread) {
        thread = std::make_unique<QThreadPool>();
        thread->setMaxThreadCount(1);
    }
    return *thread;
}

void JobsFeed::setWorkersFor(ControllerId controller, int workers, Duration time,
                             std::function<void(const WorkersAnswer &)> then)
{
    const HostId host = controller.of.host;
    ordersTo(host).start([=, this, link = m_hosts.find(host), then = std::move(then)] {
        const auto answer = link ? link->jobs().setWorkersFor(controller, workers, time)
                                 : WorkersAnswer(tl::unexpected(NoJob{notShown()}));
        QMetaObject::invokeMethod(
            this,
            [this, answer, then] {
                m_pump.hurryJobs(); // the journal comes with them
                if (!m_hasEnded)
                    then(answer);
            },
            Qt::QueuedConnection);
    });
}

/// Of orders that were sent together.
struct JobsFeed::Answers
{
    std::vector<JobPort::Answer> all;
    std::size_t missing = 0;
    Then then;
};

template<class Order, class Tell>
void JobsFeed::send(std::vector<Order> orders, Tell tell, Then then)
{
    const auto answers = std::make_shared<Answers>(
        Answers{std::vector<JobPort::Answer>(orders.size()), orders.size(), std::move(then)});
    for (std::size_t i = 0; i < orders.size(); ++i) {
        const HostId host = hostOf(orders[i]);
        ordersTo(host).start([this, answers, i, tell, link = m_hosts.find(host),
                              order = std::move(orders[i])]() mutable {
            JobPort::Answer answer = link ? tell(link->jobs(), std::move(order))
                                          : tl::unexpected(NoJob{notShown()});
            QMetaObject::invokeMethod(
                this, [this, answers, i, answer = std::move(answer)] { note(answers, i, answer); },
                Qt::QueuedConnection);
        });
    }
}

void JobsFeed::note(const std::shared_ptr<Answers> &answers, std::size_t place,
                    JobPort::Answer answer)
{
    if (m_hasEnded)
        return;
    answers->all[place] = std::move(answer);
    m_pump.hurryJobs();
    if (--answers->missing == 0)
        answers->then(answers->all);
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
