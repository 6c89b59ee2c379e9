// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/members/run/bookfile.h"

#include <algorithm>
#include <array>

namespace qontroller::consist {

namespace {

// Times are nanoseconds since 1970. Of a record, who is protected and expected follows from the
// marks: what is kept is whether it is to be said.
constexpr const char *FirstTables = R"(
CREATE TABLE employer (
    controller TEXT NOT NULL,
    id TEXT NOT NULL,
    has_clean_up_mark INTEGER NOT NULL DEFAULT 0,
    memo TEXT NOT NULL DEFAULT '',
    names_protected INTEGER NOT NULL DEFAULT 0,
    names_expected INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (controller, id)) WITHOUT ROWID;
CREATE TABLE finding (
    controller TEXT NOT NULL,
    employer TEXT NOT NULL,
    place INTEGER NOT NULL,
    kind TEXT NOT NULL,
    side INTEGER NOT NULL,
    verb INTEGER NOT NULL,
    item TEXT NOT NULL,
    said TEXT NOT NULL,
    PRIMARY KEY (controller, employer, place)) WITHOUT ROWID;
CREATE TABLE expected (
    controller TEXT NOT NULL,
    employer TEXT NOT NULL,
    employee TEXT NOT NULL,
    since INTEGER NOT NULL,
    PRIMARY KEY (controller, employer, employee)) WITHOUT ROWID;
CREATE TABLE mark (
    controller TEXT NOT NULL,
    employer TEXT NOT NULL,
    employee TEXT NOT NULL,
    is_confirmed INTEGER NOT NULL,
    since INTEGER NOT NULL,
    PRIMARY KEY (controller, employer, employee)) WITHOUT ROWID;
CREATE TABLE marked_item (
    controller TEXT NOT NULL,
    employer TEXT NOT NULL,
    employee TEXT NOT NULL,
    id TEXT NOT NULL,
    PRIMARY KEY (controller, employer, employee, id)) WITHOUT ROWID;
CREATE TABLE operation (
    employee TEXT NOT NULL,
    id TEXT NOT NULL,
    place INTEGER NOT NULL,
    type TEXT NOT NULL,
    phase TEXT NOT NULL,
    since INTEGER NOT NULL,
    draining_since INTEGER NOT NULL,
    is_forced INTEGER NOT NULL,
    is_undone INTEGER NOT NULL,
    is_deletion INTEGER NOT NULL,
    is_wish INTEGER NOT NULL,
    PRIMARY KEY (employee, id)) WITHOUT ROWID;
CREATE TABLE served_wish (
    employee TEXT NOT NULL,
    id TEXT NOT NULL,
    PRIMARY KEY (employee, id)) WITHOUT ROWID;
CREATE TABLE gone_employee (
    id TEXT PRIMARY KEY) WITHOUT ROWID;
)";

constexpr const char *SourceMemories = R"(
CREATE TABLE source_memory (
    controller TEXT NOT NULL,
    source TEXT NOT NULL,
    said TEXT NOT NULL,
    PRIMARY KEY (controller, source)) WITHOUT ROWID;
)";

constexpr const char *WavesOfLosses = R"(
CREATE TABLE wave (
    controller TEXT NOT NULL,
    source TEXT NOT NULL,
    employer TEXT NOT NULL,
    known INTEGER NOT NULL,
    gone INTEGER NOT NULL,
    last INTEGER NOT NULL,
    PRIMARY KEY (controller, source, employer)) WITHOUT ROWID;
)";

constexpr std::array Layouts{FirstTables, SourceMemories, WavesOfLosses};

std::int64_t number(WallTime time)
{
    return time.time_since_epoch().count();
}

/// No later than \a now: the clock may have been ahead when it was written, and what has lasted
/// since then would last less than nothing.
WallTime timeOf(const SQLite::Column &column, WallTime now)
{
    return std::min(WallTime(Duration(column.getInt64())), now);
}

std::string textOf(const SQLite::Column &column)
{
    return column.getString();
}

EmployerName nameOf(SQLite::Statement &row)
{
    return {textOf(row.getColumn(0)), textOf(row.getColumn(1))};
}

EmployeeKey keyOf(const SQLite::Column &column)
{
    return EmployeeKey::fromText(textOf(column));
}

