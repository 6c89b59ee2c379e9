// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/process/specfile.h"

#include "app/plugins/process/processspecschema.h"
#include "core/base/text/duration.h"
#include "core/plugins/json/jsonsyntax.h"
#include "core/plugins/json/parameters.h"
#include "core/plugins/json/secretreference.h"

#include <QtCore/QCryptographicHash>
#include <QtCore/QJsonArray>

#include <optional>
#include <utility>

namespace qontroller::supervision {

namespace {

using Problem = std::optional<std::string>;

/// Reads members of one object; remembers the first that is wrong.
class Reader
{
public:
    Reader(QJsonObject from, std::string path, Problem &problem)
        : m_from(std::move(from))
        , m_path(std::move(path))
        , m_problem(problem)
    {}

    [[nodiscard]] Reader at(const char *key) const
    {
        return {value(key).toObject(), pathOf(key) + '.', m_problem};
    }
    [[nodiscard]] bool has(const char *key) const { return !value(key).isUndefined(); }
    [[nodiscard]] std::string text(const char *key) { return checked(key, value(key).toString()); }
    [[nodiscard]] std::uint64_t number(const char *key) const
    {
        return static_cast<std::uint64_t>(value(key).toInteger());
    }
    [[nodiscard]] std::optional<std::uint64_t> optionalNumber(const char *key) const
    {
        return has(key) ? std::optional(number(key)) : std::nullopt;
    }
    [[nodiscard]] Duration duration(const char *key)
    {
        const auto read = parseDuration(text(key));
        if (!read)
            wrong(key, ": " + read.error());
        return read.value_or(Duration::zero());
    }
    [[nodiscard]] std::vector<std::string> words(const char *key)
    {
        std::vector<std::string> all;
        for (const QJsonValue &word : value(key).toArray())
            all.push_back(checked(key, word.toString()));
        return all;
    }
    [[nodiscard]] std::map<std::string, std::string> texts(const char *key)
    {
        std::map<std::string, std::string> all;
        const QJsonObject object = value(key).toObject();
        for (auto it = object.begin(); it != object.end(); ++it) {
            if (it.key().isEmpty() || it.key().contains(u'='))
                wrong(key, ": names must not be empty or hold a =");
            all[checked(key, it.key())] = checked(key, it.value().toString());
        }
        return all;
    }
    void wrong(const char *key, const std::string &what)
    {
        if (!m_problem)
            m_problem = pathOf(key) + what;
    }

private:
    [[nodiscard]] QJsonValue value(const char *key) const
    {
        return m_from.value(QLatin1String(key));
    }
    [[nodiscard]] std::string pathOf(const char *key) const { return m_path + key; }
    std::string checked(const char *key, const QString &text)
    {
        if (text.contains(QChar(u'\0')))
            wrong(key, ": must be text without a zero byte");
        return text.toStdString();
    }

