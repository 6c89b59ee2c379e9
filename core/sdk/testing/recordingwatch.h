// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"
#include "core/base/threads/mutex.h"
#include "core/engine/api/listerwatcher.h"

#include <functional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace qontroller::test {

/// One thing that a watch told.
struct WatchNote
{
    enum class Kind : unsigned char {
        Ready,
        Event,
        Cursor,
        Missed,
        Error,
    };

    Kind kind = Kind::Ready;
    std::string text = {}; ///< the id, the cursor, or what was said
    EventType type = EventType::Modified;
    Version version = 0;

    /// `ready`; `+a` if a was added, `~a` modified, `-a` deleted; `cursor 7`, `missed: why`,
    /// `error: what`.
    [[nodiscard]] std::string words() const;
};

/// Keeps what a watch tells, in its order. Thread-safe.
class RecordingWatch final : public WatchSink
{
public:
    using Notes = std::vector<WatchNote>;

    void ready() override;
    void event(EventType type, std::string_view id, Version version) override;
    void cursor(std::string_view cursor) override;
    void missed(std::string_view why) override;
    void error(std::string_view what) override;

    /// Calls \a script in each later ready(), on the thread of the watch, after it was noted.
    void onReady(std::function<void()> script);

    [[nodiscard]] Notes notes() const;
    /// All of them in words, with blanks between.
    [[nodiscard]] std::string text() const;
    /// Whether one of them, in words, begins with \a words.
    [[nodiscard]] bool has(std::string_view words) const;

    /// Until it has such a note; false if it has none after \a limit.
    [[nodiscard]] bool waitFor(std::string_view words,
                               Duration limit = std::chrono::seconds(10)) const;
    /// Until \a condition holds for its notes. The condition is asked while notes wait.
    [[nodiscard]] bool waitUntil(const std::function<bool(const Notes &)> &condition,
                                 Duration limit = std::chrono::seconds(10)) const;

private:
    void add(WatchNote note);

    mutable Mutex m_mutex;
    mutable Condition m_noted;
    Notes m_notes QONTROLLER_GUARDED_BY(m_mutex);
    std::function<void()> m_onReady QONTROLLER_GUARDED_BY(m_mutex);
};

/// Watches a source on a thread of its own. Its end asks the watch to stop, and waits for that.
class Watching
{
public:
    /// \a source outlives it. What watch() throws ends the process.
    explicit Watching(ListerWatcher &source, std::string cursor = {});

    // NOLINTNEXTLINE(misc-non-private-member-variables-in-classes): for the test to take
    RecordingWatch told;

private:
    std::jthread m_thread;
};

} // namespace qontroller::test
