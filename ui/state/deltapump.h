// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>
#include <QtCore/QThread>
#include <QtCore/QTimer>

#include "ui/state/pace.h"

#include "core/base/threads/clock.h"
#include "core/engine/observe/controllers/counters.h"
#include "core/engine/observe/feed/feed.h"

#include <deque>
#include <memory>
#include <optional>
#include <vector>

namespace qontroller::ui {

using DeltaPtr = std::shared_ptr<const Delta>;

/// Pulls deltas from a feed, one at a time, on a timer.
///
/// The pull itself runs in a thread of its own: an engine that hangs leaves the
/// window alive, and stale. The same thread takes samples at a pace that does not
/// depend on the window's, so that a slow window loses no peak; they are handed over
/// with the next delta. Everything else is in the GUI thread.
class DeltaPump final : public QObject
{
    Q_OBJECT

public:
    static constexpr std::chrono::milliseconds StaleAfter{2000};
    static constexpr std::chrono::milliseconds SampleInterval{100};
    /// The samples of a minute are kept for the next delta; if it comes later, the oldest are lost.
    static constexpr std::size_t MostSamples = 600;

    explicit DeltaPump(Feed &feed, const Clock &clock = SteadyClock::instance(),
                       QObject *parent = nullptr);
    ~DeltaPump() override;

    void start();
    /// Pulls no more; the feed forgets how far it was. Blocks while a pull is under way.
    void stop();

    /// Pulls now, unless a pull is under way, and goes on at its pace.
    void hurry();

    /// Since the last delta came; since start() if none did.
    [[nodiscard]] Duration age() const;
    [[nodiscard]] bool isStale() const { return m_stale; }
    [[nodiscard]] const Pace &pace() const { return m_pace; }

    /// Looks at the clock: for the timer, and for tests with a manual clock.
    void checkAge();
    /// Takes a delta as if it had been pulled.
    void deliver(const DeltaPtr &delta);

signals:
    /// Since the last delta, oldest first. Comes before pulled().
    void sampled(const std::vector<qontroller::Sample> &samples);
    void pulled(const qontroller::ui::DeltaPtr &delta);
    void staleChanged(bool stale);

private:
    void request();
    void receive(const DeltaPtr &delta, const std::vector<Sample> &samples);
    void takeSample();

    Feed &m_feed;
    std::optional<FeedReader> m_reader; ///< while it runs
    const Clock &m_clock;
    Pace m_pace;
    TimePoint m_lastDelta;
    bool m_underWay = false;
    bool m_stale = false;
    QTimer m_timer;
    QTimer m_ageTimer;
    QThread m_thread;
    QObject *m_puller;            ///< lives in m_thread
    std::deque<Sample> m_samples; ///< of m_thread
};

} // namespace qontroller::ui
