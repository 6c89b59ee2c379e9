// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>

namespace qontroller {

/// What happens to one controller and is no state of an item. Thread-safe.
class Incidents
{
public:
    /// A list, a watch or a command named ids that no object can have.
    void refuseIds(std::uint64_t number) { m_idsRefused += number; }
    [[nodiscard]] std::uint64_t idsRefused() const { return m_idsRefused; }

private:
    std::atomic<std::uint64_t> m_idsRefused = 0;
};

} // namespace qontroller
