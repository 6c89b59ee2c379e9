// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/remote/attach/attachedhost.h"

#include <utility>

namespace qontroller::remote {

AttachedHost::AttachedHost(HostId id, Address address, Clock &clock)
    : m_id(id)
    , m_host(std::make_shared<Attachment>(id, std::move(address), clock))
    , m_feed(m_host)
    , m_jobs(m_host)
    , m_alarms(m_host)
    , m_members(std::make_shared<AttachedMembers>(m_host))
{}

AttachedHost::~AttachedHost()
{
    m_host->close();
}

tl::expected<ApplyStatus, RemoteError> AttachedHost::applySession(
    const std::string &json, ApplyMode mode, const std::function<void(const ApplyStatus &)> &show)
{
    return m_host->ask(
        [&](HostCalls &calls) { return calls.applySession(json, mode, show, m_host->end()); });
}

tl::expected<SessionText, RemoteError> AttachedHost::session()
{
    return m_host->ask([](HostCalls &calls) { return calls.session(); });
}

tl::expected<ApplyStatus, RemoteError> AttachedHost::saveSession()
{
    return m_host->ask([](HostCalls &calls) { return calls.saveSession(); });
}

tl::expected<std::vector<FoundPlugin>, RemoteError> AttachedHost::plugins()
{
    return m_host->ask([](HostCalls &calls) { return calls.plugins(); });
}

tl::expected<JournalStatus, Error> AttachedHost::journal()
{
    return m_host->ask([](HostCalls &calls) { return calls.journal(); }).map_error(sentenceOf);
}

tl::expected<std::vector<OperatorLine>, Error> AttachedHost::operatorLog(std::uint64_t after)
{
    return m_host->ask([after](HostCalls &calls) { return calls.operatorLog(after); })
        .map_error(sentenceOf);
}

} // namespace qontroller::remote
