// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/script/idlist.h"

#include "app/plugins/script/jsonline.h"
#include "app/plugins/script/utf8.h"
#include "core/plugins/json/jsontext.h"

#include <unordered_set>

namespace qontroller::script {

namespace {

constexpr std::size_t ShownBytes = 80;

/// What jq and others write for bytes that are no UTF-8: the id of nothing that is there.
constexpr std::string_view Replacement = "\xEF\xBF\xBD";
constexpr const char *WasNoUtf8 =
    "it has U+FFFD, which stands for bytes that are no UTF-8: print such "
    "ids as they are, as with find -print0 and idSeparator";

std::string shown(std::string_view piece)
{
    std::string text = toUtf8(piece.substr(0, ShownBytes));
    for (char &c : text)
        c = c == '\0' ? ' ' : c;
    return text;
}

/// What is done with the pieces of one list.
class Ids final
{
public:
    explicit Ids(ListSink &sink)
        : m_sink(sink)
    {}

    void takeText(std::string_view piece)
    {
        if (!isUsableId(piece))
            return skip(piece, {});
        if (piece.find(Replacement) != std::string_view::npos)
            return skip(piece, WasNoUtf8);
        if (piece.starts_with("{\"id\""))
            return skip(piece, "it is JSON, and listFormat is text: set listFormat to json");
        if (m_seen.insert(piece).second)
            m_sink.add(piece);
    }

    void takeJson(std::string_view piece)
    {
        if (piece.find_first_not_of(" \t\r\n") == std::string_view::npos)
            return;
        if (auto wrong = understand(piece); !wrong.empty())
            skip(piece, std::move(wrong));
    }

    [[nodiscard]] SkippedIds skipped() && { return std::move(m_skipped); }

private:
    [[nodiscard]] std::string understand(std::string_view piece)
    {
        const auto json = parseLine(piece);
        if (!json)
            return json.error();
        // A misspelt "leftover" would say that the object exists.
        if (const JsonProblems unknown = unknownKeys(*json, {"id", "version", "leftover"});
            !unknown.empty())
            return unknown.front().sentence();
        const auto id = idOf(*json);
        if (id && id->find(Replacement) != std::string::npos)
            return WasNoUtf8;
        return id ? give(*id, *json) : id.error();
    }

    [[nodiscard]] std::string give(const std::string &id, const QJsonObject &json)
    {
        const QJsonValue version = json.value(QLatin1String("version"));
        const QJsonValue leftover = json.value(QLatin1String("leftover"));
        if (!version.isUndefined() && version.toInteger(-1) < 0)
            return "\"version\" must be a whole number of at least 0 and below 2^63";
        if (!leftover.isUndefined() && !leftover.isBool())
            return "\"leftover\" must be true or false";
        if (leftover.toBool() && !version.isUndefined())
            return "what is left over has no \"version\": leave it out";
        if (leftover.toBool())
            m_sink.addLeftover(id);
        else
            m_sink.add(id, static_cast<Version>(version.toInteger()));
        return {};
    }

    void skip(std::string_view piece, std::string why)
    {
        if (m_skipped.count++ > 0)
            return;
        m_skipped.first = shown(piece);
        m_skipped.firstWhy = std::move(why);
    }

    ListSink &m_sink;
    SkippedIds m_skipped;
    std::unordered_set<std::string_view> m_seen;
};

} // namespace

SkippedIds giveIds(std::string_view output, char separator, ListFormat format, ListSink &sink)
{
    Ids ids(sink);
    while (!output.empty()) {
        const std::size_t end = output.find(separator);
        const std::string_view piece = output.substr(0, end);
        output.remove_prefix(end == std::string_view::npos ? output.size() : end + 1);
        if (piece.empty())
            continue;
        if (format == ListFormat::Json)
            ids.takeJson(piece);
        else
            ids.takeText(piece);
    }
    return std::move(ids).skipped();
}

std::string skippedSentence(const SkippedIds &skipped)
{
    const bool isOne = skipped.count == 1;
    const bool isJson = !skipped.firstWhy.empty();
    std::string text = "list printed ";
    text += isOne ? (isJson ? "a line that is" : "an id that is")
                  : std::to_string(skipped.count) + (isJson ? " lines that are" : " ids that are");
    text += isJson ? " not understood (" : " not UTF-8 without zero bytes (";
    text += (isOne ? "\"" : "the first is \"") + skipped.first + '"';
    text += isJson ? ": " + skipped.firstWhy : "";
    text += "): ";
    text += isOne ? "it is" : "they are";
    text += " skipped, and nothing is concluded from what is missing";
    return text;
}

} // namespace qontroller::script
