// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/qontrollerctl/texttable.h"

#include "core/base/text/readabletext.h"

#include <algorithm>
#include <cwchar>
#include <iterator>
#include <numeric>
#include <optional>
#include <string_view>

#include <sys/ioctl.h>
#include <unistd.h>

namespace qontroller {

namespace {

constexpr std::size_t Gap = 2;
constexpr std::size_t MostBelow = 4;   // lines of a text
constexpr std::size_t FewestLeft = 8;  // of a column that is cut
constexpr std::size_t MostPadded = 40; // where nothing is cut
constexpr std::string_view Ellipsis = "…";

/// How long the escape of readableText() is that \a text begins with; 0: it begins with none.
std::size_t escapeAt(std::string_view text)
{
    if (text.size() < 2 || text.front() != '\\')
        return 0;
    const char kind = text[1];
    const std::size_t digits = kind == 'x' ? 2 : kind == 'u' ? 4 : kind == 'U' ? 8 : 0;
    if (digits == 0)
        return kind == 'n' || kind == 'r' || kind == 't' ? 2 : 0;
    const auto isDigit = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
    const std::string_view number = text.substr(2, digits);
    return number.size() == digits && std::ranges::all_of(number, isDigit) ? 2 + digits : 0;
}

/// The next character of \a text, or escape of one, and how many columns it takes; bytes that are
/// none take one.
struct Glyph
{
    std::size_t bytes = 1;
    std::size_t columns = 1;
};

Glyph glyphAt(std::string_view text)
{
    if (const std::size_t escape = escapeAt(text); escape > 0)
        return {escape, escape};
    std::mbstate_t state{};
    wchar_t character = 0;
    // NOLINTNEXTLINE(concurrency-mt-unsafe): it has a state of its own
    const std::size_t bytes = std::mbrtowc(&character, text.data(), text.size(), &state);
    if (bytes == 0 || bytes > text.size())
        return {};
    const int columns = ::wcwidth(character);
    return {bytes, columns < 0 ? 1 : static_cast<std::size_t>(columns)};
}

std::string padded(const std::string &text, std::size_t width, TextTable::Align align)
{
    const std::size_t taken = widthOf(text);
    const std::string space(width > taken ? width - taken : 0, ' ');
    return align == TextTable::Align::Right ? space + text : text + space;
}

std::size_t widthOfAll(const std::vector<std::size_t> &columns,
                       const std::vector<std::size_t> &widths, std::size_t gap)
{
    std::size_t all = 0;
    for (const std::size_t i : columns)
        all += widths[i] + (i == columns.front() ? 0 : gap);
    return all;
}

/// Whole characters of the end of \a utf8 that fit into \a width columns.
std::string_view endIn(std::string_view utf8, std::size_t width)
{
    while (widthOf(utf8) > width)
        utf8.remove_prefix(glyphAt(utf8).bytes);
    return utf8;
}

/// How many bytes of the beginning of \a text stand in a line of \a width: whole words, where they
/// are not longer than it.
std::size_t wordsIn(std::string_view text, std::size_t width)
{
    const std::size_t most = bytesIn(text, width);
    if (most == text.size())
        return most;
    const std::size_t space = text.substr(0, most + 1).rfind(' ');
    return space == std::string_view::npos || space == 0 ? std::max<std::size_t>(most, 1) : space;
}

/// \a text below its row: a few lines of \a width columns, and what is more goes from its middle.
std::vector<std::string> wrapped(const std::string &text, std::size_t width)
{
    const std::size_t each = std::max(width, Gap + FewestLeft) - Gap;
    const std::string fitting = cutInMiddle(text, (MostBelow - 1) * each);
    std::vector<std::string> lines;
    for (std::string_view left = fitting; !left.empty();) {
        const std::size_t taken = wordsIn(left, each);
        lines.push_back(cutToWidth(std::string(Gap, ' ').append(left.substr(0, taken)), width));
        left.remove_prefix(taken);
        left.remove_prefix(std::min(left.find_first_not_of(' '), left.size()));
    }
    return lines;
}

} // namespace

std::size_t widthOf(std::string_view utf8)
{
    std::size_t width = 0;
    while (!utf8.empty()) {
        const Glyph glyph = glyphAt(utf8);
        width += glyph.columns;
        utf8.remove_prefix(glyph.bytes);
    }
    return width;
}

std::size_t bytesIn(std::string_view utf8, std::size_t width)
{
    std::size_t used = 0;
    std::size_t bytes = 0;
    while (bytes < utf8.size()) {
        const Glyph glyph = glyphAt(utf8.substr(bytes));
        used += glyph.columns;
        if (used > width)
            break;
        bytes += glyph.bytes;
    }
    return bytes;
}

std::string cutToWidth(std::string_view utf8, std::size_t width)
{
    if (widthOf(utf8) <= width)
        return std::string(utf8);
    if (width == 0)
        return {};
    return std::string(utf8.substr(0, bytesIn(utf8, width - 1))) + std::string(Ellipsis);
}

std::string cutInMiddle(std::string_view utf8, std::size_t width)
{
    if (widthOf(utf8) <= width)
        return std::string(utf8);
    if (width == 0)
        return {};
    const std::string_view end = endIn(utf8, (width - 1) / 2);
    const std::size_t head = bytesIn(utf8, width - 1 - widthOf(end));
    return std::string(utf8.substr(0, head)) + std::string(Ellipsis) + std::string(end);
}

std::size_t widthFor(Output output)
{
    winsize size{};
    return output != Output::Wide && ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col
                                                                                    : 0;
}

void TextTable::add(std::vector<std::string> row)
{
    for (std::string &cell : row)
        cell = readableText(cell);
    m_rows.push_back(std::move(row));
}

TextTable::Columns TextTable::fullWidths(std::size_t most) const
{
    Columns widths;
    for (std::size_t i = 0; i < m_columns.size(); ++i) {
        std::size_t widest = widthOf(m_columns[i].name);
        for (const auto &row : m_rows) {
            const std::size_t cell = widthOf(row[i]);
            widest = cell <= most ? std::max(widest, cell) : widest;
        }
        widths.push_back(widest);
    }
    return widths;
}

TextTable::Columns TextTable::columnsIn(std::size_t width, const Columns &widths) const
{
    Columns shown(m_columns.size());
    std::iota(shown.begin(), shown.end(), 0);
    if (width > 0 && widthOfAll(shown, widths, Gap) > width)
        std::erase_if(shown, [this](std::size_t i) {
            return m_columns[i].mayGo
                   && std::ranges::all_of(m_rows, [i](const auto &row) { return row[i] == "0"; });
        });
    return shown;
}

bool TextTable::givesWay(std::size_t column) const
{
    return m_columns[column].align == Align::Left && m_columns[column].fit != Fit::Whole;
}

// Many numbers side by side: one space still tells them apart.
std::size_t TextTable::gapIn(std::size_t width, const Columns &shown, Columns widths) const
{
    for (const std::size_t i : shown)
        widths[i] = givesWay(i) ? std::min(widths[i], FewestLeft) : widths[i];
    return widthOfAll(shown, widths, Gap) > width ? 1 : Gap;
}

// Of names the widest give way: both of their ends tell them apart. Texts at the end say why, and
// give way when names are short. Numbers stay.
void TextTable::shrink(std::size_t width, const Columns &shown, std::size_t gap,
                       Columns &widths) const
{
    std::size_t all = widthOfAll(shown, widths, gap);
    const auto shrinkNames = [&](const auto &leastOf) {
        while (all > width) {
            std::optional<std::size_t> widest;
            for (const std::size_t i : shown) {
                if (givesWay(i) && widths[i] > leastOf(i)
                    && (!widest || widths[i] > widths[*widest]))
                    widest = i;
            }
            if (!widest)
                return;
            --widths[*widest];
            --all;
        }
    };
    const std::size_t last = shown.back();
    shrinkNames([&](std::size_t i) { return i == last ? widths[i] : m_columns[i].least; });
    if (all > width) {
        const std::size_t least = std::min(widths[last], FewestLeft);
        const std::size_t less = std::min(all - width, widths[last] - least);
        widths[last] -= less;
        all -= less;
    }
    shrinkNames([](std::size_t) { return FewestLeft; });
}

std::optional<std::size_t> TextTable::takeBelow(Columns &shown) const
{
    const auto found = std::ranges::find_if(shown, [this](std::size_t i) {
        return m_columns[i].fit == Fit::Below;
    });
    if (found == shown.end())
        return std::nullopt;
    const std::size_t column = *found;
    shown.erase(found);
    return column;
}

std::string TextTable::text(std::size_t width) const
{
    std::string text;
    for (const Lines &row : lines(width, Rows::AsText)) {
        for (const std::string &line : row)
            text += line + '\n';
    }
    return text;
}

std::vector<TextTable::Lines> TextTable::lines(std::size_t width, std::size_t first,
                                               std::size_t count, Rows rows) const
{
    TextTable part(m_columns);
    for (std::size_t i = first; i < m_rows.size() && i - first < count; ++i)
        part.m_rows.push_back(m_rows[i]);
    return part.lines(width, rows);
}

std::string TextTable::lineOf(const std::vector<std::string> &row, const Columns &shown,
                              const Columns &widths, std::size_t width, std::size_t gap) const
{
    std::string line;
    for (const std::size_t i : shown)
        line += (i == shown.front() ? "" : std::string(gap, ' '))
                + padded(width == 0 ? row[i] : cutInMiddle(row[i], widths[i]), widths[i],
                         m_columns[i].align);
    line.erase(line.find_last_not_of(' ') + 1);
    return width == 0 ? line : cutToWidth(line, width);
}

std::vector<std::string> TextTable::withoutAbove(std::vector<std::string> row, const Columns &shown,
                                                 const Columns &widths, std::size_t width,
                                                 Lines &above) const
{
    for (const std::size_t i : shown) {
        if (m_columns[i].fit != Fit::Above || widthOf(row[i]) <= widths[i])
            continue;
        for (std::string_view left = row[i]; !left.empty();) {
            const std::size_t taken = std::max<std::size_t>(bytesIn(left, width), 1);
            above.emplace_back(left.substr(0, taken));
            left.remove_prefix(taken);
        }
        row[i].clear();
    }
    return row;
}

std::vector<TextTable::Lines> TextTable::lines(std::size_t width, Rows rows) const
{
    const bool isCut = width > 0;
    const bool isText = isCut && rows == Rows::AsText;
    Columns widths = fullWidths(isCut ? std::string::npos : MostPadded);
    Columns shown = columnsIn(width, widths);
    std::optional<std::size_t> below;
    if (isText && widthOfAll(shown, widths, Gap) > width)
        below = takeBelow(shown);
    const std::size_t gap = isCut ? gapIn(width, shown, widths) : Gap;
    if (isCut)
        shrink(width, shown, gap, widths);

    std::vector<Lines> result;
    const auto addRow = [&](const std::vector<std::string> &row) {
        Lines lines;
        const auto rest = isText ? withoutAbove(row, shown, widths, width, lines) : row;
        lines.push_back(lineOf(rest, shown, widths, width, gap));
        if (below)
            std::ranges::copy(wrapped(row[*below], width), std::back_inserter(lines));
        result.push_back(std::move(lines));
    };
    std::vector<std::string> names;
    std::ranges::transform(m_columns, std::back_inserter(names), &Column::name);
    addRow(names);
    for (const auto &row : m_rows)
        addRow(row);
    return result;
}

} // namespace qontroller
