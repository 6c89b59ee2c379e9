// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/pluginhost/jsonsyntax.h"

#include <algorithm>

namespace qontroller {

namespace {

std::string words(QJsonParseError::ParseError error)
{
    switch (error) {
    case QJsonParseError::NoError: break;
    case QJsonParseError::UnterminatedObject: return "a comma, a name in quotes or } is missing";
    case QJsonParseError::MissingNameSeparator: return "a name has no value: write : after it";
    case QJsonParseError::UnterminatedArray: return "a list is not closed: write ]";
    case QJsonParseError::MissingValueSeparator:
        return "two values are not parted: write , between them";
    case QJsonParseError::IllegalValue:
        return "there is no value: write \"text\", a number, true, false, null, a [list] or an "
               "{object}";
    case QJsonParseError::TerminationByNumber:
        return "the text ends in a number: write ] or } after it";
    case QJsonParseError::IllegalNumber: return "a number is not one: write it as in 30 or 2.5";
    case QJsonParseError::IllegalEscapeSequence:
        return R"(\ is followed by what it cannot be: write \\ for the character itself)";
    case QJsonParseError::IllegalUTF8String: return "text is not UTF-8: save the file as UTF-8";
    case QJsonParseError::UnterminatedString: return "text is not closed: write \" after it";
    case QJsonParseError::MissingObject:
        return "a name or a value is missing, or a comma before it is one too many";
    case QJsonParseError::DeepNesting: return "it is nested too deep";
    case QJsonParseError::DocumentTooLarge: return "it is too large";
    case QJsonParseError::GarbageAtEnd: return "something follows the end: remove it";
    }
    return "it cannot be read";
}

} // namespace

tl::expected<QJsonDocument, std::string> parseJson(const QByteArray &json)
{
    if (json.trimmed().isEmpty())
        return tl::unexpected(std::string("is empty: must be a JSON object"));
    QJsonParseError error;
    QJsonDocument document = QJsonDocument::fromJson(json, &error);
    if (error.error == QJsonParseError::NoError)
        return document;
    // Qt has already taken the character at which it expected a name.
    const bool taken = error.error == QJsonParseError::MissingObject
                       || (error.error == QJsonParseError::UnterminatedObject
                           && error.offset < json.size());
    const QByteArray before = json.left(taken ? error.offset - 1 : error.offset);
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    const auto column = before.size() - before.lastIndexOf('\n');
    return tl::unexpected("line " + std::to_string(line) + ", column " + std::to_string(column)
                          + ": is not JSON, " + words(error.error));
}

} // namespace qontroller
