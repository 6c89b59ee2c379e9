// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"
#include "core/engine/observe/controllers/controllerview.h"
#include "core/engine/observe/feed/feed.h"
#include "core/engine/observe/items/description.h"

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace qontroller {
struct EventRecord;
struct ItemRow;
} // namespace qontroller

namespace qontroller::test {

/// A feed whose deltas a test writes. Thread-safe: the window pulls in a thread of
/// its own. Time goes on by step() with every pull, and only then.
class FakeFeed final : public Feed
{
public:
    FakeFeed();
    ~FakeFeed() override;

    /// Of all controllers.
    [[nodiscard]] std::vector<ControllerId> ids() const;
    /// \a of: whose it is; {}: the program's own host.
    ControllerId addController(const std::string &name, const std::string &plugin = "fake",
                               HostRun of = {});
    void removeController(ControllerId id);
    /// Changes what is not rows: gauges, counters, state …
    void edit(ControllerId id, const std::function<void(ControllerView &)> &change);

    /// Its handler took \a latency, \a times times.
    void handle(ControllerId id, Duration latency, std::uint64_t times = 1);

    /// Adds or changes an item; gauges follow. A key of 0 is filled in.
    ItemKey setItem(ControllerId id, ItemRow row);
    ItemKey setItem(ControllerId id, const std::string &name, ItemState state,
                    const std::string &text = {}, std::uint32_t errors = 0);
    void removeItem(ControllerId id, ItemKey key);
    void addEvent(ControllerId id, EventRecord event);
    void setDetail(const ItemDetail &detail);
    /// What describe() answers; it may block, in the thread that asks.
    void onDescribe(std::function<Description(const ObjectId &, std::stop_token)> answer);

    void setStep(Duration step);
    /// Time stands still there.
    void stopAt(TimePoint now);
    [[nodiscard]] TimePoint now() const;
    /// What the calendar says there now; without it, what it said when the feed was made.
    void setCalendar(WallTime now);
    /// While hung, a pull does not return.
    void hang();
    void release();
    /// A pull or a sample is under way.
    [[nodiscard]] bool isAwaited() const;
    [[nodiscard]] int pulls() const;
    [[nodiscard]] int detaches() const;
    /// Blocks until \a more samples of what the feed says now were taken; false after a minute.
    [[nodiscard]] bool waitForSamples(int more);

    ReaderId attach(Reads reads) override;
    Delta pull(ReaderId reader) override;
    /// For a test that hands the delta over by itself.
    Delta pull();
    Sample sample() override;
    void detach(ReaderId reader) override;
    std::optional<ItemDetail> detail(ControllerId controller, const ObjectId &id) override;
    std::optional<Description> describe(ControllerId controller, const ObjectId &id,
                                        std::stop_token stop) override;
    std::vector<ObjectId> held(ControllerId controller) override;

private:
    struct Known; ///< controllers with their rows, and details
    [[nodiscard]] static WallTime begin()
    {
        static const WallTime begin = SteadyClock::instance().wallNow();
        return begin;
    }

    mutable std::mutex m_mutex;
    std::condition_variable m_released;
    std::condition_variable m_sampled;
    const std::unique_ptr<Known> m_known;
    std::vector<ControllerId> m_removed;
    std::function<Description(const ObjectId &, std::stop_token)> m_describe;
    TimePoint m_now{std::chrono::hours(10)};
    /// Both clocks at one moment, which is the same for all feeds of a program: so two windows that
    /// show the same say the same times.
    Moment m_calendar{m_now, begin()};
    Duration m_step = std::chrono::milliseconds(250);
    std::uint32_t m_nextController = 1;
    ItemKey m_nextKey = 1;
    bool m_hung = false;
    int m_waiting = 0; ///< calls, while it is hung
    int m_pulls = 0;
    int m_detaches = 0;
    int m_samples = 0;
};

} // namespace qontroller::test
