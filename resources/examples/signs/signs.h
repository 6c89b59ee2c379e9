// SPDX-License-Identifier: CC0-1.0
#pragma once

#include "core/engine/api/controllerparts.h"
#include "core/sdk/cache/caches.h"

#include <functional>
#include <memory>
#include <string>

/// A worked controller: two sources, rooms and bookings, become one thing, a sign at each door.
namespace signs {

using qontroller::ObjectId;

struct Room
{
    std::string title;

    friend bool operator==(const Room &, const Room &) = default;
};

struct Booking
{
    ObjectId room;
    std::string guest;
    std::string note; ///< nothing of it is on the sign

    friend bool operator==(const Booking &, const Booking &) = default;
};

/// Writes the sign of a room; an empty text takes it down. May throw.
using WriteSign = std::function<void(const ObjectId &room, const std::string &text)>;

[[nodiscard]] std::vector<std::string> roomKeys(const ObjectId &id, const Booking &booking);

/// One object for each room. \a bookings has an index "room": see roomKeys().
[[nodiscard]] qontroller::ControllerParts makeSigns(
    const std::shared_ptr<qontroller::SharedCache<Room>> &rooms,
    const std::shared_ptr<qontroller::SharedCache<Booking>> &bookings, const WriteSign &writeSign);

} // namespace signs
