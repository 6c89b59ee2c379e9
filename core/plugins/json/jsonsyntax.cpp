// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/plugins/json/jsonsyntax.h"

#include "core/plugins/json/jsonpath.h"

#include <QtCore/QJsonArray>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>
#include <vector>

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
        return "two values are not separated: write , between them";
    case QJsonParseError::IllegalValue:
        return "there is no value: write \"text\", a number, true, false, null, a [list] or an "
               "{object}";
    case QJsonParseError::TerminationByNumber:
        return "the text ends in a number: write ] or } after it";
    case QJsonParseError::IllegalNumber: return "a number is malformed: write it as in 30 or 2.5";
    case QJsonParseError::IllegalEscapeSequence:
        return R"(no escape sequence begins like this: write \\ for the character \ itself)";
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

std::string placeOf(const QByteArray &json, qsizetype offset)
{
    const QByteArray before = json.left(offset);
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    const auto column = before.size() - before.lastIndexOf('\n');
    return "line " + std::to_string(line) + ", column " + std::to_string(column) + ": ";
}

/// What the escape sequence at \a at stands for, if there is a \u; else 0.
char16_t unitAt(const QByteArray &text, qsizetype at)
{
    const QByteArray sequence = text.mid(at, 6);
    return sequence.startsWith("\\u") ? char16_t(sequence.mid(2).toUShort(nullptr, 16)) : u'\0';
}

/// Where a \u of \a text, which is what JSON has between quotes, is half of a character.
std::optional<qsizetype> findHalf(const QByteArray &text)
{
    for (qsizetype at = text.indexOf('\\'); at >= 0; at = text.indexOf('\\', at)) {
        const char16_t unit = unitAt(text, at);
        const bool isPair = QChar::isHighSurrogate(unit)
                            && QChar::isLowSurrogate(unitAt(text, at + 6));
        if (QChar::isSurrogate(unit) && !isPair)
            return at;
        at += isPair ? 12 : 2;
    }
    return std::nullopt;
}

/// Finds what Qt would lose without a word: of a name that an object has twice it keeps the last
/// value, and what it writes of half a surrogate pair is another character. The text is JSON.
class LossSearch
{
public:
    explicit LossSearch(const QByteArray &json)
        : m_json(json)
    {}

    std::vector<std::string> run()
    {
        for (qsizetype at = 0; at < m_json.size(); ++at) {
            const char byte = m_json[at];
            if (byte == '"') {
                const qsizetype begin = std::exchange(at, endOfText(at));
                lookAt(m_json.mid(begin + 1, at - begin - 1), begin);
            } else if (byte == '{' || byte == '[') {
                m_open.push_back({byte == '{', byte == '{', 0, {}, {}});
            } else if (byte == '}' || byte == ']') {
                m_open.pop_back();
            } else if (byte == ',') {
                m_open.back().isName = m_open.back().isObject;
                ++m_open.back().index;
            } else if (byte == ':') {
                m_open.back().isName = false;
            }
        }
        return std::move(m_losses);
    }

private:
    struct Level
    {
        bool isObject = false;
        bool isName = false; ///< what comes next
        std::size_t index = 0;
        std::string name; ///< the last one
        std::set<std::string, std::less<>> names;
    };

    [[nodiscard]] bool isNameNext() const { return !m_open.empty() && m_open.back().isName; }
    /// Where its closing quote is.
    [[nodiscard]] qsizetype endOfText(qsizetype at) const
    {
        do
            at += m_json[at] == '\\' ? 2 : 1;
        while (m_json[at] != '"');
        return at;
    }
    /// \a text stands behind the quote at \a begin.
    void lookAt(const QByteArray &text, qsizetype begin)
    {
        const bool isTwin = isNameNext() && !take(text);
        if (const auto half = findHalf(text))
            m_losses.push_back(placeOf(m_json, begin + 1 + *half)
                               + R"(the text has half a character: write both \u of it)");
        else if (isTwin)
            m_losses.push_back(placeOf(m_json, begin) + path().dotted()
                               + " is given twice: remove one of them");
    }
    /// False if there is a name like it.
    bool take(const QByteArray &text)
    {
        Level &level = m_open.back();
        level.name = text.contains('\\')
                         ? QJsonDocument::fromJson("[\"" + text + "\"]")[0].toString().toStdString()
                         : text.toStdString();
        return level.names.insert(level.name).second;
    }
    [[nodiscard]] JsonPath path() const
    {
        JsonPath path;
        for (const Level &level : m_open)
            path = level.isObject ? path.key(level.name) : path.index(level.index);
        return path;
    }

    const QByteArray &m_json;
    std::vector<Level> m_open;
    std::vector<std::string> m_losses;
};

} // namespace

std::optional<std::string> findLoss(const QByteArray &json)
{
    const auto losses = LossSearch(json).run();
    return losses.empty() ? std::nullopt : std::optional(losses.front());
}

tl::expected<QJsonDocument, std::string> parseJson(const QByteArray &json)
{
    return parseJsonFully(json).map_error(
        [](const std::vector<std::string> &errors) { return errors.front(); });
}

tl::expected<QJsonDocument, std::vector<std::string>> parseJsonFully(const QByteArray &json)
{
    using Errors = std::vector<std::string>;
    if (json.trimmed().isEmpty())
        return tl::unexpected(Errors{"is empty: must be a JSON object"});
    QJsonParseError error;
    QJsonDocument document = QJsonDocument::fromJson(json, &error);
    if (error.error == QJsonParseError::NoError) {
        if (auto losses = LossSearch(json).run(); !losses.empty())
            return tl::unexpected(std::move(losses));
        return document;
    }
    // Qt has already taken the character at which it expected a name.
    const bool taken = error.error == QJsonParseError::MissingObject
                       || (error.error == QJsonParseError::UnterminatedObject
                           && error.offset < json.size());
    return tl::unexpected(Errors{placeOf(json, taken ? error.offset - 1 : error.offset)
                                 + "is not JSON, " + words(error.error)});
}

} // namespace qontroller
