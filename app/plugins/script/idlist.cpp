// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/script/idlist.h"

#include "app/plugins/script/utf8.h"

#include <unordered_set>

namespace qontroller::script {

namespace {

constexpr std::size_t ShownBytes = 80;

} // namespace

IdList splitIds(std::string_view output, char separator)
{
    IdList list;
    std::unordered_set<std::string_view> seen;
    while (!output.empty()) {
        const std::size_t end = output.find(separator);
        const std::string_view piece = output.substr(0, end);
        output.remove_prefix(end == std::string_view::npos ? output.size() : end + 1);
        if (piece.empty())
            continue;
        if (isUsableId(piece)) {
            if (seen.insert(piece).second)
                list.ids.push_back(piece);
        } else if (list.unusable++ == 0) {
            list.firstUnusable = piece;
        }
    }
    return list;
}

std::string unusableSentence(const IdList &list)
{
    const bool isOne = list.unusable == 1;
    std::string text = "list printed ";
    text += isOne ? "an id that is" : std::to_string(list.unusable) + " ids that are";
    text += " not UTF-8 without zero bytes (";
    text += isOne ? "\"" : "the first is \"";
    for (const char c : toUtf8(list.firstUnusable.substr(0, ShownBytes)))
        text += c == '\0' ? ' ' : c;
    text += "\"): ";
    text += isOne ? "it is" : "they are";
    text += " skipped, and nothing is concluded from what is missing";
    return text;
}

} // namespace qontroller::script