/// Throws if it is of a later program.
Phase phaseOf(const std::string &text)
{
    for (int phase = 0; phase < PhaseCount; ++phase) {
        if (name(Phase(phase)) == text)
            return Phase(phase);
    }
    throw SQLite::Exception("an operation is in the unknown phase \"" + text + '"');
}

// Reading

void readExpected(Rows &rows, WallTime now, Books &books)
{
    rows.each("SELECT controller, employer, employee, since FROM expected"
              " ORDER BY controller, employer, employee",
              [&](SQLite::Statement &row) {
                  books.expect(nameOf(row), keyOf(row.getColumn(2)), timeOf(row.getColumn(3), now));
              });
}

std::map<std::pair<EmployerName, EmployeeKey>, Mark> readItems(Rows &rows)
{
    std::map<std::pair<EmployerName, EmployeeKey>, Mark> marks;
    rows.each("SELECT controller, employer, employee, id FROM marked_item", [&](SQLite::Statement
                                                                                    &row) {
        marks[{nameOf(row), keyOf(row.getColumn(2))}].ids.insert(textOf(row.getColumn(3)));
    });
    return marks;
}

void readMarks(Rows &rows, WallTime now, Books &books)
{
    auto marks = readItems(rows);
    rows.each("SELECT controller, employer, employee, is_confirmed, since FROM mark",
              [&](SQLite::Statement &row) {
                  const EmployerName name = nameOf(row);
                  const EmployeeKey key = keyOf(row.getColumn(2));
                  Mark mark = std::move(marks[{name, key}]);
                  mark.state = row.getColumn(3).getInt() ? Mark::State::Put : Mark::State::Claimed;
                  books.setMark(name, key, mark, timeOf(row.getColumn(4), now));
              });
}

void readLifecycles(Rows &rows, WallTime now, Books &books)
{
    std::map<EmployeeKey, Lifecycle> lifecycles;
    rows.each("SELECT employee, id, type, phase, since, draining_since, is_forced, is_undone,"
              " is_deletion, is_wish FROM operation ORDER BY employee, place",
              [&](SQLite::Statement &row) {
                  Operation operation{textOf(row.getColumn(1)), textOf(row.getColumn(2)),
                                      phaseOf(textOf(row.getColumn(3)))};
                  operation.since = timeOf(row.getColumn(4), now);
                  operation.drainingSince = timeOf(row.getColumn(5), now);
                  operation.isForced = row.getColumn(6).getInt() != 0;
                  operation.isUndone = row.getColumn(7).getInt() != 0;
                  operation.isDeletion = row.getColumn(8).getInt() != 0;
                  operation.isWish = row.getColumn(9).getInt() != 0;
                  lifecycles[keyOf(row.getColumn(0))].operations.push_back(std::move(operation));
              });
    rows.each("SELECT employee, id FROM served_wish", [&](SQLite::Statement &row) {
        lifecycles[keyOf(row.getColumn(0))].served.insert(textOf(row.getColumn(1)));
    });
    for (const auto &[key, lifecycle] : lifecycles)
        books.setLifecycle(key, lifecycle);
}

std::map<EmployerName, ConsistRecord> readFindings(Rows &rows)
{
    std::map<EmployerName, ConsistRecord> records;
    rows.each("SELECT controller, employer, kind, side, verb, item, said FROM finding"
              " ORDER BY controller, employer, place",
              [&](SQLite::Statement &row) {
                  ConsistRecord &record = records[nameOf(row)];
                  const std::string kind = textOf(row.getColumn(2));
                  const auto side = ConsistSide(row.getColumn(3).getInt());
                  const auto verb = ConsistVerb(row.getColumn(4).getInt());
                  std::string item = textOf(row.getColumn(5));
                  std::string said = textOf(row.getColumn(6));
                  if (kind == "error")
                      record.errors.push_back(std::move(said));
                  else if (kind == "failure")
                      record.failures.push_back({side, verb, std::move(item), std::move(said)});
                  else if (kind == "down")
                      record.downEmployees.push_back(std::move(item));
                  else if (kind == "held")
                      record.heldEmployees.push_back(std::move(item));
                  else
                      record.statuses.push_back({side, std::move(item), std::move(said)});
              });
    return records;
}

