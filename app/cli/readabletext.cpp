// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/cli/readabletext.h"

#include <QtCore/QList>
#include <QtCore/QString>

#include <algorithm>

namespace qontroller {

namespace {

constexpr std::string_view Replacement = "\xEF\xBF\xBD";

QString text(std::string_view bytes)
{
    return QString::fromUtf8(bytes.data(), static_cast<qsizetype>(bytes.size()));
}

QString escaped(char32_t character)
{
    switch (character) {
    case U'\n': return QStringLiteral("\\n");
    case U'\r': return QStringLiteral("\\r");
    case U'\t': return QStringLiteral("\\t");
    default: break;
    }
    const uint code = character;
    const QString form = code <= 0xff     ? QStringLiteral("\\x%1")
                         : code <= 0xffff ? QStringLiteral("\\u%1")
                                          : QStringLiteral("\\U%1");
    return form.arg(code, code <= 0xff ? 2 : code <= 0xffff ? 4 : 8, 16, QLatin1Char('0'));
}

/// Formats are characters that turn the direction of a line, or are not seen.
bool isReadable(char32_t character)
{
    const QChar::Category category = QChar::category(character);
    return category != QChar::Other_Control && category != QChar::Other_Format
           && category != QChar::Separator_Line && category != QChar::Separator_Paragraph;
}

/// How many bytes of \a rest are a character of UTF-8; 0: they are none.
std::size_t lengthOfCharacter(std::string_view rest)
{
    const auto first = static_cast<unsigned char>(rest.front());
    const std::size_t length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    if (length > rest.size())
        return 0;
    if (rest.starts_with(Replacement)) // bytes that were no character somewhere else
        return Replacement.size();
    return text(rest.substr(0, length)).contains(QChar::ReplacementCharacter) ? 0 : length;
}

bool isPlain(char byte)
{
    return byte >= ' ' && byte <= '~';
}

} // namespace

std::string readableText(std::string_view bytes, std::size_t longest)
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
        else if (codes.isEmpty()) // Qt takes it for a mark of the order of bytes
            result += escaped(QChar::ByteOrderMark).toStdString();
        else if (codes.size() == 1 && !isReadable(codes.first()))
            result += escaped(codes.first()).toStdString();
        else
            result += part;
        bytes.remove_prefix(part.size());
    }
    return cutText(std::move(result), longest);
}

std::string readableLines(std::string_view text)
{
    constexpr std::size_t Longest = 10; // of what stands for one byte
    std::string shown;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string_view line = text.substr(at, end - at);
        shown.append(at == 0 ? "" : "\n").append(readableText(line, Longest * line.size()));
        at = end + 1;
    }
    return shown;
}

} // namespace qontroller
