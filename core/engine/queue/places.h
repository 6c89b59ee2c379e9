// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/api/options.h"
#include "core/engine/queue/holdback.h"
#include "core/engine/queue/pause.h"
#include "core/engine/queue/readybands.h"
#include "core/engine/queue/shortagelimit.h"
#include "core/engine/queue/timingwheel.h"
#include "core/engine/queue/tokenbucket.h"

#include <string>

namespace qontroller {

/// Where items wait: ready for a worker, or for a time. And whether workers get any.
///
/// An item is in one place at most (Item::place). Not thread-safe.
class Places
{
public:
    Places(const ControllerOptions &options, TimePoint start);

    // Items

    /// \a item is in no place and becomes ready.
    void push(Item &item, Band band, TimePoint now) { m_ready.push(item, band, now); }
    /// The same after a back-off: it starts when the limit of retries lets it.
    /// Then Item::due becomes the time when that will be, about: a first retry may start earlier.
    void pushRetry(Item &item, TimePoint now);
    /// Moves one that is ready to a better band, if \a band is one.
    void raise(Item &item, Band band) { m_ready.raise(item, band); }
    /// \a item is in no place and waits as \a place for \a wait, ten years at most.
    void delay(Item &item, Place place, Duration wait, TimePoint now);
    void takeOut(Item &item);

    /// Takes out the one that is next. takeable() is not 0.
    [[nodiscard]] Item &pop(TimePoint now);
    /// As pop(), but null if what is next is not plain: see ReadyBands.
    [[nodiscard]] Item *popPlain(TimePoint now);
    /// What it gave has not begun after all.
    void putBack(Item &item)
    {
        m_ready.putBack(item);
        --m_running;
    }
    /// The number of the best band in which something may start; BandCount: nothing may.
    [[nodiscard]] int bestBand() const { return m_ready.best(m_retries); }
    /// Takes out what is due: see TimingWheel::expire(). True if there is more.
    template<class Function>
    [[nodiscard]] bool expire(TimePoint now, std::size_t atMost, Function expired)
    {
        const bool isMore = m_wheel.expire(now, atMost, expired);
        limitRetries(now);
        m_lastIsDue = lastDue() <= now;
        m_holdBack.look(now);
        m_shortage.look(now);
        return isMore;
    }
    /// When expire() has something to do again; TimePoint::max() if never.
    [[nodiscard]] TimePoint nextDue() const;
    /// How many pop() could give, as of the last expire().
    [[nodiscard]] std::size_t takeable() const;
    /// How many are ready, without retries that wait for the limit: they are in back-off.
    [[nodiscard]] std::size_t depth() const { return m_ready.size() - m_ready.retries(); }
    [[nodiscard]] std::size_t ready() const { return m_ready.size(); }
    /// How many retries wait for the limit, as of the last expire().
    [[nodiscard]] std::size_t limited() const
    {
        return m_retries == Retries::Wait ? m_ready.retries() : 0;
    }
    /// For how long the one that waits longest has been ready; zero if none is.
    [[nodiscard]] Duration longestWait(TimePoint now) const
    {
        return m_ready.isEmpty() ? Duration::zero() : ageOf(m_ready.oldest(), now);
    }
    void setRetryRate(double rate, int burst, TimePoint now);

    // Runs

    void beginRun() { ++m_running; }
    enum class RunEnd : bool {
        Well,
        Short, ///< the host had no more of something
    };
    void endRun(RunEnd how, TimePoint now)
    {
        if (how == RunEnd::Short)
            m_shortage.wasShort(m_running, now);
        else
            m_shortage.wentWell(now);
        --m_running;
    }
    [[nodiscard]] std::size_t running() const { return m_running; }

    /// The item that comes after bursts waits for the end of one no longer. It has waited
    /// since it was first asked for.
    static constexpr Duration LongestBurst = std::chrono::seconds(10);

    // All of them

    /// Whether items may be taken; not at first.
    void setGateOpen(bool isOpen) { m_gateOpen = isOpen; }
    [[nodiscard]] bool isGateOpen() const { return m_gateOpen; }
    [[nodiscard]] Pause &pause() { return m_pause; }
    [[nodiscard]] const Pause &pause() const { return m_pause; }

    [[nodiscard]] HoldBack &holdBack() { return m_holdBack; }

private:
    /// Ready, without retries that have to wait for the limit; the one that comes after bursts
    /// counts only when it is alone.
    [[nodiscard]] std::size_t mayStart() const;
    /// Looks whether the limit of retries lets one start.
    void limitRetries(TimePoint now);
    /// When the item that comes after bursts has waited long enough; TimePoint::max(): none waits.
    [[nodiscard]] TimePoint lastDue() const;

    ReadyBands m_ready;
    Pause m_pause;
    Retries m_retries = Retries::MayStart; // as of the last expire()
    bool m_lastIsDue = false;              // likewise
    bool m_gateOpen = false;
    TokenBucket m_bucket;
    HoldBack m_holdBack;
    ShortageLimit m_shortage;
    std::size_t m_running = 0;
    TimingWheel m_wheel;
};

} // namespace qontroller
