// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/api/reconciler.h"

#include <algorithm>
#include <atomic>
#include <functional>
#include <map>
#include <mutex>
#include <vector>

namespace qontroller::test {

/// Storage and handler of a test: counts what it is called with, and answers what
/// the test says. Thread-safe.
class Probe final : public Storage<std::string>, public Handler<std::string>
{
public:
    using Get = std::function<Fetched<std::string>(const Attempt &)>;
    using Run = std::function<Outcome(const Attempt &)>;

    struct Seen
    {
        int gets = 0;
        int adds = 0;
        int removes = 0;
        std::string object; ///< what `add` was given last
    };

    // Answers: an object named after the id, and Done, unless the test says otherwise.

    void onGet(Get get)
    {
        const std::lock_guard lock(m_mutex);
        m_get = std::move(get);
    }
    void onAdd(Run add)
    {
        const std::lock_guard lock(m_mutex);
        m_add = std::move(add);
    }
    void failFirstAdd()
    {
        onAdd([failures = std::make_shared<std::atomic<int>>(1)](const Attempt &) {
            return (*failures)-- > 0 ? Outcome::retry("once") : Outcome::done();
        });
    }
    void onRemove(Run remove)
    {
        const std::lock_guard lock(m_mutex);
        m_remove = std::move(remove);
    }
    [[nodiscard]] static Fetched<std::string> object(const ObjectId &id)
    {
        return Fetched<std::string>::found(std::make_shared<std::string>("object " + id));
    }

    // What was seen; a call counts from its beginning.

    [[nodiscard]] Seen seen(const ObjectId &id) const
    {
        const std::lock_guard lock(m_mutex);
        const auto it = m_seen.find(id);
        return it == m_seen.end() ? Seen{} : it->second;
    }
    [[nodiscard]] int adds(const ObjectId &id) const { return seen(id).adds; }
    [[nodiscard]] int removes(const ObjectId &id) const { return seen(id).removes; }
    [[nodiscard]] int gets(const ObjectId &id) const { return seen(id).gets; }
    /// Over all ids.
    [[nodiscard]] Seen total() const
    {
        const std::lock_guard lock(m_mutex);
        Seen sum;
        for (const auto &[id, seen] : m_seen) {
            sum.gets += seen.gets;
            sum.adds += seen.adds;
            sum.removes += seen.removes;
        }
        return sum;
    }
    /// Calls of add and remove in their order: "+a -b".
    [[nodiscard]] std::string log() const
    {
        const std::lock_guard lock(m_mutex);
        return m_log;
    }
    void forgetLog()
    {
        const std::lock_guard lock(m_mutex);
        m_log.clear();
    }
    /// One id was handled twice at once.
    [[nodiscard]] bool overlapped() const
    {
        const std::lock_guard lock(m_mutex);
        return m_overlapped;
    }
    /// Calls of add and remove under way.
    [[nodiscard]] int running() const
    {
        const std::lock_guard lock(m_mutex);
        return static_cast<int>(m_running.size());
    }

    // Storage and Handler

    Fetched<std::string> get(const Attempt &attempt) override
    {
        Get answer;
        {
            const std::lock_guard lock(m_mutex);
            ++m_seen[attempt.id].gets;
            answer = m_get;
        }
        return answer ? answer(attempt) : object(attempt.id);
    }
    Outcome add(const std::string &object, const Attempt &attempt) override
    {
        const Running running(*this, "+", attempt.id);
        Run answer;
        {
            const std::lock_guard lock(m_mutex);
            ++m_seen[attempt.id].adds;
            m_seen[attempt.id].object = object;
            answer = m_add;
        }
        return answer ? answer(attempt) : Outcome::done();
    }
    Outcome remove(const Attempt &attempt) override
    {
        const Running running(*this, "-", attempt.id);
        Run answer;
        {
            const std::lock_guard lock(m_mutex);
            ++m_seen[attempt.id].removes;
            answer = m_remove;
        }
        return answer ? answer(attempt) : Outcome::done();
    }

private:
    class Running
    {
    public:
        Running(Probe &probe, const char *sign, const ObjectId &id)
            : m_probe(probe)
            , m_id(id)
        {
            const std::lock_guard lock(m_probe.m_mutex);
            if (std::ranges::count(m_probe.m_running, m_id) > 0)
                m_probe.m_overlapped = true;
            m_probe.m_running.push_back(m_id);
            m_probe.m_log += (m_probe.m_log.empty() ? "" : " ") + (sign + m_id);
        }
        ~Running()
        {
            const std::lock_guard lock(m_probe.m_mutex);
            m_probe.m_running.erase(std::ranges::find(m_probe.m_running, m_id));
        }
        Running(const Running &) = delete;
        Running &operator=(const Running &) = delete;

    private:
        Probe &m_probe;
        ObjectId m_id;
    };

    mutable std::mutex m_mutex;
    Get m_get;
    Run m_add;
    Run m_remove;
    std::map<ObjectId, Seen> m_seen;
    std::vector<ObjectId> m_running;
    std::string m_log;
    bool m_overlapped = false;
};

} // namespace qontroller::test
