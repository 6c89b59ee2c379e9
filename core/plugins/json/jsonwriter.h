// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <QtCore/QByteArray>
#include <QtCore/QJsonValue>

#include <string_view>

namespace qontroller {

/// Writes JSON with the names of an object in the order in which they are given;
/// Qt's own writer sorts them.
class JsonWriter
{
public:
    enum class Style : unsigned char {
        Line,     ///< no spaces, no line breaks
        Indented, ///< as a person writes it
    };

    explicit JsonWriter(Style style)
        : m_style(style)
    {}

    JsonWriter &beginObject() { return open('{'); }
    JsonWriter &endObject() { return close('}'); }
    JsonWriter &beginArray() { return open('['); }
    JsonWriter &endArray() { return close(']'); }
    /// The name of the value that comes next.
    JsonWriter &key(std::string_view name);
    JsonWriter &value(const QJsonValue &value);

    [[nodiscard]] QByteArray text() const { return m_text; }

private:
    JsonWriter &open(char bracket);
    JsonWriter &close(char bracket);
    void separate();
    void breakLine();

    QByteArray m_text;
    int m_depth = 0;
    Style m_style;
    bool m_first = true; ///< nothing stands yet in the innermost object or array
    bool m_afterKey = false;
};

} // namespace qontroller
