// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/process/supervised.h"
#include "core/base/threads/mutex.h"

#include <cstdint>
#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace qontroller::supervision {

/// What becomes of the processes when their controller stops in good order. When the
/// host is killed they run on in any case.
enum class OnStop : unsigned char {
    Stop,
    Keep, ///< for the next host to adopt
};

/// All supervised processes of one controller. Thread-safe; for one id one call at a
/// time, as the engine has it.
class Supervisor final
{
public:
    /// \a logWriter is the path of qontroller-logwriter. \a mark is let go after the end of it.
    Supervisor(std::string stateFolder, std::string logWriter, OnStop onStop,
               StateFolder::Use use = StateFolder::Use::Alone,
               Clock &clock = SteadyClock::instance(), std::shared_ptr<const void> mark = nullptr);
    /// With OnStop::Stop returns when all have ended.
    ~Supervisor();
    Supervisor(const Supervisor &) = delete;
    Supervisor &operator=(const Supervisor &) = delete;

    /// To be called before the rest. The error is a sentence.
    [[nodiscard]] tl::expected<void, std::string> takeState();
    /// Takes the state, for adopt(). Who only looks does not call it.
    void begin();
    /// From now on all that runs by this state folder is this controller's, whether it has a spec
    /// or not, and with OnStop::Stop it is stopped at the end. For who owns the target: nothing
    /// runs here and nothing is ended or forgotten before. Nothing of it before begin().
    void adopt();
    /// How many processes run by this state folder and are not this controller's.
    [[nodiscard]] std::size_t leftAlone() const;
    [[nodiscard]] StateFolder &state() { return m_state; }
    /// Ids of which a process was running when the last host ended, or runs.
    [[nodiscard]] std::vector<ObjectId> remembered() const;

    /// As those of Supervised.
    [[nodiscard]] Outcome keep(const ObjectId &id, const ProcessSpec &spec,
                               const std::stop_token &stop);
    [[nodiscard]] Outcome stop(const ObjectId &id, const std::string &why = {});
    /// Whether \a id is one of those that keep(), stop() or adopt() have met, and not forget().
    [[nodiscard]] bool has(const ObjectId &id) const { return find(id) != nullptr; }
    /// Why what was found to run as \a id is ended, if it has no spec; empty: it was started here.
    [[nodiscard]] std::string whyNotWanted(const ObjectId &id);
    /// A step towards the end of all that it has: another host runs them from now on, as \a why
    /// says.
    void yield(const std::string &why);
    /// News of \a id: that \a sentence.
    void say(const ObjectId &id, const std::string &sentence);
    /// After stop() was done.
    void forget(const ObjectId &id);
    void look(const ObjectId &id);
    [[nodiscard]] ProcessNews takeNews(const ObjectId &id);
    [[nodiscard]] std::string describe(const ObjectId &id) const;

    /// Readable once a process, or the writer of its log, has ended that takeEnded() has not named.
    [[nodiscard]] int fd() const { return m_epoll.get(); }
    /// Each that has ended is named once. For one thread.
    [[nodiscard]] std::vector<ObjectId> takeEnded();
    /// How often takeEnded() has named \a id.
    [[nodiscard]] std::uint64_t ends(const ObjectId &id) const;

private:
    struct Watched
    {
        ProcessIdentity process;
        std::uint64_t key = 0;
    };
    struct Entry
    {
        explicit Entry(Supervised process)
            : supervised(std::move(process))
        {}
        Mutex mutex;
        Supervised supervised QONTROLLER_GUARDED_BY(mutex);
        Watched run QONTROLLER_GUARDED_BY(mutex);
        Watched writer QONTROLLER_GUARDED_BY(mutex);
        std::uint64_t ends = 0; ///< guarded by Supervisor::m_mutex
    };

    [[nodiscard]] std::vector<ObjectId> all() const;
    [[nodiscard]] std::shared_ptr<Entry> entryOf(const ObjectId &id);
    [[nodiscard]] std::shared_ptr<Entry> find(const ObjectId &id) const;
    void watch(const ObjectId &id, Entry &entry) QONTROLLER_REQUIRES(entry.mutex);
    void watch(const ObjectId &id, const RunningProcess *process, Watched &watched);
    void stopAll();

    const std::shared_ptr<const void> m_mark;
    const OnStop m_onStop;
    Clock &m_clock;
    StateFolder m_state;
    OutputTools m_tools;
    UniqueFd m_epoll;
    Mutex m_taking; ///< of the state; before all others
    bool m_isAtWork QONTROLLER_GUARDED_BY(m_taking) = false;
    mutable Mutex m_mutex;
    std::map<ObjectId, std::shared_ptr<Entry>> m_entries QONTROLLER_GUARDED_BY(m_mutex);
    std::map<std::uint64_t, ObjectId> m_watched QONTROLLER_GUARDED_BY(m_mutex); ///< by key
    std::uint64_t m_lastKey QONTROLLER_GUARDED_BY(m_mutex) = 0;
};

} // namespace qontroller::supervision
