// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/observe/rows.h"
#include "core/queue/sharedtext.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace qontroller {

/// Where an item stands in the queue. It is in one place at a time.
enum class Place : std::uint8_t {
    Nowhere, ///< idle, running, or remembered while paused
    Ready,   ///< in a band of ReadyBands
    Delayed, ///< in the TimingWheel
    Buried,  ///< removed, and kept until the list under way has ended
};

/// What a delayed item waits for.
enum class DelayKind : std::uint8_t {
    BackOff,
    Requeue,
    Wait,
    Lock,
    PauseExpiry,
};

/// What is believed of an object: does it exist, and what follows from that?
enum class Existence : std::uint8_t {
    Present, ///< or unknown: somebody asked for it
    Deleted, ///< an event of its source says so
    Missing, ///< a list, its storage or a failed removal says so: asked again before a removal
    Held,    ///< missing, and held by the mass-deletion guard
    Kept,    ///< missing, and an operator said: keep it
};
inline constexpr std::size_t ExistenceCount = 5;

/// What only few items have: kept apart so that the others stay small.
struct ItemExtra
{
    SharedText text;                   ///< ItemRow::text
    SharedText error;                  ///< ItemRow::error
    TimePoint lastError;               ///< ItemRow::lastError
    SharedText pauseReason;
    std::vector<Reason> moreReasons;   ///< beyond Item::reason
    std::vector<Ticket> tickets;       ///< commands that wait for the next run to end
    std::vector<Ticket> running;       ///< … for the run under way
    TimePoint pausedUntil;
    std::uint64_t progressDone = 0;
    std::uint64_t progressTotal = 0;
};

/// All that the engine knows of one id. Made and destroyed by ItemTable; guarded
/// by the lock of the Schedule's owner.
///
/// There may be millions: the id follows the struct in the same allocation, and
/// what is rare lives in ItemExtra.
class Item
{
public:
    struct Deleter
    {
        void operator()(Item *item) const { destroy(item); }
    };
    using Pointer = std::unique_ptr<Item, Deleter>;

    [[nodiscard]] static Pointer create(std::string_view id);
    static void destroy(Item *item);
    Item(const Item &) = delete;
    Item &operator=(const Item &) = delete;

    [[nodiscard]] std::string_view id() const
    {
        return {static_cast<const char *>(static_cast<const void *>(this + 1)), idSize};
    }
    [[nodiscard]] ItemExtra &needExtra()
    {
        if (!extra)
            extra = std::make_unique<ItemExtra>();
        return *extra;
    }
    /// Merges one more trigger into the set of reasons.
    void addReason(Cause cause, TimePoint now);
    void forgetReasons();
    /// Gives the memory back that only few items need, if this one no longer does.
    void trim();
    /// A bit 1 << Cause for each reason.
    [[nodiscard]] std::uint16_t causes() const;
    /// How many triggers are merged.
    [[nodiscard]] std::uint32_t triggers() const;

    /// Removed, and kept only because the list under way may still show it.
    [[nodiscard]] bool isTombstone() const { return place == Place::Buried; }
    /// Gone: a removal is owed.
    [[nodiscard]] bool isAbsent() const
    {
        return existence == Existence::Deleted || existence == Existence::Missing;
    }
    /// Said to be gone, and not to be removed by that alone.
    [[nodiscard]] bool isWithheld() const
    {
        return existence == Existence::Held || existence == Existence::Kept;
    }
    /// Somebody asked for a run that has not begun.
    [[nodiscard]] bool isPending() const { return place == Place::Ready || dirty; }
    /// Nothing is planned for it and nobody holds it.
    [[nodiscard]] bool isIdle() const { return place == Place::Nowhere && !dirty && !processing; }

    Item *previous = nullptr; // neighbours in its place
    Item *next = nullptr;
    TimePoint due;       // Delayed: when
    TimePoint readyAt;   // Ready: since when, in any band; processing: when it was taken
    TimePoint since;     // in `state`
    TimePoint lastRun;
    TimePoint lastSuccess;
    Reason reason;
    std::unique_ptr<ItemExtra> extra;
    Version version = 0;
    ItemKey key = 0;
    std::uint32_t firstSeen = 0;       // seconds since the schedule began
    std::uint32_t listNumber = 0;      // the last list that showed it
    std::uint32_t eventListNumber = 0; // lists that had begun at its last event, or when it got known
    std::uint32_t changedIndex = NotChanged;
    std::uint32_t errors = 0;
    std::uint32_t idSize = 0;
    std::int16_t worker = -1;
    std::uint16_t runCauses = 0;       // of the run under way, or of the last
    std::uint8_t lockRefusals = 0;
    std::uint8_t wheelLevel = 0;       // of TimingWheel; Delayed only
    Place place = Place::Nowhere;
    DelayKind delayKind = DelayKind::BackOff;
    Band band = Band::Resync;
    ItemState state = ItemState::InSync;
    Existence existence = Existence::Present;
    bool dirty : 1 = false;      // needs a run, and is in no place to get it: processing or paused
    bool processing : 1 = false; // a lease is out
    bool spoken : 1 = false;     // its source spoke of it during the run under way
    bool denied : 1 = false;     // lists show it, its storage says that it is gone
    bool paused : 1 = false;
    bool parked : 1 = false;
    bool failed : 1 = false;
    bool ignored : 1 = false;
    bool stuck : 1 = false;
    bool free : 1 = false;    // the run under way was asked for by an event: costs no attempt
    bool isRetry : 1 = false; // Ready: its back-off is over, and it starts when retries may
    bool hasHistory : 1 = false; // in Histories, unless it was forgotten there
    bool shown : 1 = false;   // the front end has a row of it

    static constexpr std::uint32_t NotChanged = UINT32_MAX;

private:
    Item() = default;
    ~Item() = default;
};

} // namespace qontroller
