// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/plugins/json/jsonwriter.h"

#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>

namespace qontroller {

namespace {

// A byte order mark at the beginning of a text is dropped by Qt's reader, unless it is written so.
QByteArray scalar(const QJsonValue &value)
{
    const QByteArray list = QJsonDocument(QJsonArray{value}).toJson(QJsonDocument::Compact);
    return list.mid(1, list.size() - 2).replace("\xEF\xBB\xBF", "\\ufeff");
}

} // namespace

JsonWriter &JsonWriter::key(std::string_view name)
{
    separate();
    m_text += scalar(QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())));
    m_text += m_style == Style::Line ? ":" : ": ";
    m_afterKey = true;
    return *this;
}

JsonWriter &JsonWriter::value(const QJsonValue &value)
{
    if (value.isObject()) {
        beginObject();
        const QJsonObject object = value.toObject();
        for (auto it = object.begin(); it != object.end(); ++it)
            key(it.key().toStdString()).value(it.value());
        return endObject();
    }
    if (value.isArray()) {
        beginArray();
        const QJsonArray array = value.toArray();
        for (const auto &each : array)
            this->value(each);
        return endArray();
    }
    separate();
    m_text += scalar(value);
    return *this;
}

JsonWriter &JsonWriter::open(char bracket)
{
    separate();
    m_text += bracket;
    m_first = true;
    ++m_depth;
    return *this;
}

JsonWriter &JsonWriter::close(char bracket)
{
    --m_depth;
    if (!m_first)
        breakLine();
    m_text += bracket;
    m_first = false;
    return *this;
}

void JsonWriter::separate()
{
    const bool afterKey = m_afterKey;
    m_afterKey = false;
    if (afterKey || m_depth == 0)
        return;
    if (!m_first)
        m_text += ',';
    m_first = false;
    breakLine();
}

void JsonWriter::breakLine()
{
    if (m_style == Style::Indented)
        m_text += '\n' + QByteArray(qsizetype(2) * m_depth, ' ');
}

} // namespace qontroller
