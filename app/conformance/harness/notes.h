// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/conformance/harness/verdict.h"
#include "core/base/files/uniquefd.h"
#include "core/base/threads/clock.h"

#include <QtCore/QJsonObject>

#include <cstdint>
#include <string>

namespace qontroller::conformance {

/// Tells the parent what goes on in the process of a check, as JSON lines: which calls
/// of the plugin are under way, so that it can name them when that process is gone. What is
/// concealed in the log is concealed here.
/// Thread-safe.
class Notes
{
public:
    explicit Notes(UniqueFd out)
        : m_out(std::move(out))
    {}

    /// It may take \a atMost longer than a call of the plugin.
    [[nodiscard]] std::uint64_t begin(const std::string &call, Duration atMost);
    void end(std::uint64_t call);
    /// An exception with \a text left the plugin in \a call.
    void thrown(const std::string &call, const std::string &text);
    void round(std::uint64_t seed);
    void verdict(const Verdict &verdict);

private:
    void write(const QJsonObject &line);

    UniqueFd m_out;
    Mutex m_mutex;
    std::uint64_t m_lastCall QONTROLLER_GUARDED_BY(m_mutex) = 0;
};

/// A call that is under way as long as this lives.
class CallNote
{
public:
    CallNote(Notes &notes, std::string call, Duration atMost = Duration::zero())
        : m_notes(notes)
        , m_call(std::move(call))
        , m_number(notes.begin(m_call, atMost))
    {}
    ~CallNote() { m_notes.end(m_number); }
    CallNote(const CallNote &) = delete;
    CallNote &operator=(const CallNote &) = delete;

    void thrown(const std::string &text) { m_notes.thrown(m_call, text); }

private:
    Notes &m_notes;
    std::string m_call;
    std::uint64_t m_number;
};

/// As it goes through the pipe: kind, text, id and what would be right.
[[nodiscard]] QJsonObject toJson(const Verdict &verdict);
[[nodiscard]] Verdict verdictOf(const QJsonObject &json);

} // namespace qontroller::conformance
