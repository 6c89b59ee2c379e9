// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/alarms/alarmnotices.h"
#include "app/alarms/memberneeds.h"
#include "core/base/threads/mutex.h"
#include "core/engine/alarms/alarms.h"
#include "core/engine/control/journalport.h"
#include "core/engine/control/sessionport.h"
#include "core/engine/observe/feed/feed.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <set>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace qontroller {

/// Tells people what alarms at a host: see README.md. Thread-safe. Destroy it before what it looks
/// at.
class AlarmWatch final : public AlarmPort
{
public:
    static constexpr Duration Interval = std::chrono::milliseconds(500);

    /// What it looks at and tells. All of it outlives the watch; functions are called by its
    /// threads and by those of callers.
    struct Here
    {
        std::string name; ///< of the host
        Feed &feed;
        SessionPort *session = nullptr; ///< null: there is none to look at
        JournalPort *journal = nullptr; ///< null: none is kept
        MemberNeeds::Members members = [] { return nullptr; };
        /// Writes down what an operator has done.
        std::function<void(const std::string &who, const std::string &what)> note = {};
        /// Is told of what happened, as the alarms see it.
        std::function<void(const Delta &delta)> seen = {};
        /// Keeps this for the next life: is to be written soon.
        std::function<void(KeptAlarms all)> keep = {};
        /// Waits until what was kept is on disk, as far as that goes.
        std::function<void()> sync = {};
        Clock &clock = SteadyClock::instance();
    };
    explicit AlarmWatch(Here here);
    ~AlarmWatch() override;

    /// Those of a session, which holds from now on, with its \a controllers. Of others nothing is
    /// acknowledged any more, and the log says so.
    void set(const AlarmSettings &settings, const std::set<std::string> &controllers);
    /// What an earlier life has kept.
    void restore(const KeptAlarms &kept);
    /// From now on nothing begins or ends: what the host's own end makes of it is nobody's need.
    void rest();
    /// Throws std::system_error if there is no thread.
    void begin();

    [[nodiscard]] tl::expected<AlarmStatus, Error> alarms() override;
    [[nodiscard]] tl::expected<void, Error> acknowledge(const AcknowledgeRequest &request) override;
    [[nodiscard]] tl::expected<void, Error> withdraw(const std::string &key,
                                                     const std::string &who) override;
    /// For metrics.
    [[nodiscard]] AlarmFacts facts() const;

private:
    void run();
    void look(FeedReader &reader);
    /// Of the host, without operations on members.
    [[nodiscard]] std::vector<Need> ofHost() const;
    void keep();
    /// Before whoever has asked is answered.
    void keepAtOnce();
    void lookAtOnce();

    const Here m_here;
    Mutex m_keeping; // taken before all others
    Alarms m_alarms;
    AlarmNotices m_notices;
    MemberNeeds m_members; // of the thread
    Mutex m_mutex;
    Condition m_changed;
    bool m_isDue QONTROLLER_GUARDED_BY(m_mutex) = false;
    std::atomic<bool> m_rests{false};
    std::stop_source m_end;
    std::thread m_thread;
};

} // namespace qontroller
