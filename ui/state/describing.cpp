// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/describing.h"

#include "core/remote/link/hostlink.h"

namespace qontroller::ui {

namespace {

constexpr int Threads = 2; // one may still be busy with a question that was cancelled

} // namespace

Describing::Describing(const HostLinks &hosts, QObject *parent)
    : QObject(parent)
    , m_hosts(hosts)
{
    m_pool.setMaxThreadCount(Threads);
}

Describing::~Describing()
{
    cancel();
    m_pool.waitForDone();
}

void Describing::cancel()
{
    m_stop.request_stop();
    m_pool.clear();
    ++m_question;
    m_underWay = false;
}

void Describing::ask(const ItemRef &item)
{
    cancel();
    m_stop = std::stop_source();
    m_underWay = true;
    m_begun = false;
    m_pool.start([this, item, question = m_question, stop = m_stop.get_token()] {
        QMetaObject::invokeMethod(
            this, [this, question] { m_begun |= question == m_question; }, Qt::QueuedConnection);
        const HostLinkPtr host = m_hosts.find(item.controller.of.host);
        const auto description = host ? host->feed().describe(item.controller, item.id, stop)
                                      : std::nullopt;
        QMetaObject::invokeMethod(
            this, [this, question, description] { receive(question, description); },
            Qt::QueuedConnection);
    });
}

void Describing::receive(std::uint64_t question, const std::optional<Description> &description)
{
    if (question != m_question)
        return;
    m_underWay = false;
    emit answered(description);
}

} // namespace qontroller::ui
