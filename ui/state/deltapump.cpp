// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/deltapump.h"

#include "core/engine/observe/feed/delta.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace qontroller::ui {

namespace {

using namespace std::chrono_literals;
constexpr auto AgeInterval = 250ms;

std::size_t rowsPendingIn(const Delta &delta)
{
    std::size_t rows = 0;
    for (const ControllerDelta &each : delta.controllers)
        rows += each.rowsPending;
    return rows;
}

std::vector<Sample> samplesIn(const std::map<HostId, HostPicture> &pictures)
{
    std::vector<Sample> all;
    for (const auto &[host, picture] : pictures)
        std::ranges::copy(picture.samples, std::back_inserter(all));
    std::ranges::stable_sort(all, {}, &Sample::now);
    return all;
}

} // namespace

DeltaPump::DeltaPump(const HostLinks &hosts, const Clock &clock, QObject *parent)
    : QObject(parent)
    , m_hosts(hosts)
    , m_clock(clock)
    , m_lastDelta(clock.now())
{
    for (QTimer *timer : {&m_timer, &m_courtesy}) {
        timer->setSingleShot(true);
        timer->setTimerType(Qt::PreciseTimer);
    }
    m_courtesy.setInterval(Courtesy);
    connect(&m_timer, &QTimer::timeout, this, &DeltaPump::beginRound);
    connect(&m_courtesy, &QTimer::timeout, this, &DeltaPump::endRound);
    m_ageTimer.setInterval(AgeInterval);
    connect(&m_ageTimer, &QTimer::timeout, this, &DeltaPump::checkAge);
}

DeltaPump::~DeltaPump() = default;

void DeltaPump::start()
{
    m_isRunning = true;
    m_lastDelta = m_clock.now();
    m_ageTimer.start();
    beginRound();
}

void DeltaPump::stop()
{
    m_isRunning = false;
    m_isUnderWay = false;
    m_timer.stop();
    m_courtesy.stop();
    m_ageTimer.stop();
    m_readers.clear();
}

void DeltaPump::hurry()
{
    m_timer.stop();
    beginRound();
}

void DeltaPump::hurryJobs()
{
    m_jobsAsked.reset();
    hurry();
}

void DeltaPump::look(const ItemRef &item)
{
    m_wanted = item;
    hurry();
}

void DeltaPump::beginRound()
{
    if (m_isUnderWay || !m_isRunning)
        return;
    m_isUnderWay = true;
    followHosts();
    const TimePoint now = m_clock.now();
    const bool jobs = !m_jobsAsked || now - *m_jobsAsked >= JobsInterval;
    if (jobs)
        m_jobsAsked = now;
    for (const auto &[host, reader] : m_readers)
        ask(*reader, jobs);
    if (m_awaited.empty())
        return endRound();
    if (!m_awaited.contains(0))
        m_courtesy.start();
}

// One that was late is not waited for again.
void DeltaPump::ask(LinkReader &reader, bool jobs)
{
    if (reader.isAsked() || reader.hasAnswered())
        return;
    const HostId host = reader.link()->id();
    m_awaited.insert(host);
    LinkReader::Question question{jobs, {}};
    if (m_wanted && m_wanted->controller.of.host == host) {
        question.item = {m_wanted->controller, m_wanted->id};
        m_wanted.reset();
    }
    reader.ask(std::move(question));
}

void DeltaPump::followHosts()
{
    const std::vector<HostLinkPtr> links = m_hosts.links();
    std::erase_if(m_readers, [&](const auto &each) {
        if (std::ranges::find(links, each.second->link()) != links.end())
            return false;
        std::ranges::copy(each.second->told(), std::back_inserter(m_removed));
        m_left.push_back(each.first);
        return true;
    });
    for (const HostLinkPtr &link : links) {
        if (!m_readers.contains(link->id()))
            addReader(link);
    }
}

void DeltaPump::addReader(const HostLinkPtr &link)
{
    const HostId host = link->id();
    auto reader = std::make_unique<LinkReader>(link);
    connect(reader.get(), &LinkReader::answered, this, [this, host] { noteAnswer(host); });
    m_readers.emplace(host, std::move(reader));
}

void DeltaPump::noteAnswer(HostId host)
{
    if (m_awaited.erase(host) > 0 && m_awaited.empty())
        endRound();
}

void DeltaPump::endRound()
{
    if (!m_isUnderWay)
        return;
    m_isUnderWay = false;
    m_awaited.clear();
    m_courtesy.stop();
    std::map<HostId, HostPicture> pictures;
    for (const auto &[host, reader] : m_readers) {
        if (auto picture = reader->take())
            pictures.emplace(host, *std::move(picture));
    }
    const DeltaPtr delta = merged(pictures);
    emit sampled(samplesIn(pictures));
    deliver(delta);
    for (const HostId host : std::exchange(m_left, {})) {
        emit jobsTold(host, {});
        emit journalTold(host, {});
        emit alarmsTold(host, {});
    }
    for (const auto &[host, picture] : pictures) {
        if (picture.jobs)
            emit jobsTold(host, *picture.jobs);
        if (picture.journal)
            emit journalTold(host, *picture.journal);
        if (picture.alarms)
            emit alarmsTold(host, *picture.alarms);
        if (picture.log)
            emit logTold(picture.log->first, picture.log->second);
        if (picture.detail)
            emit detailTold(*picture.detail);
    }
    if (m_wanted && !m_readers.contains(m_wanted->controller.of.host)) { // nobody is there to ask
        const ItemRef gone = *std::exchange(m_wanted, std::nullopt);
        emit detailTold({gone.controller, gone.id, std::nullopt});
    }
    if (m_isRunning && !m_isUnderWay) // nobody was in a hurry
        m_timer.start(m_pace.untilNext(rowsPendingIn(*delta)));
}

DeltaPtr DeltaPump::merged(std::map<HostId, HostPicture> &pictures)
{
    if (pictures.size() == 1 && m_removed.empty())
        return std::move(pictures.begin()->second.delta);
    auto delta = std::make_shared<Delta>();
    if (pictures.empty()) {
        delta->now = m_clock.now();
        delta->wall = m_clock.wallNow();
    }
    for (auto &[host, picture] : pictures) {
        const auto part = std::move(picture.delta);
        if (part->now >= delta->now) {
            delta->now = part->now;
            delta->wall = part->wall;
        }
        std::ranges::move(part->controllers, std::back_inserter(delta->controllers));
        std::ranges::copy(part->removed, std::back_inserter(delta->removed));
    }
    std::ranges::copy(std::exchange(m_removed, {}), std::back_inserter(delta->removed));
    return delta;
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
