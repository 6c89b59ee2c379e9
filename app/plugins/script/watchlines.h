// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/script/linecutter.h"
#include "core/engine/api/listerwatcher.h"

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace qontroller::script {

/// Turns what a watch command prints into events: a JSON object on each line, as in
/// `{"type":"MODIFIED","id":"a"}`. More keys are allowed. Empty lines are nothing.
///
/// The line `{"ready":1}` says that the watch stands.
///
/// A line that cannot be understood is skipped and counted; only the first is
/// reported. One of the type ERROR is reported with its `message`. For one thread.
class WatchLines final
{
public:
    /// No line may be longer than \a limit bytes. \a ready is called for each line that says so.
    WatchLines(
        WatchSink &sink, std::size_t limit, std::function<void()> ready = [] {});

    /// More output, cut anywhere.
    void take(std::string_view bytes) { m_lines.add(bytes); }
    /// The output has ended: a last line without a newline counts as one.
    void end() { m_lines.end(); }

    [[nodiscard]] std::size_t skipped() const { return m_skipped; }

private:
    void takeLine(const LineCutter::Line &line);
    void understand(const LineCutter::Line &line);
    void passOn(const std::string &message);
    void skip(std::size_t number, const std::string &why);

    WatchSink &m_sink;
    std::function<void()> m_ready;
    std::size_t m_limit;
    LineCutter m_lines;
    std::size_t m_skipped = 0;
};

} // namespace qontroller::script
