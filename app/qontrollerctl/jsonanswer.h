// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/qontrollerctl/ctlline.h"
#include "core/base/threads/clock.h"
#include "core/plugins/json/jsonwriter.h"

#include <cstdint>
#include <string>
#include <string_view>

/// What verbs print for programs.
namespace qontroller {

[[nodiscard]] QString jsonText(std::string_view utf8);
/// In seconds, to the millisecond.
[[nodiscard]] double jsonSeconds(Duration duration);
[[nodiscard]] QJsonValue jsonNumber(std::uint64_t value);
/// As ISO 8601 in UTC.
[[nodiscard]] std::string isoTime(WallTime time);
/// The same, and null for WallTime{}.
void writeTime(JsonWriter &writer, WallTime time);

/// One JSON value for each of \a list, under \a name or a line each.
template<class List, class WriteOne, class WriteEnd>
[[nodiscard]] std::string jsonList(Output output, const char *name, const List &list,
                                   const WriteOne &writeOne, const WriteEnd &writeEnd)
{
    if (output == Output::JsonLines) {
        std::string lines;
        for (const auto &each : list) {
            JsonWriter writer(JsonWriter::Style::Line);
            writeOne(writer, each);
            lines += writer.text().toStdString() + '\n';
        }
        return lines;
    }
    JsonWriter writer(JsonWriter::Style::Line);
    writer.beginObject().key(name).beginArray();
    for (const auto &each : list)
        writeOne(writer, each);
    writer.endArray();
    writeEnd(writer);
    writer.endObject();
    return writer.text().toStdString() + '\n';
}

/// The same with nothing but the list.
template<class List, class WriteOne>
[[nodiscard]] std::string jsonList(Output output, const char *name, const List &list,
                                   const WriteOne &writeOne)
{
    return jsonList(output, name, list, writeOne, [](JsonWriter &) {});
}

} // namespace qontroller
