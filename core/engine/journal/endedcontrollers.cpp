// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/journal/endedcontrollers.h"

#include <utility>

namespace qontroller {

namespace {

/// Writes all that is known of a controller, whose rows the file does not have any more.
class RowsSink final : public KnownSink
{
public:
    RowsSink(Rows &rows, JournalFile::Number number)
        : m_rows(rows)
        , m_number(number)
    {}

    void add(KnownItem item) override
    {
        JournalFile::writeItem(m_rows, m_number, item);
        JournalFile::writeKept(m_rows, m_number, item.key, item.keptText, m_keptTexts);
    }
    void pause(const KnownPause &pause) override
    {
        JournalFile::writePause(m_rows, m_number, pause);
    }
    void goOn(const KnownWave &wave) override { JournalFile::writeWave(m_rows, m_number, wave); }

private:
    Rows &m_rows;
    const JournalFile::Number m_number;
    JournalFile::KeptChecksums m_keptTexts;
};

void write(Rows &rows, const EndedControllers::End &end)
{
    const JournalFile::Number number = JournalFile::enter(rows, end.controller);
    JournalFile::forgetItems(rows, number);
    RowsSink sink(rows, number);
    end.known->read(sink);
    if (end.changes)
        JournalFile::writeChanges(rows, number, *end.changes);
}

} // namespace

void EndedControllers::add(End end)
{
    MutexLock lock(m_mutex);
    std::string name = end.controller.name;
    m_ends.insert_or_assign(std::move(name), std::move(end));
}

std::optional<EndedControllers::End> EndedControllers::find(const std::string &name,
                                                            const std::string &plugin) const
{
    MutexLock lock(m_mutex);
    const auto found = m_ends.find(name);
    return found == m_ends.end() || found->second.controller.plugin != plugin
               ? std::nullopt
               : std::optional(found->second);
}

void EndedControllers::forget(const std::string &name)
{
    MutexLock lock(m_mutex);
    m_ends.erase(name);
}

void EndedControllers::keepOnly(std::set<std::string> named)
{
    MutexLock lock(m_mutex);
    std::erase_if(m_ends, [&named](const auto &each) { return !named.contains(each.first); });
    m_named = std::move(named);
}

void EndedControllers::noteKeptOnly()
{
    MutexLock lock(m_mutex);
    m_named.reset();
}

bool EndedControllers::isEmpty() const
{
    MutexLock lock(m_mutex);
    return m_ends.empty() && !m_named;
}

void EndedControllers::write(Rows &rows, const std::set<std::string> &running)
{
    MutexLock lock(m_mutex);
    m_writtenEnds.clear();
    m_writtenNamed = m_named;
    for (const auto &[name, end] : m_ends) {
        if (running.contains(name)) // it is about to know all of it
            continue;
        qontroller::write(rows, end);
        m_writtenEnds.emplace(name, end);
    }
    if (!m_named)
        return;
    for (const JournalFile::Entry &each : JournalFile::controllers(rows)) {
        const std::string &name = each.controller.name;
        if (!m_named->contains(name) && !running.contains(name))
            JournalFile::forget(rows, each.number);
    }
}

void EndedControllers::noteWritten()
{
    MutexLock lock(m_mutex);
    for (const auto &[name, end] : std::exchange(m_writtenEnds, {})) {
        const auto found = m_ends.find(name);
        if (found != m_ends.end() && found->second.known == end.known)
            m_ends.erase(found);
    }
    if (m_writtenNamed == m_named)
        m_named.reset();
    m_writtenNamed.reset();
}

} // namespace qontroller
