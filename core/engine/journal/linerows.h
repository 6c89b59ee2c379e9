// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/control/operatorline.h"
#include "core/engine/store/store.h"

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace qontroller {

/// The tables of the operator log in a journal. Each function is called in a transaction and throws
/// what Rows throws.
class LineRows
{
public:
    /// Of the lines that are of objects, and of those of which something has come. They are fewer
    /// than the lines, and what comes of one is known later.
    static constexpr const char *ObjectsTable = R"(
CREATE TABLE line_objects (
    line INTEGER PRIMARY KEY,
    checksum INTEGER NOT NULL,
    ids TEXT NOT NULL,
    count INTEGER NOT NULL);
CREATE TABLE line_result (
    line INTEGER PRIMARY KEY,
    checksum INTEGER NOT NULL,
    said TEXT NOT NULL);
)";
    static constexpr std::int64_t Most = 100'000;
    /// Of the ids of a line as many as this has room for.
    static constexpr std::size_t MostBytesOfIds = 8192;
    static constexpr std::size_t LongestResult = 1024; ///< bytes

    /// Where lines of this life are in the file, by OperatorLine::number: the last of those that
    /// results may come of.
    using Places = std::map<std::uint64_t, std::int64_t>;
    static constexpr std::size_t MostPlaces = 1000;
    /// What has come of lines, by OperatorLine::number.
    using Results = std::map<std::uint64_t, std::string>;

    /// Behind those that are there, of which Most stay. Those with a ticket get a place.
    static void write(Rows &rows, std::span<const OperatorLine> lines, Places &places);
    /// In place of what was written before. Of a line without a place none is.
    static void write(Rows &rows, const Results &results, const Places &places);
    /// The last \a count, oldest first, without those that are damaged. What is damaged of their
    /// objects and results alone is left out.
    [[nodiscard]] static std::vector<OperatorLine> read(Rows &rows, std::size_t count);
};

} // namespace qontroller
