// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/serve/hostjournal.h"
#include "core/engine/host/host.h"

#include <tl/expected.hpp>

#include <filesystem>
#include <memory>
#include <string>

namespace qontroller {

/// The journal of a window's own host: that of its session's file, and none before there is one.
/// For the GUI thread, but for journal().
class SessionJournal
{
public:
    /// Journals are in \a folder; empty: none is kept. \a host outlives it.
    SessionJournal(Host &host, std::filesystem::path folder)
        : m_host(host)
        , m_folder(std::move(folder))
    {}

    /// \a session is the session's file from now on; empty: there is none. After an error, a
    /// sentence, nothing has changed. Waits until what runs is in the journal there.
    [[nodiscard]] tl::expected<void, Error> follow(const std::string &session);
    [[nodiscard]] HostJournal &journal() { return m_journal; }

private:
    Host &m_host;
    const std::filesystem::path m_folder;
    HostJournal m_journal;
    std::filesystem::path m_file;            ///< empty: there is none
    std::unique_ptr<JournalWriter> m_writer; ///< null before the first file
};

} // namespace qontroller
