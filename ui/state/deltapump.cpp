// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/deltapump.h"

#include "core/engine/observe/feed/delta.h"

#include <algorithm>

namespace qontroller::ui {

namespace {

using namespace std::chrono_literals;
constexpr auto AgeInterval = 250ms;

bool hasMore(const Delta &delta)
{
    return std::any_of(delta.controllers.begin(), delta.controllers.end(),
                       [](const ControllerDelta &c) { return c.rowsPending > 0; });
}

} // namespace

DeltaPump::DeltaPump(Feed &feed, const Clock &clock, QObject *parent)
    : QObject(parent)
    , m_feed(feed)
    , m_clock(clock)
    , m_lastDelta(clock.now())
    , m_puller(new QObject)
{
    auto *sampler = new QTimer(m_puller);
    sampler->setTimerType(Qt::PreciseTimer);
    sampler->setInterval(SampleInterval);
    m_puller->moveToThread(&m_thread);
    connect(sampler, &QTimer::timeout, m_puller, [this] { takeSample(); });
    connect(&m_thread, &QThread::started, sampler, qOverload<>(&QTimer::start));
    connect(&m_thread, &QThread::finished, sampler, &QTimer::stop);
    m_thread.setObjectName(QStringLiteral("DeltaPump"));
    m_timer.setSingleShot(true);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &DeltaPump::request);
    m_ageTimer.setInterval(AgeInterval);
    connect(&m_ageTimer, &QTimer::timeout, this, &DeltaPump::checkAge);
}

DeltaPump::~DeltaPump()
{
    stop();
    delete m_puller; // its thread has ended
}

void DeltaPump::start()
{
    m_lastDelta = m_clock.now();
    m_reader.emplace(m_feed);
    m_thread.start();
    m_ageTimer.start();
    request();
}

void DeltaPump::stop()
{
    m_timer.stop();
    m_ageTimer.stop();
    if (!m_thread.isRunning())
        return;
    m_thread.quit();
    m_thread.wait();
    m_reader.reset();
}

void DeltaPump::request()
{
    if (m_underWay || !m_thread.isRunning())
        return;
    m_underWay = true;
    QMetaObject::invokeMethod(
        m_puller,
        [this] {
            const auto delta = std::make_shared<const Delta>(m_reader->pull());
            const std::vector<Sample> samples(m_samples.begin(), m_samples.end());
            m_samples.clear();
            QMetaObject::invokeMethod(
                this, [this, delta, samples] { receive(delta, samples); }, Qt::QueuedConnection);
        },
        Qt::QueuedConnection);
}

void DeltaPump::hurry()
{
    m_timer.stop();
    request();
}

void DeltaPump::takeSample()
{
    m_samples.push_back(m_feed.sample());
    if (m_samples.size() > MostSamples)
        m_samples.pop_front();
}

void DeltaPump::receive(const DeltaPtr &delta, const std::vector<Sample> &samples)
{
    m_underWay = false;
    if (!m_ageTimer.isActive())
        return; // stopped meanwhile
    emit sampled(samples);
    deliver(delta);
    if (!m_underWay) // nobody was in a hurry
        m_timer.start(m_pace.untilNext(hasMore(*delta)));
}

void DeltaPump::deliver(const DeltaPtr &delta)
{
    m_lastDelta = m_clock.now();
    checkAge();
    const auto begin = std::chrono::steady_clock::now();
    emit pulled(delta);
    m_pace.ticked(std::chrono::steady_clock::now() - begin);
}

Duration DeltaPump::age() const
{
    return m_clock.now() - m_lastDelta;
}

void DeltaPump::checkAge()
{
    const bool stale = age() >= StaleAfter;
    if (stale == m_stale)
        return;
    m_stale = stale;
    emit staleChanged(stale);
}

} // namespace qontroller::ui
