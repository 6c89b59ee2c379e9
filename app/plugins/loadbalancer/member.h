// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

/// The items that a pass compares.
namespace qontroller {

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

    friend bool operator==(const Member &, const Member &) = default;
};

} // namespace qontroller
