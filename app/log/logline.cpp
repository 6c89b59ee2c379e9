// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/log/logline.h"

#include "core/base/text/readabletext.h"
#include "core/base/text/text.h"

#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtCore/QString>
#include <QtCore/QtEndian>

#include <algorithm>
#include <array>
#include <cctype>
#include <chrono>
#include <cstdio>
#include <string_view>

namespace qontroller {

namespace {

struct Field
{
    std::string_view name;
    std::string LogLine::*member;
};

constexpr std::array Fields{Field{"controller", &LogLine::controller},
                            Field{"event", &LogLine::event}, Field{"kind", &LogLine::kind},
                            Field{"id", &LogLine::id}, Field{"text", &LogLine::text}};

std::string_view name(LogLevel level)
{
    switch (level) {
    case LogLevel::Debug: return "debug";
    case LogLevel::Info: return "info";
    case LogLevel::Warning: return "warning";
    case LogLevel::Error: return "error";
    }
    return {};
}

/// As syslog counts.
char priorityOf(LogLevel level)
{
    switch (level) {
    case LogLevel::Debug: return '7';
    case LogLevel::Info: return '6';
    case LogLevel::Warning: return '4';
    case LogLevel::Error: return '3';
    }
    return '3';
}

/// As ISO 8601 writes it. Without Qt, whose calendars may be gone when exit() is caught.
std::string dateOf(LogTime time)
{
    using namespace std::chrono;
    const auto day = floor<days>(time);
    const year_month_day date(day);
    const hh_mm_ss clock(floor<milliseconds>(time - day));
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%04d-%02u-%02uT%02ld:%02ld:%02ld.%03ldZ",
                  static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
                  static_cast<unsigned>(date.day()), static_cast<long>(clock.hours().count()),
                  static_cast<long>(clock.minutes().count()),
                  static_cast<long>(clock.seconds().count()),
                  static_cast<long>(clock.subseconds().count()));
    return text.data();
}

QString text(std::string_view bytes)
{
    return QString::fromUtf8(bytes.data(), static_cast<qsizetype>(bytes.size()));
}

std::string journalName(std::string_view field)
{
    std::string result = "QONTROLLER_";
    for (const char c : field)
        result += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    return result;
}

/// A value with line breaks has its length before it: 64 bits, little-endian.
void addToEntry(std::string &entry, std::string_view name, std::string_view value)
{
    entry += name;
    if (value.find('\n') == std::string_view::npos) {
        entry += '=';
    } else {
        std::array<char, sizeof(quint64)> length{};
        qToLittleEndian(static_cast<quint64>(value.size()), length.data());
        entry += '\n';
        entry.append(length.data(), length.size());
    }
    entry += value;
    entry += '\n';
}

/// Bytes of each field. With the time, the level and what stands between, 2 KiB.
struct Limits
{
    static constexpr std::size_t Controller = 253;
    static constexpr std::size_t Event = 64;
    static constexpr std::size_t Kind = 64;
    static constexpr std::size_t Id = 512;
    static constexpr std::size_t Text = 1088;
};

} // namespace

LogLine readable(const LogLine &line)
{
    return {.controller = readableText(line.controller, Limits::Controller),
            .event = readableText(line.event, Limits::Event),
            .id = readableText(line.id, Limits::Id),
            .text = readableText(line.text, Limits::Text),
            .kind = readableText(line.kind, Limits::Kind)};
}

std::string LogLine::message() const
{
    std::string all;
    for (const Field &field : Fields) {
        const std::string &part = this->*field.member;
        if (!part.empty())
            all += (all.empty() ? "" : ": ") + part;
    }
    return all;
}

std::string asText(LogLevel level, const LogLine &line, LogTime time)
{
    std::string result = dateOf(time) + ' ';
    if (level != LogLevel::Info)
        result += std::string(name(level)) + ": ";
    return result + line.message() + '\n';
}

std::string asJson(LogLevel level, const LogLine &line, LogTime time)
{
    QJsonObject object{{"time", text(dateOf(time))},
                       {"level", text(name(level))},
                       {"message", text(line.message())}};
    for (const Field &field : Fields) {
        if (const std::string &value = line.*field.member; !value.empty())
            object.insert(text(field.name), text(value));
    }
    return QJsonDocument(object).toJson(QJsonDocument::Compact).toStdString() + '\n';
}

std::string asJournalEntry(LogLevel level, const LogLine &line, const std::string &program)
{
    std::string entry;
    addToEntry(entry, "MESSAGE", line.message());
    addToEntry(entry, "PRIORITY", std::string(1, priorityOf(level)));
    addToEntry(entry, "SYSLOG_IDENTIFIER", program);
    for (const Field &field : Fields) {
        if (const std::string &value = line.*field.member; !value.empty())
            addToEntry(entry, journalName(field.name), value);
    }
    return entry;
}

} // namespace qontroller
