// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/qontroller/sessionjournal.h"

#include <system_error>
#include <utility>

namespace qontroller {

tl::expected<void, Error> SessionJournal::follow(const std::string &session)
{
    std::filesystem::path file;
    if (!m_folder.empty() && !session.empty())
        file = journalFile(m_folder, session);
    if (file == m_file)
        return {};
    if (auto moved = m_journal.moveTo(file, false); !moved)
        return tl::unexpected(Error(std::move(moved.error())));
    m_file = std::move(file);
    if (m_writer)
        return {};
    try {
        m_writer = m_journal.writerOf(m_host);
        m_writer->begin();
        return {};
    } catch (const std::system_error &error) {
        m_writer.reset();
        static_cast<void>(m_journal.moveTo({}, false));
        m_file.clear();
        return tl::unexpected(Error(std::string("the journal has no thread: ") + error.what()));
    }
}

} // namespace qontroller
