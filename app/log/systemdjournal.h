// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/files/uniquefd.h"

#include <memory>
#include <string>
#include <string_view>

namespace qontroller {

/// The journal of systemd by its native protocol, so that a line keeps its fields:
/// `journalctl QONTROLLER_ID=a.jpg`. Thread-safe.
///
/// It does not wait for a journal that is busy, as sd_journal_send() of libsystemd does.
class SystemdJournal
{
public:
    /// \a socket is the path of the journal's.
    explicit SystemdJournal(std::string socket);

    /// The machine's, if standard error goes there, as systemd says in $JOURNAL_STREAM; else null.
    [[nodiscard]] static std::unique_ptr<SystemdJournal> ofStandardError();

    /// Whether the journal took \a entry: it may be away, busy, or find it too long.
    [[nodiscard]] bool take(std::string_view entry) const;

private:
    const std::string m_path;
    UniqueFd m_socket;
};

} // namespace qontroller
