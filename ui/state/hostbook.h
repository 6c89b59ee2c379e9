// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QString>

#include "core/observe/hosts.h"

#include <map>
#include <vector>

namespace qontroller::ui {

/// The hosts elsewhere that a window shows, and whose each controller is. Empty in a window that
/// shows the program's own.
class HostBook
{
public:
    void set(std::vector<HostStatus> hosts);
    void setNow(TimePoint now) { m_now = now; }

    [[nodiscard]] auto begin() const { return m_hosts.begin(); }
    [[nodiscard]] auto end() const { return m_hosts.end(); }
    [[nodiscard]] std::size_t size() const { return m_hosts.size(); }
    [[nodiscard]] bool empty() const { return m_hosts.empty(); }
    [[nodiscard]] const HostStatus &front() const { return m_hosts.front(); }

    /// The host of a controller; null: the program's own.
    [[nodiscard]] const HostStatus *of(ControllerId controller) const;
    /// Why commands for \a controller would reach nobody, or be refused; empty: they are taken.
    [[nodiscard]] QString whyNotSteered(ControllerId controller) const;

private:
    std::vector<HostStatus> m_hosts;
    std::map<ControllerId, std::size_t> m_places; ///< in m_hosts
    TimePoint m_now;
};

} // namespace qontroller::ui
