// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/qontrollerctl/top/picture.h"

#include "app/qontrollerctl/texttable.h"
#include "core/base/text/duration.h"
#include "core/base/text/readabletext.h"

#include <algorithm>

namespace qontroller::top {

namespace {

/// The rows of a terminal that a page does not have: who and when, messages, keys.
constexpr std::size_t Frame = 3;
constexpr std::size_t FewestForNote = 3; // rows of a page that can spare one

std::string_view keysOf(const TopModel &model)
{
    if (model.prompt())
        return "Enter show  Esc leave it  Ctrl-U clear";
    switch (model.page()) {
    case Page::Controllers: return "q quit  p pause/resume  r list now  Enter objects  / filter";
    case Page::Objects: return "q quit  Esc back  p pause/resume  r requeue  w why  / filter";
    case Page::Why: break;
    }
    return "q quit  Esc back";
}

std::string troubleOf(const TopModel &model, TimePoint now)
{
    const Link &link = model.link();
    if (!link.trouble.empty())
        return readableText(link.trouble)
               + (link.nextTry > now ? "; tried again in "
                                           + spanInWords(std::chrono::ceil<std::chrono::seconds>(
                                               link.nextTry - now))
                                     : "");
    const auto asked = model.asked();
    return asked && now - *asked > Stale ? "the host does not answer" : "";
}

std::string ageOf(const std::optional<TimePoint> &asked, TimePoint now)
{
    if (!asked)
        return "nothing known yet";
    const auto age = std::chrono::floor<std::chrono::seconds>(now - *asked);
    return (age.count() < 1 ? "0s" : spanInWords(age)) + " old";
}

PictureLine headOf(const TopModel &model, const Now &now)
{
    std::string text = readableText(model.link().host) + "  " + now.ofDay + "  "
                       + ageOf(model.asked(), now.time);
    const std::string trouble = troubleOf(model, now.time);
    if (!trouble.empty())
        text += "  " + trouble;
    return {text, Tone::Plain, !trouble.empty(), true};
}

/// \a line in pieces of \a width columns at the most, at spaces where there are some.
std::vector<std::string> wrapped(std::string_view line, std::size_t width)
{
    std::vector<std::string> pieces;
    while (widthOf(line) > width) {
        std::size_t length = bytesIn(line, width);
        if (length == 0)
            break; // one character is wider
        const auto space = line.substr(0, length + 1).rfind(' ');
        if (space != std::string_view::npos && space > 0)
            length = space;
        pieces.emplace_back(line.substr(0, length));
        line.remove_prefix(length);
        line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    }
    pieces.emplace_back(line);
    return pieces;
}

void addText(std::vector<PictureLine> &lines, const TopModel &model, Size size, std::size_t height)
{
    const auto &all = model.listing()->lines;
    for (std::size_t i = model.firstLine(); i < all.size() && height > 0; ++i) {
        for (std::string &piece : wrapped(all[i], size.width)) {
            if (height-- == 0)
                return;
            lines.push_back({std::move(piece)});
        }
    }
}

/// Whether the names of the columns take lines.
enum class Names : unsigned char {
    Hidden,
    Shown,
};

/// Rows of \a table with all that they say if they are all there and \a height lines have room for
/// it, else a line each; first the names of the columns.
std::vector<TextTable::Lines> rowsIn(std::size_t height, const TextTable &table, std::size_t width,
                                     std::size_t first, std::size_t count, Names names)
{
    auto texts = table.lines(width, first, count, TextTable::Rows::AsText);
    std::size_t all = 0;
    for (const TextTable::Lines &each : texts)
        all += each.size();
    if (names == Names::Hidden)
        all -= texts.front().size();
    return all <= height ? texts : table.lines(width, first, count);
}

void addTable(std::vector<PictureLine> &lines, TopModel &model, Size size, std::size_t height)
{
    const Listing &listing = *model.listing();
    const std::size_t rows = height > 0 ? height - 1 : 0; // below the names of the columns
    const std::size_t first = model.cursor().firstShown(listing.rows.size(), rows);
    const auto position = model.cursor().position();
    const auto texts = rowsIn(height, listing.table, size.width, first, rows, Names::Shown);
    for (std::size_t i = 0; i < texts.size() && height > 0; ++i) {
        for (const std::string &text : texts[i]) {
            if (height-- == 0)
                return;
            if (i == 0)
                lines.push_back({text, Tone::Plain, false, true});
            else
                lines.push_back(
                    {text, listing.rows[first + i - 1].tone, position == first + i - 1});
        }
    }
}

/// A third of the page, and what the table leaves of it; so many lines are taken.
std::size_t addNeeds(std::vector<PictureLine> &lines, const Listing &listing, Size size,
                     std::size_t height)
{
    const std::size_t all = listing.needTones.size();
    if (all == 0)
        return 0;
    const std::size_t table = listing.rows.size() + 1;
    const std::size_t free = height > table ? height - table : 0;
    const std::size_t most = std::max({height / 3, free, std::size_t(1)});
    const std::size_t shown = all <= most ? all : most - 1;
    const std::size_t before = lines.size();
    const auto texts = rowsIn(most, listing.needs, size.width, 0, shown, Names::Hidden);
    for (std::size_t i = 0; i < shown; ++i) {
        for (const std::string &text : texts[i + 1])
            lines.push_back({text, listing.needTones[i]});
    }
    if (shown < all)
        lines.push_back({std::to_string(all - shown) + (shown > 0 ? " more" : "")
                         + (all - shown == 1 ? " need" : " needs") + ": qontrollerctl needs"});
    return lines.size() - before;
}

void addPage(std::vector<PictureLine> &lines, TopModel &model, Size size, std::size_t height)
{
    if (!model.listing())
        return;
    if (height > FewestForNote) {
        lines.push_back({model.listing()->note});
        --height;
        height -= addNeeds(lines, *model.listing(), size, height);
    }
    const bool isText = model.page() == Page::Why;
    model.setHeight(std::max<std::size_t>(isText ? height : height - 1, 1));
    isText ? addText(lines, model, size, height) : addTable(lines, model, size, height);
}

/// The end of what is typed is always seen.
void addPrompt(Picture &picture, const std::string &typed, Size size)
{
    const std::string text = "/" + readableText(typed);
    std::string_view shown = text;
    while (widthOf(shown) + 1 > size.width && !shown.empty()) {
        do
            shown.remove_prefix(1);
        while (!shown.empty() && (static_cast<unsigned char>(shown.front()) & 0xC0) == 0x80);
    }
    picture.caret = widthOf(shown);
    picture.caretRow = picture.lines.size();
    picture.lines.push_back({std::string(shown)});
}

} // namespace

Picture draw(TopModel &model, Size size, const Now &now)
{
    Picture picture;
    picture.lines.push_back(headOf(model, now));
    const std::size_t height = size.height > Frame ? size.height - Frame : 0;
    if (height > 0)
        addPage(picture.lines, model, size, height);
    picture.lines.resize(1 + height);
    if (model.prompt())
        addPrompt(picture, *model.prompt(), size);
    else
        picture.lines.push_back({model.message()});
    picture.lines.push_back({std::string(keysOf(model)), Tone::Plain, false, true});
    picture.lines.resize(std::min(picture.lines.size(), size.height));
    for (PictureLine &line : picture.lines)
        line.text = cutToWidth(line.text, size.width);
    return picture;
}

} // namespace qontroller::top
