// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/simulator/simulatoroptions.h"
#include "core/engine/api/listerwatcher.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace qontroller::simulator {

/// Which simulated objects exist, in which version, and what changes next.
///
/// The sequence of changes depends on the options alone. About as many objects
/// exist at any time as in the beginning; what was deleted may come back. Versions
/// are counted over all objects, so one never comes twice. For one thread at a time.
class Population final
{
public:
    explicit Population(const SimulatorOptions &options);

    struct Change
    {
        EventType type;
        std::uint32_t object;
        Version version;
    };
    /// Makes the next change. Nothing if there are no objects, or all changes were made.
    [[nodiscard]] std::optional<Change> change();

    /// Those with Temper::Vanishing cease to exist; no change() is ever about them.
    void vanish();

    /// Objects are numbered from 0 to less than this; not all exist.
    [[nodiscard]] std::uint32_t size() const
    {
        return static_cast<std::uint32_t>(m_versions.size());
    }
    /// 0: it does not exist.
    [[nodiscard]] Version version(std::uint32_t object) const { return m_versions[object]; }
    [[nodiscard]] const std::vector<Version> &versions() const { return m_versions; }

private:
    using Numbers = std::vector<std::uint32_t>;
    [[nodiscard]] EventType nextType(double chance) const;
    [[nodiscard]] std::uint32_t move(Numbers &from, Numbers &to, std::uint64_t bits);

    const std::uint64_t m_seed;
    const double m_deletions;
    const std::uint64_t m_limit; // 0: none
    std::uint64_t m_changes = 0; // made so far
    std::vector<Version> m_versions;
    Numbers m_present; // that change; in no order
    Numbers m_absent;
    Numbers m_vanishing;
};

} // namespace qontroller::simulator
