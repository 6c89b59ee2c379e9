// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/remote/attach/attachedhost.h"

#include <memory>
#include <vector>

namespace qontroller::remote {

/// The hosts elsewhere that a front end shows. Thread-safe.
class AttachedHosts final : public HostLinks
{
public:
    using HostPtr = std::shared_ptr<AttachedHost>;

    /// \a clock outlives it.
    explicit AttachedHosts(Clock &clock = SteadyClock::instance());
    ~AttachedHosts() override;

    HostId add(const Address &address);
    /// Ends what it is asked.
    void remove(HostId host);
    /// Ends what all of them are asked; nothing is done from now on. For readers to end soon.
    void close();

    [[nodiscard]] std::vector<HostLinkPtr> links() const override;
    /// Null: it is not shown (any more).
    [[nodiscard]] HostPtr host(HostId host) const;

private:
    Clock &m_clock;
    mutable Mutex m_mutex;
    std::vector<HostPtr> m_hosts QONTROLLER_GUARDED_BY(m_mutex);
    HostId m_lastHost QONTROLLER_GUARDED_BY(m_mutex) = 0;
};

} // namespace qontroller::remote
