// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/conformance/checks/ids.h"

#include <QtCore/QUtf8StringView>

namespace qontroller::conformance {

void expectUsable(const ObjectId &id, const std::string &where)
{
    if (id.empty())
        fail({}, where + " gives an id that is empty: the engine leaves it out",
             "give ids of things that have a name, and leave out what has none");
    if (!QUtf8StringView(id.data(), static_cast<qsizetype>(id.size())).isValidUtf8())
        fail(id,
             "is an id that is not UTF-8, from " + where
                 + ": no window, log or command can name it as it is",
             "make an id of UTF-8 of what has other bytes, with %E9 for the byte 0xE9 say");
}

} // namespace qontroller::conformance
