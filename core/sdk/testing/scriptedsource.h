// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/api/functions.h"

#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <vector>

namespace qontroller::test {

/// A source in the test's hand: a world of objects, a watch that stands until the test ends it,
/// and a script in place of either. Thread-safe.
class ScriptedSource : public ListerWatcher
{
public:
    explicit ScriptedSource(WatchMode mode = WatchMode::Live)
        : m_mode(mode)
    {}

    // The world. Silent changes are seen by lists only.

    void put(const ObjectId &id, Version version = 0)
    {
        const std::lock_guard lock(m_mutex);
        m_world[id] = version;
    }
    /// Puts \a prefix + 0, 1, …
    void putMany(int count, const std::string &prefix = "o")
    {
        for (int i = 0; i < count; ++i)
            put(prefix + std::to_string(i));
    }
    void drop(const ObjectId &id)
    {
        const std::lock_guard lock(m_mutex);
        erase(id);
    }
    /// It was there and is not any more.
    [[nodiscard]] bool isGone(const ObjectId &id) const
    {
        const std::lock_guard lock(m_mutex);
        return m_gone.contains(id) && !m_world.contains(id);
    }
    /// Nothing if there is no such object.
    [[nodiscard]] std::optional<Version> versionOf(const ObjectId &id) const
    {
        const std::lock_guard lock(m_mutex);
        const auto it = m_world.find(id);
        return it == m_world.end() ? std::nullopt : std::optional(it->second);
    }

    // Changes that the watch reports, if it stands

    void created(const ObjectId &id, Version version = 0) { change(EventType::Added, id, version); }
    void modified(const ObjectId &id, Version version = 0)
    {
        change(EventType::Modified, id, version);
    }
    void deleted(const ObjectId &id) { change(EventType::Deleted, id, 0); }
    /// Calls \a function with the sink of the watch, if it stands.
    template<class Function>
    void tell(Function function)
    {
        const std::lock_guard lock(m_mutex);
        if (m_sink)
            function(*m_sink);
    }
    void endWatch(WatchEnd end)
    {
        const std::lock_guard lock(m_mutex);
        m_end = std::move(end);
        m_changed.notify_all();
    }

    // Scripts; an empty one brings back the usual behaviour.

    void onList(ListFunction list)
    {
        const std::lock_guard lock(m_mutex);
        m_onList = std::move(list);
    }
    void onWatch(WatchFunction watch)
    {
        const std::lock_guard lock(m_mutex);
        m_onWatch = std::move(watch);
    }
    /// Called before the mode is told.
    void onWatchMode(std::function<void()> script)
    {
        const std::lock_guard lock(m_mutex);
        m_onWatchMode = std::move(script);
    }
    /// The cursor of the lists from now on.
    void setCursor(std::string cursor)
    {
        const std::lock_guard lock(m_mutex);
        m_cursor = std::move(cursor);
    }

    // What was seen

    [[nodiscard]] int listsBegun() const { return read(m_listsBegun); }
    [[nodiscard]] int listsEnded() const { return read(m_listsEnded); }
    [[nodiscard]] bool listsOverlapped() const { return read(m_overlapped); }
    [[nodiscard]] int watches() const { return static_cast<int>(read(m_cursors).size()); }
    /// The cursor that each watch was given.
    [[nodiscard]] std::vector<std::string> cursors() const { return read(m_cursors); }
    [[nodiscard]] bool watchStands() const { return read(m_sink) != nullptr; }

    // What a script may want to go on with

    /// The list as it is without a script.
    ListResult giveWorld(ListSink &sink)
    {
        for (const auto &[id, version] : read(m_world))
            sink.add(id, version);
        return ListResult::complete(read(m_cursor));
    }
    /// The watch as it is without a script.
    WatchEnd stand(WatchSink &sink, const std::stop_token &stop)
    {
        {
            const std::lock_guard lock(m_mutex);
            m_sink = &sink;
        }
        sink.ready();
        return standQuietly(sink, stop);
    }
    /// … without ever saying that it is ready.
    WatchEnd standQuietly(WatchSink &sink, const std::stop_token &stop)
    {
        std::unique_lock lock(m_mutex);
        m_sink = &sink;
        m_changed.wait(lock, stop, [this] { return m_end.has_value(); });
        m_sink = nullptr;
        WatchEnd end = m_end.value_or(WatchEnd::closed());
        m_end.reset();
        return end;
    }

    // ListerWatcher

    ListResult list(ListSink &sink, std::stop_token stop) override
    {
        const Listing listing(*this);
        const ListFunction script = read(m_onList);
        return script ? script(sink, std::move(stop)) : giveWorld(sink);
    }
    WatchMode watchMode() const override
    {
        if (const auto script = read(m_onWatchMode))
            script();
        return m_mode;
    }
    WatchEnd watch(WatchSink &sink, const std::string &cursor, std::stop_token stop) override
    {
        WatchFunction script;
        {
            const std::lock_guard lock(m_mutex);
            m_cursors.push_back(cursor);
            script = m_onWatch;
        }
        return script ? script(sink, cursor, std::move(stop)) : stand(sink, stop);
    }

private:
    class Listing
    {
    public:
        explicit Listing(ScriptedSource &source)
            : m_source(source)
        {
            const std::lock_guard lock(m_source.m_mutex);
            if (m_source.m_listsBegun++ != m_source.m_listsEnded)
                m_source.m_overlapped = true;
        }
        ~Listing()
        {
            const std::lock_guard lock(m_source.m_mutex);
            ++m_source.m_listsEnded;
        }
        Listing(const Listing &) = delete;
        Listing &operator=(const Listing &) = delete;

    private:
        ScriptedSource &m_source;
    };

    template<class T>
    [[nodiscard]] T read(const T &member) const
    {
        const std::lock_guard lock(m_mutex);
        return member;
    }

    void change(EventType type, const ObjectId &id, Version version)
    {
        const std::lock_guard lock(m_mutex);
        if (type == EventType::Deleted)
            erase(id);
        else
            m_world[id] = version;
        if (m_sink)
            m_sink->event(type, id, version);
    }

    void erase(const ObjectId &id)
    {
        if (m_world.erase(id) > 0)
            m_gone.insert(id);
    }

    const WatchMode m_mode;
    mutable std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::map<ObjectId, Version> m_world;
    std::set<ObjectId> m_gone; // it was in the world once
    ListFunction m_onList;
    WatchFunction m_onWatch;
    std::function<void()> m_onWatchMode;
    std::string m_cursor;
    std::vector<std::string> m_cursors;
    WatchSink *m_sink = nullptr;
    std::optional<WatchEnd> m_end;
    int m_listsBegun = 0;
    int m_listsEnded = 0;
    bool m_overlapped = false;
};

} // namespace qontroller::test
