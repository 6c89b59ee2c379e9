// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QString>

#include "core/remote/link/hoststatus.h"

#include <map>
#include <utility>
#include <vector>

namespace qontroller::ui {

/// How hosts elsewhere are shown beside their rows. A value; empty: the rows are of the program's
/// own.
class HostLabels
{
public:
    struct Label
    {
        QString name;
        QString colour;       ///< empty: none
        bool isStale = false; ///< what is known of it is old
        friend bool operator==(const Label &, const Label &) = default;
    };

    void add(HostId host, Label label) { m_labels.insert_or_assign(host, std::move(label)); }
    /// Blank: it is none of them.
    [[nodiscard]] Label of(HostId host) const;
    /// What \a name of \a host is called in a sentence: `s1`, or `s1 on db1` among several hosts.
    [[nodiscard]] QString titleOf(HostId host, const QString &name) const;
    friend bool operator==(const HostLabels &, const HostLabels &) = default;

private:
    std::map<HostId, Label> m_labels;
};

/// \a controller is of host \a only, or of any for 0.
[[nodiscard]] inline bool isOf(ControllerId controller, HostId only)
{
    return only == 0 || controller.of.host == only;
}

/// The hosts elsewhere that a window shows. Empty in a window that
/// shows the program's own.
class HostBook
{
public:
    void set(std::vector<HostStatus> hosts) { m_hosts = std::move(hosts); }
    void setMoment(const Moment &moment) { m_moment = moment; }

    [[nodiscard]] auto begin() const { return m_hosts.begin(); }
    [[nodiscard]] auto end() const { return m_hosts.end(); }
    [[nodiscard]] std::size_t size() const { return m_hosts.size(); }
    [[nodiscard]] bool empty() const { return m_hosts.empty(); }
    [[nodiscard]] const HostStatus &front() const { return m_hosts.front(); }

    /// The host of a controller; null: the program's own.
    [[nodiscard]] const HostStatus *of(ControllerId controller) const
    {
        return find(controller.of.host);
    }
    /// Why commands for \a controller would reach nobody, or be refused; empty: they are taken.
    [[nodiscard]] QString whyNotSteered(ControllerId controller) const;
    /// The time of the last picture, also while the window is frozen.
    [[nodiscard]] TimePoint now() const { return m_moment.now; }
    /// … and by the calendar.
    [[nodiscard]] const Moment &moment() const { return m_moment; }
    /// Those of which what is known is old; \a only: if it is this one; 0: any.
    [[nodiscard]] std::vector<const HostStatus *> lost(HostId only = 0) const;
    /// Null: there is none, as of 0, the program's own.
    [[nodiscard]] const HostStatus *find(HostId host) const;
    /// As whyNotSteered() for what is of \a host, and of no controller.
    [[nodiscard]] QString whyHostNotSteered(HostId host) const;
    [[nodiscard]] HostLabels labels() const;

private:
    std::vector<HostStatus> m_hosts;
    Moment m_moment;
};

} // namespace qontroller::ui
