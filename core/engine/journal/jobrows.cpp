// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/journal/jobrows.h"

#include "core/engine/journal/packedids.h"
#include "core/engine/journal/rowformat.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <tuple>

namespace qontroller {

namespace {

constexpr std::size_t IdsInRow = 256;
constexpr double PaceUnit = 1e6; // a pace of a millionth is 1

std::int64_t number(auto value)
{
    return static_cast<std::int64_t>(value);
}

/// A line on each reason, behind its count.
std::string textOf(const std::vector<JobSkipped> &skipped)
{
    std::string text;
    for (const JobSkipped &each : skipped)
        text += std::to_string(each.count) + ' ' + each.why + '\n';
    return text;
}

std::vector<JobSkipped> skippedOf(std::string_view text)
{
    std::vector<JobSkipped> skipped;
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        JobSkipped one;
        const char *const end = std::from_chars(line.data(), line.data() + line.size(), one.count)
                                    .ptr;
        one.why = line.substr(std::min<std::size_t>(end - line.data() + 1, line.size()));
        skipped.push_back(std::move(one));
    }
    return skipped;
}

/// The columns of a job behind its checksum.
auto columnsOf(const KeptJob &job, std::int64_t rows)
{
    using std::chrono::milliseconds;
    const auto expiry = job.terms.expiry
                            ? std::chrono::ceil<milliseconds>(*job.terms.expiry).count()
                            : 0;
    return std::make_tuple(std::string(factsOf(job.verb).name), number(expiry),
                           std::cref(job.terms.reason), number(std::llround(job.pace * PaceUnit)),
                           std::cref(job.who), std::cref(job.filter),
                           qontroller::milliseconds(job.startedAt), rows);
}

/// … of its progress
auto columnsOf(const JobProgress &progress)
{
    return std::make_tuple(number(progress.given), number(progress.skippedSince),
                           number(progress.succeeded), number(progress.failed),
                           number(progress.notRun), textOf(progress.skipped));
}

std::int64_t checksumOfObjects(JobId id, std::int64_t place, const KeptJob::Objects &of,
                               const std::string &ids, const std::string &spells)
{
    const std::int64_t sum = checksumOf(number(id),
                                        std::make_tuple(place, std::cref(of.controller),
                                                        std::cref(of.plugin), std::cref(of.objects),
                                                        std::cref(ids)));
    return spells.empty() ? sum : number(mixed(std::uint64_t(sum), spells)); // as before there were
}

/// Puts \a ids behind those that are there. False: a row lacks, or is not what was written.
bool readObjects(Rows &rows, KeptJob &job, std::int64_t count)
{
    bool isWhole = true;
    std::int64_t place = 0;
    rows.each(
        "SELECT place, checksum, controller, plugin, objects, ids, spells FROM job_objects WHERE "
        "job = ?"
        " ORDER BY place",
        [&](SQLite::Statement &row) {
            KeptJob::Objects of{row.getColumn(2).getString(),
                                row.getColumn(3).getString(),
                                row.getColumn(4).getString(),
                                {}};
            const std::string bytes = bytesOf(row.getColumn(5));
            const std::string spellBytes = bytesOf(row.getColumn(6));
            auto ids = unpacked(bytes);
            isWhole = isWhole && ids && row.getColumn(0).getInt64() == place
                      && checksumOfObjects(job.id, place, of, bytes, spellBytes)
                             == row.getColumn(1).getInt64();
            ++place;
            if (!isWhole)
                return;
            if (job.objects.empty() || job.objects.back().controller != of.controller)
                job.objects.push_back(std::move(of));
            std::ranges::move(*ids, std::back_inserter(job.objects.back().ids));
            std::ranges::move(unpackedSpells(spellBytes),
                              std::back_inserter(job.objects.back().spells));
        },
        number(job.id));
    return isWhole && place == count;
}

/// False: it is not what was written.
bool readProgress(Rows &rows, KeptJob &job)
{
    bool isWhole = false;
    rows.each(
        "SELECT checksum, given, skipped_since, succeeded, failed, not_run, skipped"
        " FROM job_progress WHERE job = ?",
        [&](SQLite::Statement &row) {
            const auto count = [&row](int column) {
                return static_cast<std::uint64_t>(row.getColumn(column).getInt64());
            };
            job.progress = {skippedOf(row.getColumn(6).getString()),
                            count(1),
                            count(2),
                            count(3),
                            count(4),
                            count(5)};
            isWhole = checksumOf(number(job.id), columnsOf(job.progress))
                      == row.getColumn(0).getInt64();
        },
        number(job.id));
    std::uint64_t all = 0;
    for (const KeptJob::Objects &each : job.objects)
        all += each.ids.size();
    return isWhole && job.progress.given <= all;
}

/// False: it is not what was written.
bool readJob(SQLite::Statement &row, KeptJob &job)
{
    const auto &verbs = itemVerbs();
    const std::string verb = row.getColumn(2).getString();
    const auto known = std::ranges::find_if(verbs, [&verb](ItemVerb each) {
        return factsOf(each).name == verb;
    });
    if (known == verbs.end())
        return false;
    job.verb = *known;
    if (const std::int64_t expiry = row.getColumn(3).getInt64(); expiry > 0)
        job.terms.expiry = std::chrono::milliseconds(expiry);
    job.terms.reason = row.getColumn(4).getString();
    job.pace = double(row.getColumn(5).getInt64()) / PaceUnit;
    job.who = row.getColumn(6).getString();
    job.filter = row.getColumn(7).getString();
    job.startedAt = wallTime(row.getColumn(8).getInt64());
    return checksumOf(number(job.id), columnsOf(job, row.getColumn(9).getInt64()))
           == row.getColumn(1).getInt64();
}

} // namespace

