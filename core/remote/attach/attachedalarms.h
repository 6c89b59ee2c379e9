// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/alarms/alarmport.h"
#include "core/remote/attach/attachment.h"

#include <string>

namespace qontroller::remote {

/// The alarms of a host in another process. It knows who asks.
class AttachedAlarms final : public AlarmPort
{
public:
    explicit AttachedAlarms(AttachmentPtr host);

    [[nodiscard]] tl::expected<AlarmStatus, Error> alarms() override;
    [[nodiscard]] tl::expected<void, Error> acknowledge(const AcknowledgeRequest &request) override;
    [[nodiscard]] tl::expected<void, Error> withdraw(const std::string &key,
                                                     const std::string &who) override;

private:
    const AttachmentPtr m_host;
};

} // namespace qontroller::remote
