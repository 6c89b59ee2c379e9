// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/script/watchlines.h"

#include "app/plugins/script/jsonline.h"
#include "core/plugins/json/jsontext.h"

#include <optional>
#include <utility>

namespace qontroller::script {

namespace {

constexpr const char *Types = "\"type\" must be ADDED, MODIFIED, DELETED or ERROR";
constexpr std::string_view Blanks = " \t\r";

std::optional<EventType> eventType(std::string_view name)
{
    if (name == "ADDED")
        return EventType::Added;
    if (name == "MODIFIED")
        return EventType::Modified;
    if (name == "DELETED")
        return EventType::Deleted;
    return std::nullopt;
}

} // namespace

WatchLines::WatchLines(WatchSink &sink, std::size_t limit, std::function<void()> ready)
    : m_sink(sink)
    , m_ready(std::move(ready))
    , m_limit(limit)
    , m_lines(limit, [this](const LineCutter::Line &line) { takeLine(line); })
{}

void WatchLines::takeLine(const LineCutter::Line &line)
{
    if (line.isTooLong)
        skip(line.number, "it is longer than " + std::to_string(m_limit) + " bytes (outputLimit)");
    else if (line.text.find_first_not_of(Blanks) != std::string_view::npos)
        understand(line);
}

void WatchLines::understand(const LineCutter::Line &line)
{
    const auto json = parseLine(line.text);
    if (!json)
        return skip(line.number, json.error());
    const bool hasType = json->contains(QLatin1String("type"));
    if (!hasType && json->value(QLatin1String("ready")) == QJsonValue(1))
        return m_ready();
    const std::string type = textIn(*json, "type");
    if (type == "ERROR")
        return passOn(textIn(*json, "message"));
    const std::optional<EventType> event = eventType(type);
    if (!event)
        return skip(line.number, Types);
    const auto id = idOf(*json);
    if (!id)
        return skip(line.number, id.error());
    m_sink.event(*event, *id);
}

void WatchLines::passOn(const std::string &message)
{
    m_sink.error("the watch command reports an error"
                 + (message.empty() ? " without a message" : ": " + message));
}

void WatchLines::skip(std::size_t number, const std::string &why)
{
    if (m_skipped++ == 0)
        m_sink.error("line " + std::to_string(number) + " of the watch command is skipped: " + why
                     + "; further ones like it are counted without a word");
}

} // namespace qontroller::script
