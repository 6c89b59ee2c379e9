// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/remote/attach/attachedmembers.h"

namespace qontroller::remote {

tl::expected<consist::LifecycleAnswer, Error> AttachedMembers::look(
    const consist::LifecycleQuestion &question)
{
    return m_host->ask([&](HostCalls &calls) { return calls.members(question); })
        .map_error(sentenceOf);
}

tl::expected<void, Error> AttachedMembers::submit(const consist::EmployeeKey &key,
                                                  const consist::Command &command)
{
    return m_host->ask([&](HostCalls &calls) { return calls.operate(key, command); })
        .map_error(sentenceOf);
}

tl::expected<void, Error> AttachedMembers::forget(const consist::EmployerName &employer,
                                                  const std::string &)
{
    return m_host->ask([&](HostCalls &calls) { return calls.forgetEmployer(employer); })
        .map_error(sentenceOf);
}

} // namespace qontroller::remote
