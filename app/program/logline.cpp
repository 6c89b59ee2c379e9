// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/program/logline.h"

#include "core/base/text.h"

#include <QtCore/QDateTime>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtCore/QString>
#include <QtCore/QtEndian>

#include <algorithm>
#include <array>
#include <cctype>
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

std::string dateOf(LogTime time)
{
    const auto sinceEpoch = std::chrono::floor<std::chrono::milliseconds>(time.time_since_epoch());
    return QDateTime::fromMSecsSinceEpoch(sinceEpoch.count(), Qt::UTC)
        .toString(Qt::ISODateWithMs)
        .toStdString();
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

QString escaped(char32_t character)
{
    switch (character) {
    case U'\n': return QStringLiteral("\\n");
    case U'\r': return QStringLiteral("\\r");
    case U'\t': return QStringLiteral("\\t");
    default: break;
    }
    return QStringLiteral("\\x%1").arg(static_cast<uint>(character), 2, 16, QLatin1Char('0'));
}

bool isReadable(char32_t character)
{
    const QChar::Category category = QChar::category(character);
    return category != QChar::Other_Control && category != QChar::Separator_Line
           && category != QChar::Separator_Paragraph && character != QChar::ReplacementCharacter;
}

/// How many bytes of \a rest are a character of UTF-8; 0: they are none.
std::size_t lengthOfCharacter(std::string_view rest)
{
    const auto first = static_cast<unsigned char>(rest.front());
    const std::size_t length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    if (length > rest.size())
        return 0;
    return text(rest.substr(0, length)).contains(QChar::ReplacementCharacter) ? 0 : length;
}

bool isPlain(char byte)
{
    return byte >= ' ' && byte <= '~';
}

std::string readable(std::string_view bytes, std::size_t longest)
{
    if (std::ranges::all_of(bytes, isPlain)) // nearly always
        return cutText(bytes, longest);
    std::string result;
    bytes = bytes.substr(0, longest + 1); // no more than that is kept
    while (!bytes.empty()) {
        const std::size_t length = lengthOfCharacter(bytes);
        const std::string_view part = bytes.substr(0, std::max<std::size_t>(length, 1));
        const QList<uint> codes = text(part).toUcs4();
        if (length == 0)
            result += escaped(static_cast<unsigned char>(part.front())).toStdString();
        else if (codes.size() == 1 && !isReadable(codes.first()))
            result += escaped(codes.first()).toStdString();
        else
            result += part;
        bytes.remove_prefix(part.size());
    }
    return cutText(std::move(result), longest);
}

} // namespace

LogLine readable(const LogLine &line)
{
    return {.controller = readable(line.controller, Limits::Controller),
            .event = readable(line.event, Limits::Event),
            .id = readable(line.id, Limits::Id),
            .text = readable(line.text, Limits::Text),
            .kind = readable(line.kind, Limits::Kind)};
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