    const QJsonObject m_from;
    const std::string m_path;
    Problem &m_problem;
};

RestartPolicy readRestart(Reader from)
{
    RestartPolicy restart;
    const std::string policy = from.text("policy");
    restart.when = policy == "always"       ? RestartPolicy::When::Always
                   : policy == "on-failure" ? RestartPolicy::When::OnFailure
                                            : RestartPolicy::When::Never;
    restart.base = from.duration("base");
    restart.max = from.duration("max");
    restart.limit = static_cast<unsigned>(from.number("limit"));
    restart.resetAfter = from.duration("resetAfter");
    if (restart.base < RestartPolicy::ShortestBase)
        from.wrong("base", ": must be at least 100ms");
    if (restart.max < restart.base)
        from.wrong("max", ": must be at least restart.base");
    return restart;
}

ReadinessProbe readReadiness(Reader from)
{
    ReadinessProbe probe;
    if (from.has("http") && (from.has("command") || from.has("tcp")))
        from.wrong("http", ": must be the only one of command, tcp and http");
    if (from.has("tcp") && from.has("command"))
        from.wrong("tcp", ": must be the only one of command, tcp and http");
    probe.command = from.words("command");
    if (const std::string tcp = from.text("tcp"); !tcp.empty()) {
        const std::size_t colon = tcp.rfind(':');
        const unsigned long port = std::stoul(tcp.substr(colon + 1));
        if (port == 0 || port > 65535)
            from.wrong("tcp", ": must be HOST:PORT with a port from 1 to 65535");
        probe.tcpHost = tcp.substr(0, colon);
        probe.tcpPort = static_cast<std::uint16_t>(port);
    }
    probe.http = from.text("http");
    probe.interval = from.duration("interval");
    probe.timeout = from.duration("timeout");
    probe.failureThreshold = static_cast<unsigned>(from.number("failureThreshold"));
    for (const auto &[key, duration] :
         {std::pair("interval", probe.interval), std::pair("timeout", probe.timeout)}) {
        if (duration < std::chrono::milliseconds(10))
            from.wrong(key, ": must be at least 10ms");
    }
    return probe;
}

ResourceLimits readLimits(Reader from)
{
    ResourceLimits limits;
    limits.memory = from.optionalNumber("memory");
    limits.files = from.optionalNumber("files");
    limits.core = from.optionalNumber("core");
    if (from.has("cpu")) {
        const auto seconds = std::chrono::ceil<std::chrono::seconds>(from.duration("cpu"));
        if (seconds.count() == 0)
            from.wrong("cpu", ": must be at least 1s");
        limits.cpu = static_cast<std::uint64_t>(seconds.count());
    }
    return limits;
}

LogOptions readLog(Reader from)
{
    const std::string to = from.text("to");
    LogOptions log;
    log.to = to == "journal"   ? LogOptions::To::Journal
             : to == "discard" ? LogOptions::To::Discard
                               : LogOptions::To::File;
    log.size = from.number("size");
    log.count = static_cast<unsigned>(from.number("count"));
    return log;
}

/// \a written: the values as their author wrote them, without secrets that are elsewhere.
ProcessSpec readAll(const QJsonObject &values, const QJsonObject &written, Problem &problem)
{
    Reader from(values, {}, problem);
    ProcessSpec spec;
    spec.command = from.words("command");
    spec.environment = from.texts("environment");
    spec.workingDirectory = from.text("workingDirectory");
    spec.restart = readRestart(from.at("restart"));
    spec.readiness = readReadiness(from.at("readiness"));
    spec.limits = readLimits(from.at("limits"));
    spec.log = readLog(from.at("log"));
    spec.grace = from.duration("grace");
    const QJsonDocument document(written);
    spec.text = document.toJson(QJsonDocument::Indented).toStdString();
    spec.digest = QCryptographicHash::hash(document.toJson(QJsonDocument::Compact),
                                           QCryptographicHash::Sha256)
                      .toHex()
                      .toStdString();
    return spec;
}

} // namespace

tl::expected<ProcessSpec, std::string> readSpec(const QByteArray &json)
{
    static const QJsonObject schema = QJsonDocument::fromJson(ProcessSpecSchema).object();
    const auto document = parseJson(json);
    if (!document)
        return tl::unexpected(document.error());
    if (!document->isObject())
        return tl::unexpected(std::string("must be a JSON object, as in { \"command\": [\"…\"] }"));
    const ReadParameters read = readParameters(schema, document->object());
    if (!read.problems.empty())
        return tl::unexpected(read.problems.front().sentence());
    Problem problem;
    ProcessSpec spec = readAll(read.values, checkParameters(schema, document->object()).values,
                               problem);
    if (problem)
        return tl::unexpected(*std::move(problem));
    for (const JsonPath &path : read.tooShort)
        spec.warnings.push_back(tooShortSentence(path));
    return spec;
}

} // namespace qontroller::supervision
