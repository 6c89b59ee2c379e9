// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/journal/linerows.h"

#include "core/base/text/text.h"
#include "core/engine/journal/packedids.h"
#include "core/engine/journal/rowformat.h"

#include <algorithm>
#include <functional>
#include <tuple>
#include <utility>

namespace qontroller {

namespace {

/// The columns of a line behind its checksum.
auto columnsOf(const OperatorLine &line)
{
    return std::make_tuple(milliseconds(line.at), std::cref(line.who), std::cref(line.controller),
                           std::cref(line.text), std::int64_t(line.isRefused));
}

/// … of its objects
auto columnsOf(const std::string &ids, std::int64_t count)
{
    return std::make_tuple(std::cref(ids), count);
}

/// … and of its result
auto columnsOf(const std::string &result)
{
    return std::make_tuple(std::cref(result));
}

/// The first of \a ids that there is room for.
std::string packedFirst(const Ids &ids)
{
    std::size_t count = 0;
    std::size_t bytes = 0;
    for (; count < ids.size(); ++count) {
        bytes += ids[count].size() + 4;
        if (bytes > LineRows::MostBytesOfIds)
            break;
    }
    return packed(std::span(ids).first(count));
}

void insertObjects(Rows &rows, std::int64_t place, const OperatorLine &line)
{
    if (line.idCount == 0)
        return;
    const std::string ids = packedFirst(line.ids);
    writeRow(rows, "INSERT OR REPLACE INTO line_objects VALUES (?, ?, ?, ?)", place,
             columnsOf(ids, static_cast<std::int64_t>(line.idCount)));
}

void insertResult(Rows &rows, std::int64_t place, const std::string &text)
{
    const std::string result = cutText(text, LineRows::LongestResult);
    writeRow(rows, "INSERT OR REPLACE INTO line_result VALUES (?, ?, ?)", place, columnsOf(result));
}

/// Those behind the line's own, or nothing where there is no row.
void readObjects(SQLite::Statement &row, std::int64_t place, int column, OperatorLine &line)
{
    if (row.getColumn(column).isNull())
        return;
    const std::string bytes = bytesOf(row.getColumn(column + 1));
    const std::int64_t count = row.getColumn(column + 2).getInt64();
    auto ids = unpacked(bytes);
    if (!ids || checksumOf(place, columnsOf(bytes, count)) != row.getColumn(column).getInt64())
        return;
    line.ids = *std::move(ids);
    line.idCount = static_cast<std::uint64_t>(count);
}

void readResult(SQLite::Statement &row, std::int64_t place, int column, OperatorLine &line)
{
    if (row.getColumn(column).isNull())
        return;
    std::string result = row.getColumn(column + 1).getString();
    if (checksumOf(place, columnsOf(result)) == row.getColumn(column).getInt64())
        line.result = std::move(result);
}

} // namespace

void LineRows::write(Rows &rows, std::span<const OperatorLine> lines, Places &places)
{
    std::int64_t last = 0;
    rows.each("SELECT coalesce(max(number), 0) FROM line",
              [&last](SQLite::Statement &row) { last = row.getColumn(0).getInt64(); });
    for (const OperatorLine &each : lines) {
        writeRow(rows, "INSERT INTO line VALUES (?, ?, ?, ?, ?, ?, ?)", ++last, columnsOf(each));
        insertObjects(rows, last, each);
        if (!each.result.empty())
            insertResult(rows, last, each.result);
        if (each.ticket == 0)
            continue;
        places.insert_or_assign(each.number, last);
        if (places.size() > MostPlaces)
            places.erase(places.begin());
    }
    for (const char *statement :
         {"DELETE FROM line WHERE number <= ?", "DELETE FROM line_objects WHERE line <= ?",
          "DELETE FROM line_result WHERE line <= ?"})
        rows.run(statement, last - Most);
}

void LineRows::write(Rows &rows, const Results &results, const Places &places)
{
    for (const auto &[number, text] : results) {
        const auto place = places.find(number);
        if (place != places.end())
            insertResult(rows, place->second, text);
    }
}

std::vector<OperatorLine> LineRows::read(Rows &rows, std::size_t count)
{
    std::vector<OperatorLine> lines;
    rows.each(
        "SELECT line.number, line.checksum, at, who, controller, line.said, refused,"
        " line_objects.checksum, ids, count, line_result.checksum, line_result.said FROM line"
        " LEFT JOIN line_objects ON line_objects.line = line.number"
        " LEFT JOIN line_result ON line_result.line = line.number"
        " ORDER BY line.number DESC LIMIT ?",
        [&lines](SQLite::Statement &row) {
            const std::int64_t place = row.getColumn(0).getInt64();
            OperatorLine line{wallTime(row.getColumn(2).getInt64()), row.getColumn(3).getString(),
                              row.getColumn(4).getString(), row.getColumn(5).getString(),
                              row.getColumn(6).getInt() != 0};
            if (checksumOf(place, columnsOf(line)) != row.getColumn(1).getInt64())
                return;
            readObjects(row, place, 7, line);
            readResult(row, place, 10, line);
            lines.push_back(std::move(line));
        },
        std::int64_t(count));
    std::ranges::reverse(lines);
    return lines;
}

} // namespace qontroller
