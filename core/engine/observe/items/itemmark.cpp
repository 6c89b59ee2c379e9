// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/observe/items/itemmark.h"

#include "core/engine/observe/items/givenup.h"
#include "core/engine/observe/items/itemrow.h"

namespace qontroller {

bool isMarked(const ItemRow &row, Mark mark)
{
    switch (mark) {
    case Mark::Failing: return row.lastError != TimePoint{};
    case Mark::GivenUp: return countsAsGivenUp(row);
    case Mark::Kept: return row.kept;
    case Mark::Looping: return row.looping;
    }
    return false;
}

unsigned marksOf(const ItemRow &row)
{
    unsigned marks = 0;
    for (int i = 0; i < MarkCount; ++i)
        marks |= isMarked(row, markAt(i)) ? 1U << unsigned(i) : 0;
    return marks;
}

std::string_view name(Mark mark)
{
    switch (mark) {
    case Mark::Failing: return "Failing";
    case Mark::GivenUp: return "Given Up";
    case Mark::Kept: return "Kept";
    case Mark::Looping: return "Looping";
    }
    return {};
}

const std::string &errorOf(const ItemRow &row)
{
    return row.error.empty() ? row.text : row.error;
}

std::string keyOf(std::string_view name)
{
    std::string key(name);
    for (char &c : key) {
        if (c == ' ')
            c = '-';
        else if (c >= 'A' && c <= 'Z')
            c = static_cast<char>(c - 'A' + 'a');
    }
    return key;
}

} // namespace qontroller
