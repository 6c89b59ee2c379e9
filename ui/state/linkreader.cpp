// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/linkreader.h"

#include <QtCore/QTimer>

#include "core/engine/observe/feed/delta.h"

#include <algorithm>
#include <utility>

namespace qontroller::ui {

LinkReader::LinkReader(HostLinkPtr link, QObject *parent)
    : QObject(parent)
    , m_link(std::move(link))
    , m_reader(m_link->feed())
    , m_asker(new QObject)
{
    auto *sampler = new QTimer(m_asker);
    sampler->setTimerType(Qt::PreciseTimer);
    sampler->setInterval(SampleInterval);
    m_asker->moveToThread(&m_thread);
    connect(sampler, &QTimer::timeout, m_asker, [this] { takeSample(); });
    connect(&m_thread, &QThread::started, sampler, qOverload<>(&QTimer::start));
    connect(&m_thread, &QThread::finished, sampler, &QTimer::stop);
    m_thread.setObjectName(QStringLiteral("LinkReader"));
    m_thread.start();
}

LinkReader::~LinkReader()
{
    m_thread.quit();
    m_thread.wait();
    delete m_asker; // its thread has ended
}

void LinkReader::ask(Question question)
{
    m_isAsked = true;
    QMetaObject::invokeMethod(
        m_asker,
        [this, question = std::move(question)] {
            QMetaObject::invokeMethod(
                this, [this, picture = look(question)]() mutable { receive(std::move(picture)); },
                Qt::QueuedConnection);
        },
        Qt::QueuedConnection);
}

HostPicture LinkReader::look(const Question &question)
{
    HostPicture picture;
    picture.delta = std::make_shared<Delta>(m_reader.pull());
    picture.samples.assign(m_samples.begin(), m_samples.end());
    m_samples.clear();
    if (question.jobs) {
        picture.jobs = m_link->jobs().jobs();
        if (auto journal = m_link->journal()) // an older host has none, a lost one is told of
            picture.journal = *std::move(journal);
        if (auto alarms = m_link->alarms().alarms()) // likewise
            picture.alarms = *std::move(alarms);
        readLog(picture);
    }
    if (question.item) {
        const auto &[controller, item] = *question.item;
        picture.detail = {controller, item, m_link->feed().detail(controller, item)};
    }
    return picture;
}

// A host may be started anew meanwhile: then it is asked again. One that numbers no line is older,
// and would tell all each time: it is asked once.
void LinkReader::readLog(HostPicture &picture)
{
    constexpr std::uint64_t All = UINT64_MAX;
    const std::uint32_t run = m_link->status().run;
    auto &[readRun, last] = m_logRead;
    if (std::exchange(readRun, run) != run)
        last = 0;
    if (last == All)
        return;
    auto lines = m_link->operatorLog(last);
    if (!lines || lines->empty() || m_link->status().run != run)
        return;
    for (const OperatorLine &line : *lines)
        last = line.number == 0 ? All : std::max(last, line.changed);
    picture.log = {{m_link->id(), run}, *std::move(lines)};
}

void LinkReader::receive(HostPicture picture)
{
    m_isAsked = false;
    m_picture = std::move(picture);
    emit answered();
}

std::optional<HostPicture> LinkReader::take()
{
    auto picture = std::exchange(m_picture, std::nullopt);
    if (picture)
        note(*picture->delta);
    return picture;
}

void LinkReader::note(const Delta &delta)
{
    for (const ControllerDelta &controller : delta.controllers) {
        if (controller.id.of.host == m_link->id())
            m_told.insert(controller.id);
    }
    for (const ControllerId gone : delta.removed)
        m_told.erase(gone);
}

void LinkReader::takeSample()
{
    m_samples.push_back(m_link->feed().sample());
    if (m_samples.size() > MostSamples)
        m_samples.pop_front();
}

} // namespace qontroller::ui
