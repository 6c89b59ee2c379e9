// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/text/duration.h"

#include <cstdint>
#include <string>

/// The items that a pass compares.
namespace qontroller::loadbalancer {

/// What a service needs of the load balancer or of its files, by its id: `backend web` is there.
struct Resource
{
    std::string id;
    std::string state;

    friend bool operator==(const Resource &, const Resource &) = default;
};

/// A server in a backend.
struct Member
{
    enum class Traffic : std::uint8_t {
        On,
        Leaving, ///< it may still have sessions, and gets no new ones
        Off,     ///< it has none and gets none. The only two that are expected are this and On
    };

    std::string id;   ///< `BACKEND/NAME`: a server may be in two backends for a while
    std::string name; ///< the employee's
    std::string address;
    unsigned weight = 0;
    Traffic traffic = Traffic::Off;
    /// How often the load balancer looks whether it is there. Zero: never. Of a current one only
    /// this matters.
    Duration check = Duration::zero();
    /// Of a current one: what the load balancer's check found instead of it. Empty: it is there.
    std::string missed = {};

    [[nodiscard]] bool isChecked() const { return check > Duration::zero(); }

    /// Whether there is a check is changed while there is no traffic, by making it anew.
    friend bool operator==(const Member &a, const Member &b)
    {
        return a.id == b.id && a.name == b.name && a.address == b.address && a.weight == b.weight
               && a.traffic == b.traffic
               && (a.traffic != Traffic::Off || a.isChecked() == b.isChecked());
    }
};

} // namespace qontroller::loadbalancer
