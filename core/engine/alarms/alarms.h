// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/mutex.h"
#include "core/engine/alarms/acknowledgements.h"
#include "core/engine/alarms/alarmport.h"
#include "core/engine/alarms/alarmrule.h"
#include "core/engine/alarms/recentlatency.h"
#include "core/engine/observe/feed/delta.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace qontroller {

/// The needs of the controllers of \a delta, without what passes by itself: in their order, the
/// kinds of each as attentionsOf() has them.
[[nodiscard]] std::vector<Need> needsOf(const Delta &delta);

/// What a program says of who is to be told of something, for metrics.
struct AlarmFacts
{
    std::vector<Need> needs;
    std::vector<Alarm> firing;
    std::uint64_t notifyFailures = 0; ///< how often its notify command could not be told
};

/// Which rules hold, for how long, and who has seen it. Starts nothing by itself. Thread-safe.
class Alarms
{
public:
    /// \a clock outlives this.
    explicit Alarms(Clock &clock);

    /// From now on. An alarm whose rule stays goes on; of others nothing has held.
    void setRules(std::vector<AlarmRule> rules);
    /// What an earlier life has kept: what does not hold any more is dropped after a while.
    void restore(const KeptAlarms &kept);
    [[nodiscard]] KeptAlarms kept() const;
    /// As Acknowledgements::keepOnly(); what is of a controller that is not named has not held.
    [[nodiscard]] std::vector<std::string> keepOnly(const std::set<std::string> &controllers);

    struct News
    {
        std::vector<Alarm> begun;
        std::vector<Alarm> ended; ///< or acknowledged
        bool hasOtherToKeep = false; ///< than with the look before
        [[nodiscard]] bool isEmpty() const { return begun.empty() && ended.empty(); }
    };
    /// What \a delta makes true, with \a others that no controller has by itself. To be called
    /// about once a second, by one thread.
    [[nodiscard]] News look(const Delta &delta, const std::vector<Need> &others);

    [[nodiscard]] AlarmStatus status() const;
    /// As they were with the last look.
    [[nodiscard]] std::vector<Need> needs() const;
    using Key = std::pair<std::string, std::string>; // rule and key
    /// Of an earlier life, which may hold still: what they are about has not been gone for long.
    [[nodiscard]] std::set<Key> awaited() const;
    /// As AlarmPort::acknowledge().
    [[nodiscard]] tl::expected<void, Error> acknowledge(const AcknowledgeRequest &request);
    /// As AlarmPort::withdraw().
    [[nodiscard]] tl::expected<void, Error> withdraw(const std::string &key);

private:
    struct State
    {
        Alarm alarm;
        TimePoint since;
        bool fires = false;
        bool isQuiet = false; // of a number that is acknowledged
        bool isSeen = false;  // it holds still
    };
    [[nodiscard]] Acknowledgements::Counts countsIn(const Delta &delta)
        QONTROLLER_REQUIRES(m_mutex);
    [[nodiscard]] std::optional<std::uint64_t> countOf(const std::string &key) const
        QONTROLLER_REQUIRES(m_mutex);
    /// It has held \a since then, if it is new.
    State &hold(const AlarmRule &rule, Alarm alarm, TimePoint since, const Delta &delta)
        QONTROLLER_REQUIRES(m_mutex);
    void note(const AlarmRule &rule, Alarm alarm, TimePoint since, const Delta &delta, News &news)
        QONTROLLER_REQUIRES(m_mutex);
    /// The same of a number that is acknowledged.
    void noteQuiet(const AlarmRule &rule, Alarm alarm, const Delta &delta, News &news)
        QONTROLLER_REQUIRES(m_mutex);
    void judge(const AlarmRule &rule, const Delta &delta, News &news) QONTROLLER_REQUIRES(m_mutex);
    void judgeNumber(const AlarmRule &rule, const AlarmThreshold &threshold,
                     const ControllerDelta &controller, const Delta &delta, News &news)
        QONTROLLER_REQUIRES(m_mutex);
    /// What of earlier lives has been gone for long is forgotten.
    void forgetEarlier(const std::set<std::string> &listed, Duration passed)
        QONTROLLER_REQUIRES(m_mutex);
    void endUnseen(News &news) QONTROLLER_REQUIRES(m_mutex);
    /// Names of the controllers whose needs are known by now.
    [[nodiscard]] static std::set<std::string> listed(const Delta &delta);
    void followLatencies(const Delta &delta) QONTROLLER_REQUIRES(m_mutex);
    [[nodiscard]] double valueOf(AlarmMeasure measure, const ControllerDelta &controller)
        QONTROLLER_REQUIRES(m_mutex);

    Clock &m_clock;
    mutable Mutex m_mutex;
    std::vector<AlarmRule> m_rules QONTROLLER_GUARDED_BY(m_mutex);
    std::vector<Need> m_needs QONTROLLER_GUARDED_BY(m_mutex);
    Acknowledgements m_acknowledged QONTROLLER_GUARDED_BY(m_mutex);
    bool m_hasOther QONTROLLER_GUARDED_BY(m_mutex) = false; // to be kept, since look()
    std::map<Key, State> m_states QONTROLLER_GUARDED_BY(m_mutex);
    /// Of an earlier life, and not seen in this one yet.
    struct Earlier
    {
        TimePoint since;
        Duration gone;
    };
    std::map<Key, Earlier> m_earlier QONTROLLER_GUARDED_BY(m_mutex);
    TimePoint m_looked QONTROLLER_GUARDED_BY(m_mutex);
    std::map<ControllerId, RecentLatency> m_latencies QONTROLLER_GUARDED_BY(m_mutex);
};

} // namespace qontroller
