// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/qontrollerctl/ctlline.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace qontroller {

/// Columns of text under their names.
class TextTable
{
public:
    enum class Align : unsigned char {
        Left,
        Right,
    };
    /// What becomes of a column where there is no room for all.
    enum class Fit : unsigned char {
        Cut,   ///< its texts lose their middle: the ends of names tell them apart
        Below, ///< its texts stand below their rows, on lines of their own: for one that says why
        Above, ///< what is too long for it stands on a line above its row: what has to be typed
        Whole, ///< it gives nothing away: a time
    };
    struct Column
    {
        std::string name = {};
        Align align = Align::Left;
        bool mayGo = false; ///< where there is no room for all: if each of its texts is `0`
        Fit fit = Fit::Cut;
        std::size_t least = 24; ///< what a name gives way to, before the last column is cut
    };

    explicit TextTable(std::vector<Column> columns)
        : m_columns(std::move(columns))
    {}

    /// As many texts as there are columns. Control characters are escaped.
    void add(std::vector<std::string> row);

    /// In \a width columns of a terminal, and never in more: columns that may go do, then the first
    /// that may stands below, then long names are cut in their middle or stand above, then the last
    /// column, then the names once more; none of them inside of an escape. 0: none is cut, and a
    /// long one moves the rest of its row.
    [[nodiscard]] std::string text(std::size_t width) const;

    using Lines = std::vector<std::string>;
    enum class Rows : unsigned char {
        OneLine, ///< what would stand above or below is cut
        AsText,  ///< as text() has them
    };
    /// The same of \a count rows from \a first on, each its lines: the names of the columns first.
    [[nodiscard]] std::vector<Lines> lines(std::size_t width, std::size_t first, std::size_t count,
                                           Rows rows = Rows::OneLine) const;

private:
    using Columns = std::vector<std::size_t>;

    [[nodiscard]] std::vector<Lines> lines(std::size_t width, Rows rows) const;
    /// Of \a row, the texts of \a shown in columns of \a widths, in \a width in all.
    [[nodiscard]] std::string lineOf(const std::vector<std::string> &row, const Columns &shown,
                                     const Columns &widths, std::size_t width,
                                     std::size_t gap) const;
    /// \a row without what is wider than its column and stands above, in \a above.
    [[nodiscard]] std::vector<std::string> withoutAbove(std::vector<std::string> row,
                                                        const Columns &shown, const Columns &widths,
                                                        std::size_t width, Lines &above) const;
    /// Of texts that take \a most columns at most.
    [[nodiscard]] Columns fullWidths(std::size_t most) const;
    [[nodiscard]] bool givesWay(std::size_t column) const;
    /// Between columns of which those that give way have given what they can.
    [[nodiscard]] std::size_t gapIn(std::size_t width, const Columns &shown, Columns widths) const;
    void shrink(std::size_t width, const Columns &shown, std::size_t gap, Columns &widths) const;
    [[nodiscard]] Columns columnsIn(std::size_t width, const Columns &widths) const;
    /// Takes the column that is to stand below out of \a shown. Nothing: none is.
    [[nodiscard]] std::optional<std::size_t> takeBelow(Columns &shown) const;

    std::vector<Column> m_columns;
    std::vector<std::vector<std::string>> m_rows;
};

/// How many columns of a terminal \a utf8 takes.
[[nodiscard]] std::size_t widthOf(std::string_view utf8);

/// How many bytes of \a utf8, whole characters, fit into \a width columns.
[[nodiscard]] std::size_t bytesIn(std::string_view utf8, std::size_t width);
/// \a utf8, cut to \a width columns if it takes more; an ellipsis says so.
[[nodiscard]] std::string cutToWidth(std::string_view utf8, std::size_t width);
/// The same without its middle: the ends of names tell them apart.
[[nodiscard]] std::string cutInMiddle(std::string_view utf8, std::size_t width);

/// The columns that a table may take: those of the terminal. 0: there is none, or \a output
/// cuts nothing.
[[nodiscard]] std::size_t widthFor(Output output);

} // namespace qontroller
