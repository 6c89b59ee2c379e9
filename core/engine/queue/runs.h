// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/queue/schedule.h"

#include <cstdint>
#include <random>
#include <string>
#include <string_view>

namespace qontroller {

/// The door of workers: from taking an item to what follows from its outcome.
///
/// Not thread-safe: see WorkQueue::update().
class Runs
{
public:
    /// The same \a seed, the same jitter.
    Runs(Schedule &schedule, const ControllerOptions &options, std::uint64_t seed);

    struct Taken
    {
        Item *item = nullptr;   ///< null: none may run now
        Duration waited{};      ///< since it became ready
        bool isMoreDue = false; ///< if none was found: not all was looked at, ask again
    };
    /// The next item, which is running from now on.
    [[nodiscard]] Taken take(int worker, TimePoint now);
    /// What is to be noted of any item that is taken out for a worker, or of one that is put back.
    void claim(Item &item, int worker);
    void unclaim(Item &item);
    /// Ends the run of a running item.
    void finish(Item &item, const RunResult &result, TimePoint now);
    /// Whether a running item whose storage says that it is gone may be removed. If not it
    /// is held: lists show it, and the storage denies so many that it is likely wrong.
    [[nodiscard]] bool mayRemove(Item &item, TimePoint now);
    /// The lock of \a id may be free: it is asked for if \a id waits for it, or does once its run
    /// ends; at once, but see lockRest().
    void lockFreed(std::string_view id, TimePoint now);
    /// What every run needs is away: see HoldBack. letGo(): it is back.
    void holdBack(Duration wait, std::string why, TimePoint now);
    void letGo();
    void markStuck(Item &item, TimePoint now);
    void log(EventRecord::Kind kind, std::string_view id, Said said, TimePoint now);
    /// What an attempt wants an operator to see.
    void notice(const Item &item, std::string kind, std::string text, TimePoint now);
    void setProgress(Item &item, std::uint64_t done, std::uint64_t total);
    /// What an attempt leaves for the next ones: see AttemptSink::keep().
    void keep(Item &item, KeptText text);
    [[nodiscard]] KeptText keptOf(const Item &item) { return m_schedule.keptTexts().of(item); }

    void setMaxRetries(int maxRetries) { m_retryPolicy.maxRetries = maxRetries; }
    void setBackOff(Duration base, Duration max)
    {
        m_retryPolicy.base = base;
        m_retryPolicy.max = max;
    }

private:
    [[nodiscard]] Item *next(TimePoint now);
    void learn(Item &item, const RunResult &result);
    void count(const RunResult &result);
    [[nodiscard]] Decision decisionFor(const Item &item, const RunResult &result);
    void plan(Item &item, const Decision &decision, TimePoint now);
    /// How long \a item waits for what \a decision plans.
    [[nodiscard]] static Duration waitOf(const Item &item, const Decision &decision);
    /// Whether the run that ended with \a result shows that \a item has not changed. If it has that
    /// is noted.
    [[nodiscard]] Evidence evidenceOf(Item &item, const RunResult &result, TimePoint now);

    Schedule &m_schedule;
    RetryPolicy m_retryPolicy;
    std::minstd_rand m_random;
};

} // namespace qontroller
