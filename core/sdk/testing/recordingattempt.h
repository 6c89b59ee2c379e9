// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/api/attempt.h"

#include <algorithm>
#include <mutex>
#include <string>
#include <vector>

namespace qontroller::test {

/// Keeps what an attempt says, a line each: give it to Attempt::sink. Thread-safe.
class RecordingAttempt : public AttemptSink
{
public:
    void progress(std::uint64_t done, std::uint64_t total) override
    {
        note(std::to_string(done) + " of " + std::to_string(total));
    }
    void event(std::string_view kind, std::string_view text) override
    {
        note("event " + std::string(kind) + ": " + std::string(text));
    }
    void log(LogLevel level, std::string_view text) override
    {
        note("log " + std::to_string(static_cast<int>(level)) + ' ' + std::string(text));
    }
    void count(std::string_view name, double add) override
    {
        note("count " + std::string(name) + ' ' + std::to_string(add));
    }
    void gauge(std::string_view name, double value) override
    {
        note("gauge " + std::string(name) + ' ' + std::to_string(value));
    }
    void requeue(std::string_view id) override { note("requeue " + std::string(id)); }
    void keep(std::string_view text) override
    {
        requireKeepable(text);
        note("keep " + std::string(text));
    }

    [[nodiscard]] std::vector<std::string> notes() const
    {
        const std::lock_guard lock(m_mutex);
        return m_notes;
    }
    [[nodiscard]] bool contains(const std::string &line) const
    {
        const auto all = notes();
        return std::find(all.begin(), all.end(), line) != all.end();
    }

protected:
    void note(std::string text)
    {
        const std::lock_guard lock(m_mutex);
        m_notes.push_back(std::move(text));
    }

private:
    mutable std::mutex m_mutex;
    std::vector<std::string> m_notes;
};

} // namespace qontroller::test
