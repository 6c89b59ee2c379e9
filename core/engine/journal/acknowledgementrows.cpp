// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/journal/acknowledgementrows.h"

#include "core/engine/journal/rowformat.h"

#include <functional>
#include <tuple>

namespace qontroller {

namespace {

/// Of the row, behind its checksum, which is that of no place.
auto columnsOf(const Acknowledgement &each)
{
    return std::make_tuple(std::cref(each.key), std::cref(each.who), std::cref(each.reason),
                           milliseconds(each.at), milliseconds(each.until),
                           std::int64_t(each.count));
}

} // namespace

void AcknowledgementRows::write(Rows &rows, const std::vector<Acknowledgement> &all)
{
    rows.run("DELETE FROM acknowledgement");
    for (const Acknowledgement &each : all) {
        const auto columns = columnsOf(each);
        std::apply(
            [&](const auto &...column) {
                rows.run("INSERT INTO acknowledgement (checksum, need, who, reason, at, until, "
                         "count) VALUES (?, ?, ?, ?, ?, ?, ?)",
                         checksumOf(0, columns), column...);
            },
            columns);
    }
}

AcknowledgementRows::Found AcknowledgementRows::read(Rows &rows)
{
    Found found;
    rows.each(
        "SELECT checksum, need, who, reason, at, until, count FROM acknowledgement ORDER BY need",
        [&found](SQLite::Statement &row) {
            int column = 0;
            const auto text = [&] { return row.getColumn(++column).getString(); };
            const auto number = [&] { return row.getColumn(++column).getInt64(); };
            Acknowledgement each;
            each.key = text();
            each.who = text();
            each.reason = text();
            each.at = wallTime(number());
            each.until = wallTime(number());
            each.count = std::uint64_t(number());
            if (row.getColumn(0).getInt64() == checksumOf(0, columnsOf(each)))
                found.all.push_back(std::move(each));
            else
                ++found.damaged;
        });
    return found;
}

} // namespace qontroller