/// After the marks and who is expected.
void readEmployers(Rows &rows, Books &books)
{
    auto records = readFindings(rows);
    rows.each("SELECT controller, id, has_clean_up_mark, memo, names_protected, names_expected"
              " FROM employer",
              [&](SQLite::Statement &row) {
                  const EmployerName name = nameOf(row);
                  if (row.getColumn(2).getInt() != 0)
                      books.setCleanUpMark(name, textOf(row.getColumn(3)));
                  ConsistRecord record = std::move(records[name]);
                  const auto book = books.employer(name);
                  if (row.getColumn(4).getInt() != 0) {
                      for (const auto &[key, mark] : book->marks)
                          record.protectedEmployees.push_back(key.text());
                  }
                  if (row.getColumn(5).getInt() != 0) {
                      for (const EmployeeKey &key : book->expectedBy)
                          record.expectedEmployees.push_back(key.text());
                  }
                  books.setRecord(name, record);
              });
}

void readWaves(Rows &rows, const Moment &now, Books &books)
{
    rows.each("SELECT controller, source, employer, known, gone, last FROM wave",
              [&](SQLite::Statement &row) {
                  books.setWave({textOf(row.getColumn(0)), textOf(row.getColumn(1)),
                                 textOf(row.getColumn(2))},
                                {std::uint64_t(row.getColumn(3).getInt64()),
                                 std::uint64_t(row.getColumn(4).getInt64()),
                                 now.timeOf(timeOf(row.getColumn(5), now.wall))});
              });
}

void addEmployer(Rows &rows, const EmployerName &name)
{
    rows.run("INSERT OR IGNORE INTO employer (controller, id) VALUES (?, ?)", name.controller,
             name.employer);
}

} // namespace

std::span<const char *const> BookFile::steps()
{
    return Layouts;
}

Books BookFile::read(Rows &rows, const Moment &now)
{
    Books books;
    readExpected(rows, now.wall, books);
    readMarks(rows, now.wall, books);
    readLifecycles(rows, now.wall, books);
    rows.each("SELECT id FROM gone_employee", [&](SQLite::Statement &row) {
        books.setExistence(keyOf(row.getColumn(0)), Books::Existence::Gone);
    });
    readEmployers(rows, books);
    readWaves(rows, now, books);
    return books;
}

void BookFile::writeCleanUpMark(Rows &rows, const EmployerName &name, const std::string &memo)
{
    addEmployer(rows, name);
    rows.run("UPDATE employer SET has_clean_up_mark = 1, memo = ? WHERE controller = ? AND id = ?",
             memo, name.controller, name.employer);
}

void BookFile::writeRecord(Rows &rows, const EmployerName &name, const ConsistRecord &record)
{
    addEmployer(rows, name);
    rows.run("UPDATE employer SET names_protected = ?, names_expected = ?"
             " WHERE controller = ? AND id = ?",
             int(!record.protectedEmployees.empty()), int(!record.expectedEmployees.empty()),
             name.controller, name.employer);
    rows.run("DELETE FROM finding WHERE controller = ? AND employer = ?", name.controller,
             name.employer);
    int place = 0;
    const auto add = [&](const char *kind, ConsistSide side, ConsistVerb verb,
                         const std::string &item, const std::string &said) {
        rows.run("INSERT INTO finding VALUES (?, ?, ?, ?, ?, ?, ?, ?)", name.controller,
                 name.employer, place++, kind, int(side), int(verb), item, said);
    };
    for (const std::string &error : record.errors)
        add("error", {}, {}, {}, error);
    for (const ConsistRecord::Failure &failure : record.failures)
        add("failure", failure.side, failure.verb, failure.id, failure.error);
    for (const ConsistRecord::Status &status : record.statuses)
        add("status", status.side, {}, status.id, status.text);
    for (const std::string &employee : record.downEmployees)
        add("down", ConsistSide::Employee, {}, employee, {});
    for (const std::string &employee : record.heldEmployees)
        add("held", ConsistSide::Employee, {}, employee, {});
}

void BookFile::addExpected(Rows &rows, const EmployerName &name, const EmployeeKey &key,
                           WallTime since)
{
    rows.run("INSERT OR IGNORE INTO expected VALUES (?, ?, ?, ?)", name.controller, name.employer,
             key.text(), number(since));
}

void BookFile::removeExpected(Rows &rows, const EmployerName &name, const EmployeeKey &key)
{
    rows.run("DELETE FROM expected WHERE controller = ? AND employer = ? AND employee = ?",
             name.controller, name.employer, key.text());
}

