// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/journal/keptjobs.h"

#include <utility>

namespace qontroller {

void KeptJobs::keep(KeptJob job)
{
    MutexLock lock(m_mutex);
    if (!m_isFile || m_taken.contains(job.id))
        return;
    m_kept.insert(job.id);
    m_changes.begun.push_back(std::move(job));
}

void KeptJobs::note(JobId id, const JobProgress &progress)
{
    MutexLock lock(m_mutex);
    if (m_kept.contains(id))
        m_changes.progress[id] = progress;
}

void KeptJobs::forget(JobId id)
{
    MutexLock lock(m_mutex);
    if (m_kept.erase(id) == 0)
        return;
    std::erase_if(m_changes.begun, [id](const KeptJob &each) { return each.id == id; });
    m_changes.progress.erase(id);
    m_changes.ended.insert(id);
}

bool KeptJobs::keeps(JobId id) const
{
    MutexLock lock(m_mutex);
    return m_kept.contains(id);
}

std::set<JobId> KeptJobs::moveTo(bool isFile, std::set<JobId> taken)
{
    MutexLock lock(m_mutex);
    m_isFile = isFile;
    m_taken = std::move(taken);
    m_changes = {};
    return std::exchange(m_kept, {});
}

std::size_t KeptJobs::left() const
{
    MutexLock lock(m_mutex);
    return m_taken.size();
}

void KeptJobs::take(std::vector<KeptJob> &found)
{
    MutexLock lock(m_mutex);
    std::erase_if(found, [this](const KeptJob &each) { return m_kept.contains(each.id); });
    for (const KeptJob &each : found)
        m_kept.insert(each.id);
    m_taken.clear();
}

KeptJobs::Changes KeptJobs::take()
{
    MutexLock lock(m_mutex);
    return std::exchange(m_changes, {});
}

// One that ended may have left its number to another.
void KeptJobs::Changes::write(Rows &rows) const
{
    for (const JobId id : ended)
        JobRows::remove(rows, id);
    for (const KeptJob &each : begun)
        JobRows::write(rows, each);
    for (const auto &[id, made] : progress)
        JobRows::writeProgress(rows, id, made);
}

} // namespace qontroller
