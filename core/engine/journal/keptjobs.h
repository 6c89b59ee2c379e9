// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/mutex.h"
#include "core/engine/control/keptjob.h"
#include "core/engine/journal/jobrows.h"

#include <map>
#include <set>
#include <vector>

namespace qontroller {

/// Jobs that are kept, and what of them is to be written. Thread-safe.
class KeptJobs final : public JobKeeper
{
public:
    /// Nothing is kept where there is no file.
    explicit KeptJobs(bool isFile)
        : m_isFile(isFile)
    {}

    void keep(KeptJob job) override;
    void note(JobId id, const JobProgress &progress) override;
    void forget(JobId id) override;
    [[nodiscard]] bool keeps(JobId id) const override;

    /// Another file is written from now on, or none. It has jobs of earlier lives, with the numbers
    /// \a taken: before take() one of these is not kept. Gives what was kept in the file before,
    /// and is not in this one.
    [[nodiscard]] std::set<JobId> moveTo(bool isFile, std::set<JobId> taken);
    /// How many of the file wait for take().
    [[nodiscard]] std::size_t left() const;
    /// The file has \a found. Leaves those of this life out, and keeps the others from now on.
    void take(std::vector<KeptJob> &found);

    struct Changes
    {
        std::vector<KeptJob> begun;
        std::map<JobId, JobProgress> progress;
        std::set<JobId> ended;

        [[nodiscard]] bool isEmpty() const
        {
            return begun.empty() && progress.empty() && ended.empty();
        }
        void write(Rows &rows) const;
    };
    /// Since the last call. Take them before what jobs have done is read: what is written of a job
    /// is not to be more than what is written of its objects.
    [[nodiscard]] Changes take();

private:
    mutable Mutex m_mutex;
    bool m_isFile QONTROLLER_GUARDED_BY(m_mutex);
    std::set<JobId> m_kept QONTROLLER_GUARDED_BY(m_mutex);
    std::set<JobId> m_taken QONTROLLER_GUARDED_BY(m_mutex);
    Changes m_changes QONTROLLER_GUARDED_BY(m_mutex);
};

} // namespace qontroller