void BookFile::writeMark(Rows &rows, const EmployerName &name, const EmployeeKey &key,
                         const Mark &mark, WallTime since)
{
    rows.run("DELETE FROM marked_item WHERE controller = ? AND employer = ? AND employee = ?",
             name.controller, name.employer, key.text());
    if (mark.state == Mark::State::None) {
        return rows.run("DELETE FROM mark WHERE controller = ? AND employer = ? AND employee = ?",
                        name.controller, name.employer, key.text());
    }
    rows.run("INSERT INTO mark VALUES (?, ?, ?, ?, ?)"
             " ON CONFLICT DO UPDATE SET is_confirmed = excluded.is_confirmed",
             name.controller, name.employer, key.text(), int(mark.state == Mark::State::Put),
             number(since));
    for (const std::string &id : mark.ids) {
        rows.run("INSERT INTO marked_item VALUES (?, ?, ?, ?)", name.controller, name.employer,
                 key.text(), id);
    }
}

void BookFile::writeLifecycle(Rows &rows, const EmployeeKey &key, const Lifecycle &lifecycle)
{
    rows.run("DELETE FROM operation WHERE employee = ?", key.text());
    int place = 0;
    for (const Operation &one : lifecycle.operations) {
        rows.run("INSERT INTO operation VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", key.text(),
                 one.id, place++, one.type, std::string(name(one.phase)), number(one.since),
                 number(one.drainingSince), int(one.isForced), int(one.isUndone),
                 int(one.isDeletion), int(one.isWish));
    }
    rows.run("DELETE FROM served_wish WHERE employee = ?", key.text());
    for (const std::string &id : lifecycle.served)
        rows.run("INSERT INTO served_wish SELECT ?1, ?2"
                 " WHERE NOT EXISTS (SELECT 1 FROM gone_employee WHERE id = ?1)",
                 key.text(), id);
}

void BookFile::writeExistence(Rows &rows, const EmployeeKey &key, Books::Existence existence)
{
    if (existence == Books::Existence::There)
        return rows.run("DELETE FROM gone_employee WHERE id = ?", key.text());
    rows.run("INSERT OR IGNORE INTO gone_employee VALUES (?)", key.text());
    rows.run("DELETE FROM served_wish WHERE employee = ?", key.text());
}

std::optional<std::string> BookFile::readMemory(Rows &rows, const SourceName &name)
{
    std::optional<std::string> memory;
    rows.each(
        "SELECT said FROM source_memory WHERE controller = ? AND source = ?",
        [&](SQLite::Statement &row) { memory = textOf(row.getColumn(0)); }, name.controller,
        name.source);
    return memory;
}

void BookFile::writeMemory(Rows &rows, const SourceName &name, const std::string &text)
{
    rows.run("INSERT OR REPLACE INTO source_memory VALUES (?, ?, ?)", name.controller, name.source,
             text);
}

void BookFile::writeWave(Rows &rows, const WaveName &name, const DeletionWave &wave,
                         const Moment &now)
{
    rows.run("INSERT OR REPLACE INTO wave VALUES (?, ?, ?, ?, ?, ?)", name.controller, name.source,
             name.employer, std::int64_t(wave.known), std::int64_t(wave.gone),
             number(now.wallOf(wave.last)));
}

void BookFile::forgetIfBlank(Rows &rows, const EmployeeKey &key)
{
    rows.run("DELETE FROM gone_employee WHERE id = ?1"
             " AND NOT EXISTS (SELECT 1 FROM expected WHERE employee = ?1)"
             " AND NOT EXISTS (SELECT 1 FROM mark WHERE employee = ?1)"
             " AND NOT EXISTS (SELECT 1 FROM operation WHERE employee = ?1)",
             key.text());
}

void BookFile::forget(Rows &rows, const EmployerName &name)
{
    for (const char *sql : {"DELETE FROM expected WHERE controller = ? AND employer = ?",
                            "DELETE FROM mark WHERE controller = ? AND employer = ?",
                            "DELETE FROM marked_item WHERE controller = ? AND employer = ?",
                            "DELETE FROM finding WHERE controller = ? AND employer = ?",
                            "DELETE FROM wave WHERE controller = ? AND employer = ?",
                            "DELETE FROM employer WHERE controller = ? AND id = ?"})
        rows.run(sql, name.controller, name.employer);
}

} // namespace qontroller::consist