void JobRows::write(Rows &rows, const KeptJob &job)
{
    remove(rows, job.id);
    const std::int64_t id = number(job.id);
    std::int64_t place = 0;
    for (const KeptJob::Objects &each : job.objects) {
        std::span<const Spell> spells = each.spells;
        for (std::span<const ObjectId> ids = each.ids; !ids.empty();) {
            const std::size_t count = std::min(ids.size(), IdsInRow);
            const std::string bytes = packed(ids.first(count));
            const std::size_t ofSpells = std::min(spells.size(), count);
            const std::string spellBytes = packed(spells.first(ofSpells));
            rows.run("INSERT INTO job_objects VALUES"
                     " (?, ?, ?, ?, ?, ?, CAST(? AS BLOB), CAST(? AS BLOB))",
                     id, place, checksumOfObjects(job.id, place, each, bytes, spellBytes),
                     each.controller, each.plugin, each.objects, bytes, spellBytes);
            ++place;
            spells = spells.subspan(ofSpells);
            ids = ids.subspan(count);
        }
    }
    writeRow(rows, "INSERT INTO job VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", id,
             columnsOf(job, place));
    writeProgress(rows, job.id, job.progress);
}

void JobRows::writeProgress(Rows &rows, JobId id, const JobProgress &progress)
{
    writeRow(rows,
             "INSERT OR REPLACE INTO job_progress SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8"
             " WHERE EXISTS (SELECT 1 FROM job WHERE id = ?1)",
             number(id), columnsOf(progress));
}

void JobRows::remove(Rows &rows, JobId id)
{
    for (const char *sql : {"DELETE FROM job WHERE id = ?", "DELETE FROM job_objects WHERE job = ?",
                            "DELETE FROM job_progress WHERE job = ?"})
        rows.run(sql, number(id));
}

std::set<JobId> JobRows::numbers(Rows &rows)
{
    std::set<JobId> all;
    rows.each("SELECT id FROM job", [&all](SQLite::Statement &row) {
        all.insert(static_cast<JobId>(row.getColumn(0).getInt64()));
    });
    return all;
}

JobRows::Found JobRows::read(Rows &rows)
{
    struct Row
    {
        KeptJob job;
        std::int64_t rows = 0;
        bool isWhole = false;
    };
    std::vector<Row> all;
    rows.each("SELECT id, checksum, verb, expiry, reason, pace, who, filter, started, rows FROM job"
              " ORDER BY id",
              [&all](SQLite::Statement &row) {
                  Row &one = all.emplace_back();
                  one.job.id = static_cast<JobId>(row.getColumn(0).getInt64());
                  one.rows = row.getColumn(9).getInt64();
                  one.isWhole = readJob(row, one.job);
              });
    Found found;
    for (Row &each : all) {
        if (each.isWhole && readObjects(rows, each.job, each.rows) && readProgress(rows, each.job))
            found.jobs.push_back(std::move(each.job));
        else
            found.damaged.push_back(each.job.id);
    }
    rows.each("SELECT job FROM job_objects UNION SELECT job FROM job_progress"
              " EXCEPT SELECT id FROM job",
              [&found](SQLite::Statement &row) {
                  found.damaged.push_back(static_cast<JobId>(row.getColumn(0).getInt64()));
              });
    return found;
}

} // namespace qontroller
