// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/api/listerwatcher.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace qontroller::script {

/// Turns what a watch command prints into events: a JSON object on each line, as in
/// `{"type":"MODIFIED","id":"a"}`. More keys are allowed. Empty lines are nothing.
///
/// A line that cannot be understood is skipped and counted; only the first is
/// reported. One of the type ERROR is reported with its `message`. For one thread.
class WatchLines final
{
public:
    /// No line may be longer than \a limit bytes.
    WatchLines(WatchSink &sink, std::size_t limit)
        : m_sink(sink)
        , m_limit(limit)
    {}

    /// More output, cut anywhere.
    void take(std::string_view bytes);
    /// The output has ended: a last line without a newline counts as one.
    void end();

    [[nodiscard]] std::size_t skipped() const { return m_skipped; }

private:
    void takePiece(std::string_view piece);
    void endLine();
    void understand();
    void passOn(const std::string &message);
    void skip(const std::string &why);

    WatchSink &m_sink;
    std::size_t m_limit;
    std::string m_line;
    bool m_isTooLong = false;
    std::size_t m_number = 0; // of the line, from 1
    std::size_t m_skipped = 0;
};

} // namespace qontroller::script
