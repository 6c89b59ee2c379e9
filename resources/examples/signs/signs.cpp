// SPDX-License-Identifier: CC0-1.0
#include "signs.h"

#include "core/engine/api/functions.h"
#include "core/sdk/kit/mappedsource.h"
#include "core/sdk/kit/startgate.h"

using namespace qontroller;

namespace signs {

std::vector<std::string> roomKeys(const ObjectId &, const Booking &booking)
{
    return {booking.room};
}

ControllerParts makeSigns(const std::shared_ptr<SharedCache<Room>> &rooms,
                          const std::shared_ptr<SharedCache<Booking>> &bookings,
                          const WriteSign &writeSign)
{
    const auto handler = makeHandler<Room>(
        [=](const Room &room, const Attempt &attempt) {
            std::string sign = room.title;
            for (const auto &[id, booking] : bookings->by("room", attempt.id))
                sign += "\n" + booking.object->guest;
            writeSign(attempt.id, sign);
            return Outcome::done();
        },
        [=](const Attempt &attempt) {
            writeSign(attempt.id, "");
            return Outcome::done();
        });

    ControllerParts parts;
    // A sign without the bookings would be wrong: so none is written before they are known.
    parts.listerWatcher = std::make_shared<StartGate>(rooms, StartGate::Needed{bookings});
    // A booking that moves is news for both rooms; another note is news for none.
    parts.related = {
        makeMappedSource<Booking>({bookings,
                                   [](const ObjectId &, const Booking &booking) {
                                       return std::vector<ObjectId>{booking.room};
                                   },
                                   anyOf<Booking>(whenFieldDiffers<Booking>(&Booking::room),
                                                  whenFieldDiffers<Booking>(&Booking::guest))})};
    parts.reconciler = makeReconciler<Room>(rooms, handler);
    return parts;
}

} // namespace signs
