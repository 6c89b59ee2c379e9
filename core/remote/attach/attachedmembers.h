// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/members/consist/lifecycleport.h"
#include "core/remote/attach/attachment.h"

namespace qontroller::remote {

/// The operations on members of an attached host, which are named alike in every run of it.
/// Thread-safe; each call waits for the host, half a minute at the most.
class AttachedMembers final : public consist::LifecyclePort
{
public:
    explicit AttachedMembers(AttachmentPtr host)
        : m_host(std::move(host))
    {}

    [[nodiscard]] tl::expected<consist::LifecycleAnswer, Error> look(
        const consist::LifecycleQuestion &question) override;
    tl::expected<void, Error> submit(const consist::EmployeeKey &key,
                                     const consist::Command &command) override;
    /// The host itself knows who asks.
    tl::expected<void, Error> forget(const consist::EmployerName &employer,
                                     const std::string &by) override;

private:
    const AttachmentPtr m_host;
};

} // namespace qontroller::remote
