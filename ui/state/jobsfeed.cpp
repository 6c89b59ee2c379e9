// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/jobsfeed.h"

#include <algorithm>
#include <iterator>

namespace qontroller::ui {

JobsFeed::JobsFeed(JobPort &port, QObject *parent)
    : QObject(parent)
    , m_port(port)
{
    m_questions.setMaxThreadCount(1);
    m_orders.setMaxThreadCount(1);
    m_timer.setInterval(Interval);
    connect(&m_timer, &QTimer::timeout, this, &JobsFeed::pull);
    m_timer.start();
}

JobsFeed::~JobsFeed()
{
    m_questions.waitForDone();
    m_orders.waitForDone();
}

void JobsFeed::end()
{
    m_hasEnded = true;
    m_timer.stop();
}

HostJobs JobsFeed::running() const
{
    HostJobs running;
    std::ranges::copy_if(m_jobs, std::back_inserter(running),
                         [](const HostJob &each) { return each.job.state == JobState::Running; });
    return running;
}

void JobsFeed::pull()
{
    if (m_hasEnded)
        return;
    m_again = std::exchange(m_isAsked, true);
    if (m_again)
        return;
    m_questions.start([this] {
        QMetaObject::invokeMethod(
            this, [this, jobs = m_port.jobs()] { receive(jobs); }, Qt::QueuedConnection);
    });
}

void JobsFeed::receive(HostJobs jobs)
{
    m_isAsked = false;
    if (m_hasEnded)
        return;
    m_jobs = std::move(jobs);
    emit pulled();
    if (std::exchange(m_again, false))
        pull();
}

template<class Order, class Tell>
void JobsFeed::send(std::vector<Order> orders, Tell tell, Then then)
{
    m_orders.start([this, orders = std::move(orders), tell, then = std::move(then)]() mutable {
        std::vector<JobPort::Answer> answers;
        for (Order &order : orders)
            answers.push_back(tell(std::move(order)));
        QMetaObject::invokeMethod(
            this,
            [this, answers = std::move(answers), then = std::move(then)] {
                if (m_hasEnded)
                    return;
                then(answers);
                pull();
            },
            Qt::QueuedConnection);
    });
}

void JobsFeed::prepare(Requests requests, Then then)
{
    send(
        std::move(requests),
        [this](std::pair<HostId, JobRequest> &&request) {
            return m_port.prepare(request.first, std::move(request.second));
        },
        std::move(then));
}

void JobsFeed::begin(Keys keys, Then then)
{
    send(
        std::move(keys), [this](const JobKey &key) { return m_port.begin(key); }, std::move(then));
}

void JobsFeed::stop(Keys keys, Then then)
{
    send(
        std::move(keys), [this](const JobKey &key) { return m_port.stop(key); }, std::move(then));
}

} // namespace qontroller::ui
