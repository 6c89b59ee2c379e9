// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/remote/attach/attachedalarms.h"

#include <utility>

namespace qontroller::remote {

AttachedAlarms::AttachedAlarms(AttachmentPtr host)
    : m_host(std::move(host))
{}

tl::expected<AlarmStatus, Error> AttachedAlarms::alarms()
{
    return m_host->ask([](HostCalls &calls) { return calls.alarms(); }).map_error(sentenceOf);
}

tl::expected<void, Error> AttachedAlarms::acknowledge(const AcknowledgeRequest &request)
{
    return m_host->ask([&](HostCalls &calls) { return calls.acknowledge(request); })
        .map_error(sentenceOf);
}

tl::expected<void, Error> AttachedAlarms::withdraw(const std::string &key, const std::string &)
{
    return m_host->ask([&](HostCalls &calls) { return calls.withdraw(key); }).map_error(sentenceOf);
}

} // namespace qontroller::remote
