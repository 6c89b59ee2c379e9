// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/api/objectid.h"
#include "core/engine/observe/events/keys.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

namespace qontroller {

struct Delta;
struct Description;
struct ItemDetail;
struct Sample;

/// What a front end is told of.
enum class Reads : std::uint8_t {
    Everything,
    Events, ///< all but rows: costs the engine nothing between two pulls
    Rows,   ///< all but events and the ends of runs: none of them waits for such a reader
};

/// Where front ends get what they show. Thread-safe. Any number may pull: each has its own
/// place and takes nothing from another.
class Feed
{
public:
    virtual ~Feed() = default;

    /// A new reader, until detach(). See FeedReader.
    [[nodiscard]] virtual ReaderId attach(Reads reads) = 0;

    /// What changed since \a reader pulled last; the first pull gives everything, in portions,
    /// and so does one that comes so late that changes are forgotten. Bounded work, so that a
    /// tick stays short; call it at a rate of your own, from one thread at a time. Nothing
    /// after detach().
    [[nodiscard]] virtual Delta pull(ReaderId reader) = 0;

    /// \a reader pulls no more.
    virtual void detach(ReaderId reader) = 0;

    /// The numbers at this moment, for charts: at a rate of their own, whatever the rate
    /// of pull() is.
    [[nodiscard]] virtual Sample sample() = 0;

    /// Nothing if the controller or the item is not known (any more).
    [[nodiscard]] virtual std::optional<ItemDetail> detail(ControllerId controller,
                                                           const ObjectId &id) = 0;

    /// Asks the plugin. Blocks for as long as that takes: not for a front end's own
    /// thread. Ends early on \a stop. Nothing if the controller is not known (any more).
    [[nodiscard]] virtual std::optional<Description> describe(ControllerId controller,
                                                              const ObjectId &id,
                                                              std::stop_token stop) = 0;

    /// The ids of all items of \a controller that are held by the mass-deletion guard.
    [[nodiscard]] virtual std::vector<ObjectId> held(ControllerId controller) = 0;
};

/// One reader of a feed, which outlives it. Pull from one thread at a time.
class FeedReader
{
public:
    explicit FeedReader(Feed &feed, Reads reads = Reads::Everything)
        : m_feed(feed)
        , m_id(feed.attach(reads))
    {}
    ~FeedReader() { m_feed.detach(m_id); }
    FeedReader(const FeedReader &) = delete;
    FeedReader &operator=(const FeedReader &) = delete;

    [[nodiscard]] Delta pull();

private:
    Feed &m_feed;
    const ReaderId m_id;
};

} // namespace qontroller
