// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/session/sessionrequests.h"

#include <QtCore/QJsonDocument>

#include <algorithm>
#include <utility>

namespace qontroller {

namespace {

std::string schemaText(const QJsonObject &schema)
{
    return schema.isEmpty() ? std::string()
                            : QJsonDocument(schema).toJson(QJsonDocument::Compact).toStdString();
}

} // namespace

std::vector<FoundPlugin> foundPlugins(const PluginCatalogue &plugins)
{
    std::vector<FoundPlugin> found;
    for (const PluginRecord &each : plugins.plugins())
        found.push_back({each.metadata.id, each.metadata.name, each.metadata.version, each.file,
                         std::string(name(each.state)),
                         each.isUsable() ? std::string() : each.sentence,
                         schemaText(each.metadata.parameters)});
    return found;
}

SessionRequests::SessionRequests(std::function<void()> wake)
    : m_wake(std::move(wake))
{}

SessionText SessionRequests::session()
{
    MutexLock lock(m_mutex);
    return m_session;
}

std::vector<FoundPlugin> SessionRequests::plugins()
{
    MutexLock lock(m_mutex);
    return m_plugins;
}

ApplyNumber SessionRequests::apply(std::optional<std::string> json, std::string who, ApplyMode mode)
{
    ApplyNumber number = 0;
    {
        MutexLock lock(m_mutex);
        number = ++m_last;
        m_waiting.push_back({number, std::move(json), std::move(who), mode});
        m_progress.insert({number, ApplyStatus()});
    }
    m_wake();
    return number;
}

std::optional<ApplyStatus> SessionRequests::progress(ApplyNumber number)
{
    MutexLock lock(m_mutex);
    const auto found = m_progress.find(number);
    return found == m_progress.end() ? std::nullopt : std::optional(found->second);
}

void SessionRequests::publish(SessionText session, std::vector<FoundPlugin> plugins)
{
    MutexLock lock(m_mutex);
    m_session = std::move(session);
    m_plugins = std::move(plugins);
}

std::optional<SessionRequests::Request> SessionRequests::take()
{
    MutexLock lock(m_mutex);
    if (m_waiting.empty())
        return std::nullopt;
    Request first = std::move(m_waiting.front());
    m_waiting.pop_front();
    return first;
}

void SessionRequests::report(ApplyNumber number, const ApplyStatus &status)
{
    MutexLock lock(m_mutex);
    m_progress.insert_or_assign(number, status);
    while (m_progress.size() > MostKept && m_progress.begin()->second.hasEnded)
        m_progress.erase(m_progress.begin());
}

} // namespace qontroller
