// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "rig.h"

#include "app/plugins/foldermirror/watcher.h"

#include <condition_variable>
#include <map>
#include <mutex>
#include <optional>
#include <thread>

namespace qontroller::test {

/// Keeps what a watch says, and can hold it up in the middle of that.
class CollectedEvents final : public WatchSink
{
    template<class Change>
    void note(Change change)
    {
        const std::lock_guard lock(m_mutex);
        change();
        m_changed.notify_all();
    }
    template<class Ask>
    auto ask(Ask asked)
    {
        const std::lock_guard lock(m_mutex);
        return asked();
    }

public:
    void ready() override
    {
        note([&] { m_ready = true; });
    }
    void event(EventType type, std::string_view id, Version) override
    {
        std::unique_lock lock(m_mutex);
        ++m_count;
        m_last[std::string(id)] = type;
        while (m_held)
            m_changed.wait(lock);
    }
    void cursor(std::string_view) override {}
    void missed(std::string_view) override
    {
        note([&] { ++m_missed; });
    }
    void error(std::string_view what) override
    {
        note([&] { m_errors.emplace_back(what); });
    }

    void hold()
    {
        note([&] { m_held = true; });
    }
    void letGo()
    {
        note([&] { m_held = false; });
    }
    [[nodiscard]] bool isReady()
    {
        return ask([&] { return m_ready; });
    }
    [[nodiscard]] int missed()
    {
        return ask([&] { return m_missed; });
    }
    [[nodiscard]] int count()
    {
        return ask([&] { return m_count; });
    }
    [[nodiscard]] std::vector<std::string> errors()
    {
        return ask([&] { return m_errors; });
    }
    [[nodiscard]] std::optional<EventType> last(const std::string &id)
    {
        return ask([&]() -> std::optional<EventType> {
            const auto found = m_last.find(id);
            return found == m_last.end() ? std::nullopt : std::optional(found->second);
        });
    }
    void forget()
    {
        note([&] { m_last.clear(); });
    }

private:
    std::mutex m_mutex;
    std::condition_variable m_changed;
    bool m_ready = false;
    bool m_held = false;
    int m_missed = 0;
    int m_count = 0;
    std::map<std::string, EventType> m_last;
    std::vector<std::string> m_errors;
};

/// A watch on its own thread. Ends it in its destructor.
class WatchRig
{
public:
    ~WatchRig() { static_cast<void>(stop()); }

    void start()
    {
        m_thread = std::thread(
            [this] { m_end = Watcher(*rig.mirror, events).run(m_stop.get_token()); });
    }
    [[nodiscard]] bool startAndWait()
    {
        start();
        return waitFor([this] { return events.isReady(); });
    }
    WatchEnd stop()
    {
        events.letGo();
        m_stop.request_stop();
        return join();
    }
    WatchEnd join()
    {
        if (m_thread.joinable())
            m_thread.join();
        return m_end.value_or(WatchEnd::closed());
    }
    [[nodiscard]] bool sees(const std::string &id, EventType type)
    {
        return waitFor([&] { return events.last(id) == type; });
    }

    MirrorRig rig;
    CollectedEvents events;

private:
    std::stop_source m_stop;
    std::optional<WatchEnd> m_end;
    std::thread m_thread;
};

} // namespace qontroller::test
