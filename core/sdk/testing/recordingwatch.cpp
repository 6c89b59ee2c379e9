// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/sdk/testing/recordingwatch.h"

#include <algorithm>
#include <array>
#include <utility>

namespace qontroller::test {

namespace {

bool hasNote(const RecordingWatch::Notes &notes, std::string_view words)
{
    return std::ranges::any_of(notes, [words](const WatchNote &note) {
        return note.words().starts_with(words);
    });
}

} // namespace

std::string WatchNote::words() const
{
    static constexpr std::array<char, 3> Signs{'+', '~', '-'};
    switch (kind) {
    case Kind::Ready: break;
    case Kind::Event: return Signs.at(static_cast<std::size_t>(type)) + text;
    case Kind::Cursor: return "cursor " + text;
    case Kind::Missed: return "missed: " + text;
    case Kind::Error: return "error: " + text;
    }
    return "ready";
}

void RecordingWatch::ready()
{
    add({WatchNote::Kind::Ready});
    std::function<void()> script;
    {
        MutexLock lock(m_mutex);
        script = m_onReady;
    }
    if (script)
        script();
}

void RecordingWatch::event(EventType type, std::string_view id, Version version)
{
    add({WatchNote::Kind::Event, std::string(id), type, version});
}

void RecordingWatch::cursor(std::string_view cursor)
{
    add({WatchNote::Kind::Cursor, std::string(cursor)});
}

void RecordingWatch::missed(std::string_view why)
{
    add({WatchNote::Kind::Missed, std::string(why)});
}

void RecordingWatch::error(std::string_view what)
{
    add({WatchNote::Kind::Error, std::string(what)});
}

void RecordingWatch::onReady(std::function<void()> script)
{
    MutexLock lock(m_mutex);
    m_onReady = std::move(script);
}

RecordingWatch::Notes RecordingWatch::notes() const
{
    MutexLock lock(m_mutex);
    return m_notes;
}

std::string RecordingWatch::text() const
{
    std::string text;
    for (const WatchNote &note : notes())
        text += (text.empty() ? "" : " ") + note.words();
    return text;
}

bool RecordingWatch::has(std::string_view words) const
{
    return hasNote(notes(), words);
}

bool RecordingWatch::waitFor(std::string_view words, Duration limit) const
{
    return waitUntil([words](const Notes &notes) { return hasNote(notes, words); }, limit);
}

bool RecordingWatch::waitUntil(const std::function<bool(const Notes &)> &condition,
                               Duration limit) const
{
    SteadyClock &clock = SteadyClock::instance();
    const TimePoint deadline = later(clock.now(), limit);
    MutexLock lock(m_mutex);
    while (!condition(m_notes)) {
        if (clock.now() >= deadline)
            return false;
        clock.waitUntil(m_noted, lock, deadline);
    }
    return true;
}

void RecordingWatch::add(WatchNote note)
{
    MutexLock lock(m_mutex);
    m_notes.push_back(std::move(note));
    m_noted.notifyAll();
}

Watching::Watching(ListerWatcher &source, std::string cursor)
    : m_thread([this, &source, cursor = std::move(cursor)](const std::stop_token &stop) {
        static_cast<void>(source.watch(told, cursor, stop));
    })
{}

} // namespace qontroller::test
