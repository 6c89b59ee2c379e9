// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/script/watchlines.h"

#include "app/plugins/script/jsonline.h"

#include <optional>

namespace qontroller::script {

namespace {

constexpr const char *Types = "\"type\" must be ADDED, MODIFIED, DELETED or ERROR";
constexpr std::string_view Blanks = " \t\r";

QString textOf(const QJsonObject &json, const char *key)
{
    return json.value(QLatin1String(key)).toString();
}

std::optional<EventType> eventType(const QString &name)
{
    if (name == QLatin1String("ADDED"))
        return EventType::Added;
    if (name == QLatin1String("MODIFIED"))
        return EventType::Modified;
    if (name == QLatin1String("DELETED"))
        return EventType::Deleted;
    return std::nullopt;
}

} // namespace

void WatchLines::take(std::string_view bytes)
{
    while (!bytes.empty()) {
        const std::size_t end = bytes.find('\n');
        takePiece(bytes.substr(0, end));
        if (end == std::string_view::npos)
            return;
        endLine();
        bytes.remove_prefix(end + 1);
    }
}

void WatchLines::end()
{
    if (!m_line.empty() || m_isTooLong)
        endLine();
}

void WatchLines::takePiece(std::string_view piece)
{
    m_isTooLong = m_isTooLong || piece.size() > m_limit - m_line.size();
    if (m_isTooLong)
        m_line.clear();
    else
        m_line += piece;
}

void WatchLines::endLine()
{
    ++m_number;
    if (m_isTooLong)
        skip("it is longer than " + std::to_string(m_limit) + " bytes (outputLimit)");
    else if (m_line.find_first_not_of(Blanks) != std::string::npos)
        understand();
    m_line.clear();
    m_isTooLong = false;
}

void WatchLines::understand()
{
    const auto json = parseLine(m_line);
    if (!json)
        return skip(json.error());
    const QString type = textOf(*json, "type");
    if (type == QLatin1String("ERROR"))
        return passOn(textOf(*json, "message").toStdString());
    const std::optional<EventType> event = eventType(type);
    if (!event)
        return skip(Types);
    const auto id = idOf(*json);
    if (!id)
        return skip(id.error());
    m_sink.event(*event, *id);
}

void WatchLines::passOn(const std::string &message)
{
    m_sink.error("the watch command reports an error"
                 + (message.empty() ? " without a message" : ": " + message));
}

void WatchLines::skip(const std::string &why)
{
    if (m_skipped++ == 0)
        m_sink.error("line " + std::to_string(m_number) + " of the watch command is skipped: " + why
                     + "; further ones like it are counted without a word");
}

} // namespace qontroller::script
