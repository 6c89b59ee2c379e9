// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/qontrollerctl/statuslines.h"
#include "app/qontrollerctl/texttable.h"
#include "app/qontrollerctl/top/question.h"

#include <tl/expected.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace qontroller::top {

/// How much a row wants to be seen.
enum class Tone : unsigned char {
    Plain,
    Warning,
    Bad,
};

/// A row of a listing, besides its texts.
struct Row
{
    RowName name;
    ControllerId controller = 0; ///< 0: it does not run
    bool isPaused = false;
    Tone tone = Tone::Plain;
};

/// What a page shows: a table, or lines of text.
struct Listing
{
    TextTable table = TextTable(std::vector<TextTable::Column>());
    std::vector<Row> rows; ///< as many as the table has
    TextTable needs = TextTable(std::vector<TextTable::Column>());
    std::vector<Tone> needTones; ///< as many as there are needs: what stands above the table
    std::vector<std::string> lines;
    std::string note; ///< what is said above it
};

/// Objects that are shown at the most.
inline constexpr std::size_t MostObjects = 500;

/// Asks \a host. \a sort as `items` has it.
[[nodiscard]] tl::expected<Listing, CtlProblem> listingFor(const Question &question,
                                                           const std::string &sort, CtlHost host);

[[nodiscard]] Listing listingOf(const StatusAnswer &status);
[[nodiscard]] Listing listingOf(const remote::SelectAnswer &items, const std::string &filter);

/// What finds the objects of \a controller and of no other.
[[nodiscard]] std::string filterFor(const std::string &controller);

} // namespace qontroller::top
