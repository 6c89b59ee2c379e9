// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/journal/alarmrows.h"

#include "core/engine/journal/rowformat.h"

#include <functional>
#include <tuple>

namespace qontroller {

namespace {

/// Of a row, behind its checksum, which is that of no place.
auto columnsOf(const Acknowledgement &each)
{
    return std::make_tuple(std::cref(each.key), std::cref(each.who), std::cref(each.reason),
                           milliseconds(each.at), milliseconds(each.until),
                           std::int64_t(each.count));
}

auto columnsOf(const KeptAlarms::Since &each)
{
    return std::make_tuple(std::cref(each.rule), std::cref(each.key), milliseconds(each.at));
}

auto columnsOf(const KeptAlarms::Told &each)
{
    return std::make_tuple(std::cref(each.rule), std::cref(each.key), std::int64_t(each.severity),
                           std::cref(each.controller), std::cref(each.what),
                           milliseconds(each.since), each.who);
}

/// A row that was written before there was a column for how long it is gone has its sum still.
std::int64_t sumOf(const auto &each)
{
    return withLater(checksumOf(0, columnsOf(each)), each.gone.count());
}

void insert(Rows &rows, const char *statement, const auto &each)
{
    std::apply(
        [&](const auto &...column) {
            rows.run(statement, sumOf(each), column..., std::int64_t(each.gone.count()));
        },
        columnsOf(each));
}

/// The columns of \a row behind its checksum, one by one.
class NextColumn
{
public:
    explicit NextColumn(SQLite::Statement &row)
        : m_row(row)
    {}
    [[nodiscard]] std::string text() { return m_row.getColumn(++m_column).getString(); }
    [[nodiscard]] std::int64_t number() { return m_row.getColumn(++m_column).getInt64(); }

private:
    SQLite::Statement &m_row;
    int m_column = 0;
};

bool isWhole(SQLite::Statement &row, const auto &each)
{
    return row.getColumn(0).getInt64() == sumOf(each);
}

void readAcknowledgements(Rows &rows, AlarmRows::Found &found)
{
    rows.each("SELECT checksum, need, who, reason, at, until, count, gone FROM acknowledgement"
              " ORDER BY need",
              [&found](SQLite::Statement &row) {
                  NextColumn next(row);
                  Acknowledgement each;
                  each.key = next.text();
                  each.who = next.text();
                  each.reason = next.text();
                  each.at = wallTime(next.number());
                  each.until = wallTime(next.number());
                  each.count = std::uint64_t(next.number());
                  each.gone = Duration(next.number());
                  if (isWhole(row, each))
                      found.all.acknowledged.push_back(std::move(each));
                  else
                      ++found.damaged;
              });
}

void readSince(Rows &rows, AlarmRows::Found &found)
{
    rows.each("SELECT checksum, rule, need, at, gone FROM alarm_since ORDER BY rule, need",
              [&found](SQLite::Statement &row) {
                  NextColumn next(row);
                  KeptAlarms::Since each;
                  each.rule = next.text();
                  each.key = next.text();
                  each.at = wallTime(next.number());
                  each.gone = Duration(next.number());
                  if (isWhole(row, each))
                      found.all.since.push_back(std::move(each));
                  else
                      ++found.damaged;
              });
}

void writeTold(Rows &rows, const std::vector<KeptAlarms::Told> &told)
{
    rows.run("DELETE FROM alarm_told");
    for (const KeptAlarms::Told &each : told) {
        const auto columns = columnsOf(each);
        std::apply(
            [&](const auto &...column) {
                rows.run("INSERT INTO alarm_told"
                         " (checksum, rule, need, severity, controller, what, since, who)"
                         " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                         checksumOf(0, columns), column...);
            },
            columns);
    }
}

void readTold(Rows &rows, AlarmRows::Found &found)
{
    rows.each("SELECT checksum, rule, need, severity, controller, what, since, who FROM alarm_told"
              " ORDER BY rule, need",
              [&found](SQLite::Statement &row) {
                  NextColumn next(row);
                  KeptAlarms::Told each;
                  each.rule = next.text();
                  each.key = next.text();
                  each.severity = static_cast<Severity>(next.number());
                  each.controller = next.text();
                  each.what = next.text();
                  each.since = wallTime(next.number());
                  each.who = next.number();
                  if (row.getColumn(0).getInt64() == checksumOf(0, columnsOf(each)))
                      found.all.told.push_back(std::move(each));
                  else
                      ++found.damaged;
              });
}

} // namespace

void AlarmRows::write(Rows &rows, const KeptAlarms &all)
{
    rows.run("DELETE FROM acknowledgement");
    for (const Acknowledgement &each : all.acknowledged)
        insert(rows,
               "INSERT INTO acknowledgement (checksum, need, who, reason, at, until, count, gone)"
               " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
               each);
    rows.run("DELETE FROM alarm_since");
    for (const KeptAlarms::Since &each : all.since)
        insert(rows,
               "INSERT INTO alarm_since (checksum, rule, need, at, gone) VALUES (?, ?, ?, ?, ?)",
               each);
    writeTold(rows, all.told);
}

AlarmRows::Found AlarmRows::read(Rows &rows)
{
    Found found;
    readAcknowledgements(rows, found);
    readSince(rows, found);
    readTold(rows, found);
    return found;
}

} // namespace qontroller
