// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/process/logwriter/logsink.h"
#include "core/base/files/uniquefd.h"

#include <string>

namespace qontroller::supervision {

/// The journal of systemd, by the stream that services have for their output: a line is an entry,
/// `<3>` before it its priority; see sd-daemon(3).
class JournalSink final : public LogSink
{
public:
    /// \a socket is that of the journal's streams, \a name becomes SYSLOG_IDENTIFIER.
    JournalSink(std::string socket, std::string name);

    [[nodiscard]] Taken write(std::string_view text) override;

private:
    /// 0, or why not as an `errno`; the same below.
    [[nodiscard]] int connect();
    [[nodiscard]] int send(std::string_view &text) const;

    const std::string m_socket;
    const std::string m_header;
    UniqueFd m_fd;
};

} // namespace qontroller::supervision
