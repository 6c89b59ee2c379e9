// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/script/reportlines.h"

#include "app/plugins/script/jsonline.h"
#include "app/plugins/script/utf8.h"
#include "core/base/faults/callforeign.h"
#include "core/plugins/json/jsontext.h"

#include <QtCore/QJsonDocument>
#include <QtCore/QStringList>

#include <optional>

namespace qontroller::script {

namespace {

constexpr const char *Keep = "keep";

/// Whether \a line has something that is to be kept, also if it is refused for what would be lost.
bool isToBeKept(std::string_view line)
{
    const QByteArray json(line.data(), static_cast<qsizetype>(line.size()));
    return QJsonDocument::fromJson(json).object().contains(QLatin1String(Keep));
}

/// The text of \a key; nothing if it is another value.
std::optional<std::string> textAt(const QJsonObject &json, const char *key)
{
    const QJsonValue value = json.value(QLatin1String(key));
    return value.isString() ? std::optional(value.toString().toStdString()) : std::nullopt;
}

std::optional<LogLevel> levelOf(const QJsonValue &value)
{
    if (value.isUndefined())
        return LogLevel::Info;
    const auto at = QStringList{"debug", "info", "warning", "error"}.indexOf(value.toString());
    return at < 0 ? std::nullopt : std::optional(static_cast<LogLevel>(at));
}

/// What is wrong with the keys of \a json; empty: nothing.
std::string wrongKey(const QJsonObject &json, const std::vector<std::string> &known)
{
    const JsonProblems unknown = unknownKeys(json, known);
    return unknown.empty() ? std::string() : unknown.front().sentence();
}

} // namespace

ReportLines::ReportLines(const Attempt &attempt, std::string_view verb, Keeping keeping)
    : m_attempt(attempt)
    , m_verb(verb)
    , m_keeping(keeping)
    , m_lines(LongestLine, [this](const LineCutter::Line &line) { understand(line); })
{}

void ReportLines::understand(const LineCutter::Line &line)
{
    if (line.isTooLong)
        return skip(line.number, "it is longer than " + std::to_string(LongestLine) + " bytes");
    if (line.text.find_first_not_of(" \t\r") == std::string_view::npos)
        return;
    const auto json = parseLine(line.text);
    const std::string why = json ? passOn(*json) : json.error();
    if (why.empty())
        return;
    skip(line.number, why);
    if (isToBeKept(line.text))
        m_notKept = "line " + std::to_string(line.number) + " that " + m_verb
                    + " wrote to descriptor 3 is not kept: " + why;
}

std::string ReportLines::passOn(const QJsonObject &json)
{
    const auto has = [&json](const char *key) { return json.contains(QLatin1String(key)); };
    if (has("event"))
        return event(json);
    if (has("progress"))
        return progress(json);
    if (has("metric"))
        return metric(json);
    if (has("log"))
        return log(json);
    if (has("requeue"))
        return requeue(json);
    if (has(Keep))
        return keep(json);
    if (has("changed"))
        return changed(json);
    return R"(it must have one of the keys "event", "progress", "metric", "log", "requeue", )"
           R"("keep" and "changed")";
}

std::string ReportLines::changed(const QJsonObject &json)
{
    if (std::string why = wrongKey(json, {"changed"}); !why.empty())
        return why;
    const QJsonValue changed = json.value(QLatin1String("changed"));
    if (!changed.isBool())
        return R"("changed" must be true or false)";
    m_saidUnchanged = !changed.toBool();
    return {};
}

std::string ReportLines::event(const QJsonObject &json) const
{
    if (std::string why = wrongKey(json, {"event", "text"}); !why.empty())
        return why;
    const auto kind = textAt(json, "event");
    const auto text = json.contains(QLatin1String("text")) ? textAt(json, "text") : std::string();
    if (!kind || kind->empty() || !text)
        return R"("event" must be a word or two, and "text" the rest of what there is to say)";
    m_attempt.event(*kind, *text);
    return {};
}

std::string ReportLines::progress(const QJsonObject &json) const
{
    if (std::string why = wrongKey(json, {"progress", "of"}); !why.empty())
        return why;
    const qint64 done = json.value(QLatin1String("progress")).toInteger(-1);
    const qint64 total = json.value(QLatin1String("of")).toInteger(-1);
    if (done < 0 || total < 0)
        return R"("progress" and "of" must be whole numbers of at least 0)";
    m_attempt.progress(static_cast<std::uint64_t>(done), static_cast<std::uint64_t>(total));
    return {};
}

std::string ReportLines::metric(const QJsonObject &json) const
{
    if (std::string why = wrongKey(json, {"metric", "add", "set"}); !why.empty())
        return why;
    const auto name = textAt(json, "metric");
    const QJsonValue add = json.value(QLatin1String("add"));
    const QJsonValue set = json.value(QLatin1String("set"));
    if (!name || add.isDouble() == set.isDouble() || add.isUndefined() == set.isUndefined())
        return R"("metric" must be a name, beside "add" or "set" with a number)";
    if (add.isDouble())
        m_attempt.count(*name, add.toDouble());
    else
        m_attempt.gauge(*name, set.toDouble());
    return {};
}

std::string ReportLines::log(const QJsonObject &json) const
{
    if (std::string why = wrongKey(json, {"log", "level"}); !why.empty())
        return why;
    const auto text = textAt(json, "log");
    const auto level = levelOf(json.value(QLatin1String("level")));
    if (!text || !level)
        return R"("log" must be text, and "level" one of debug, info, warning and error)";
    m_attempt.log(*level, *text);
    return {};
}

std::string ReportLines::requeue(const QJsonObject &json) const
{
    if (std::string why = wrongKey(json, {"requeue"}); !why.empty())
        return why;
    const auto id = textAt(json, "requeue");
    if (!id || !isUsableId(*id))
        return R"("requeue" must be the id of another object)";
    m_attempt.requeue(*id);
    return {};
}

std::string ReportLines::keep(const QJsonObject &json) const
{
    if (std::string why = wrongKey(json, {Keep}); !why.empty())
        return why;
    if (m_keeping == Keeping::Forbidden)
        return R"("keep" is for add, delete and afterBurst)";
    const QString text = json.value(QLatin1String(Keep)).toString(QString(QChar::Null));
    if (text.contains(QChar::Null))
        return R"("keep" must be text without a zero byte)"; // a variable cannot have one
    const auto kept = callForeign([&] { m_attempt.keep(text.toStdString()); });
    return kept ? std::string() : kept.error().text;
}

void ReportLines::skip(std::size_t number, const std::string &why)
{
    m_attempt.count("script_lines_skipped_total");
    if (std::exchange(m_hasSkipped, true))
        return;
    m_attempt.log(LogLevel::Warning, "line " + std::to_string(number) + " that " + m_verb
                                         + " wrote to descriptor 3 is skipped: " + why
                                         + "; further ones of this attempt are counted without a "
                                           "word");
}

} // namespace qontroller::script
