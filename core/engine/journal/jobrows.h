// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/control/keptjob.h"
#include "core/engine/store/store.h"

#include <cstdint>
#include <set>
#include <vector>

namespace qontroller {

/// The tables of jobs in a journal. Each function is called in a transaction and throws what Rows
/// throws.
class JobRows
{
public:
    /// The objects of a job are many, and a row has as many ids as it gives out at once: each with
    /// its length before it.
    static constexpr const char *Tables = R"(
CREATE TABLE job (
    id INTEGER PRIMARY KEY,
    checksum INTEGER NOT NULL,
    verb TEXT NOT NULL,
    expiry INTEGER NOT NULL,
    reason TEXT NOT NULL,
    pace INTEGER NOT NULL,
    who TEXT NOT NULL,
    filter TEXT NOT NULL,
    started INTEGER NOT NULL,
    rows INTEGER NOT NULL);
CREATE TABLE job_objects (
    job INTEGER NOT NULL,
    place INTEGER NOT NULL,
    checksum INTEGER NOT NULL,
    controller TEXT NOT NULL,
    plugin TEXT NOT NULL,
    objects TEXT NOT NULL,
    ids BLOB NOT NULL,
    PRIMARY KEY (job, place)) WITHOUT ROWID;
CREATE TABLE job_progress (
    job INTEGER PRIMARY KEY,
    checksum INTEGER NOT NULL,
    given INTEGER NOT NULL,
    skipped_since INTEGER NOT NULL,
    succeeded INTEGER NOT NULL,
    failed INTEGER NOT NULL,
    not_run INTEGER NOT NULL,
    skipped TEXT NOT NULL);
)";

    /// Of those of its ids, 8 bytes for each.
    static constexpr const char *SpellsColumn = R"(
ALTER TABLE job_objects ADD COLUMN spells BLOB NOT NULL DEFAULT x'';
)";

    static void write(Rows &rows, const KeptJob &job);
    /// Of a job that is not there: nothing.
    static void writeProgress(Rows &rows, JobId id, const JobProgress &progress);
    static void remove(Rows &rows, JobId id);

    [[nodiscard]] static std::set<JobId> numbers(Rows &rows);
    struct Found
    {
        std::vector<KeptJob> jobs;  ///< in the order of their numbers
        std::vector<JobId> damaged; ///< that are not what was written
    };
    [[nodiscard]] static Found read(Rows &rows);
};

} // namespace qontroller
