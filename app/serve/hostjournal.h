// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/serve/sessionline.h"
#include "core/engine/host/host.h"
#include "core/engine/journal/journal.h"
#include "core/engine/journal/journalwriter.h"

#include <tl/expected.hpp>

#include <filesystem>
#include <memory>
#include <set>
#include <string>

namespace qontroller {

/// Where the journal of the host of \a line is: in the folder that it names; else, where several
/// programs of a user keep what they know, in a file that is named for the session.
[[nodiscard]] std::filesystem::path journalFile(const SessionLine &line);

/// The journal of a program's host, with what is said of it in the log. Thread-safe.
class HostJournal
{
public:
    /// Opens \a file, or makes it and the folder that it is in. An error is a sentence.
    [[nodiscard]] static tl::expected<std::unique_ptr<HostJournal>, StoreError> open(
        const std::filesystem::path &file);

    /// As Journal::known(): the log has a line for what is restored.
    [[nodiscard]] std::shared_ptr<KnownItems> known(JournaledController controller,
                                                    std::shared_ptr<KnownItems> instead = nullptr);
    /// Forgets controllers that the session does not name (any more).
    void keepOnly(const std::set<std::string> &named);

    /// Writes what happens in \a host, from the call of begin() on. Destroy it before the host.
    [[nodiscard]] std::unique_ptr<JournalWriter> writerOf(Host &host);

private:
    explicit HostJournal(std::unique_ptr<Journal> journal)
        : m_journal(std::move(journal))
    {}

    const std::unique_ptr<Journal> m_journal;
};

} // namespace qontroller
