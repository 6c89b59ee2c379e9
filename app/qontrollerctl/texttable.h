// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/qontrollerctl/ctlline.h"

#include <cstddef>
#include <string>
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
    /// What goes of a text of the last column where there is no room for all of it.
    enum class Cut : unsigned char {
        End,
        Begin, ///< of an error, whose end says what went wrong
    };
    struct Column
    {
        std::string name = {};
        Align align = Align::Left;
        bool mayGo = false; ///< where there is no room for all: if each of its texts is `0`
        Cut cut = Cut::End;
        std::size_t least = 24; ///< what a name gives way to, before the last column is cut
    };

    explicit TextTable(std::vector<Column> columns)
        : m_columns(std::move(columns))
    {}

    /// As many texts as there are columns. Control characters are escaped.
    void add(std::vector<std::string> row);

    /// In \a width columns of a terminal, and never in more: columns that may go do, then long
    /// names are cut in their middle, then the last column as it says, then the names once more;
    /// none of them inside of an escape. 0: none is cut, and a long one moves the rest of its row.
    [[nodiscard]] std::string text(std::size_t width) const;
    /// The same, a line each, of \a count rows from \a first on, with the names of the columns.
    [[nodiscard]] std::vector<std::string> lines(std::size_t width, std::size_t first,
                                                 std::size_t count) const;

private:
    [[nodiscard]] std::vector<std::string> lines(std::size_t width) const;
    /// Of texts that take \a most columns at most.
    [[nodiscard]] std::vector<std::size_t> fullWidths(std::size_t most) const;
    [[nodiscard]] std::string cut(const std::string &cell, std::size_t column, bool isLast,
                                  std::size_t width) const;
    void shrink(std::size_t width, const std::vector<std::size_t> &shown,
                std::vector<std::size_t> &widths) const;
    [[nodiscard]] std::vector<std::size_t> columnsIn(std::size_t width,
                                                     const std::vector<std::size_t> &widths) const;

    std::vector<Column> m_columns;
    std::vector<std::vector<std::string>> m_rows;
};

/// How many columns of a terminal \a utf8 takes.
[[nodiscard]] std::size_t widthOf(std::string_view utf8);

/// How many bytes of \a utf8, whole characters, fit into \a width columns.
[[nodiscard]] std::size_t bytesIn(std::string_view utf8, std::size_t width);
/// \a utf8, cut to \a width columns if it takes more; an ellipsis says so.
[[nodiscard]] std::string cutToWidth(std::string_view utf8, std::size_t width);
/// The same without its beginning.
[[nodiscard]] std::string cutAtBegin(std::string_view utf8, std::size_t width);
/// The same without its middle: the ends of names tell them apart.
[[nodiscard]] std::string cutInMiddle(std::string_view utf8, std::size_t width);

/// The columns that a table may take: those of the terminal. 0: there is none, or \a output
/// cuts nothing.
[[nodiscard]] std::size_t widthFor(Output output);

} // namespace qontroller
