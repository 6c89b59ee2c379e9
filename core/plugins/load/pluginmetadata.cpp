// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/plugins/load/pluginmetadata.h"

#include "core/plugins/api/apiversion.h"
#include "core/plugins/api/controllerplugin.h"
#include "core/plugins/json/jsontext.h"
#include "core/plugins/json/optionsjson.h"
#include "core/plugins/json/parameters.h"

#include <QtCore/QRegularExpression>

#include <optional>
#include <utility>

namespace qontroller {

namespace {

using Complaint = std::optional<std::string>;

constexpr std::string_view ControllerInterface = QONTROLLER_CONTROLLER_PLUGIN_IID;
constexpr std::string_view LockerInterface = QONTROLLER_LOCKER_PLUGIN_IID;

#ifdef QT_NO_DEBUG
constexpr bool IsDebugBuild = false;
#else
constexpr bool IsDebugBuild = true;
#endif

std::string buildName(bool debug)
{
    return debug ? "debug" : "release";
}

Complaint readKind(const QJsonObject &loaded, PluginMetadata &metadata)
{
    const std::string interface = loaded.value(QLatin1String("IID")).toString().toStdString();
    if (interface == ControllerInterface)
        metadata.kind = PluginKind::Controller;
    else if (interface == LockerInterface)
        metadata.kind = PluginKind::Locker;
    else
        return "is made for the interface " + interface + ", but this program loads "
               + std::string(ControllerInterface) + " and " + std::string(LockerInterface)
               + ": build it for one of these";
    return std::nullopt;
}

Complaint checkBuild(const QJsonObject &loaded)
{
    const bool debug = loaded.value(QLatin1String("debug")).toBool();
    if (debug == IsDebugBuild)
        return std::nullopt;
    return "is a " + buildName(debug) + " build, but this program is a " + buildName(IsDebugBuild)
           + " build: build both alike";
}

Complaint readTexts(const QJsonObject &json, PluginMetadata &metadata)
{
    struct Text
    {
        const char *name;
        std::string &target;
        bool required;
    };
    for (const Text &text :
         {Text{"id", metadata.id, true}, Text{"name", metadata.name, true},
          Text{"version", metadata.version, true}, Text{"description", metadata.description, false},
          Text{"vendor", metadata.vendor, false}, Text{"license", metadata.license, false},
          Text{"icon", metadata.icon, false}}) {
        const QJsonValue value = json.value(QLatin1String(text.name));
        if (value.isUndefined() && !text.required)
            continue;
        if (!value.isString() || (text.required && value.toString().isEmpty()))
            return "has metadata that cannot be used: " + std::string(text.name) + " "
                   + mustBe(text.required ? "text that is not empty" : "text", value);
        text.target = value.toString().toStdString();
    }
    return std::nullopt;
}

Complaint checkId(const std::string &id)
{
    static const QRegularExpression pattern(QStringLiteral("^[a-z][a-z0-9]*(-[a-z0-9]+)*\\z"));
    if (pattern.match(QString::fromStdString(id)).hasMatch())
        return std::nullopt;
    return "has metadata that cannot be used: id must be lower-case words joined by hyphens, as in "
           "folder-mirror, but is \""
           + id + '"';
}

/// `1` or `1.2`, as a number or as text.
std::optional<std::pair<int, int>> parseApiVersion(const std::string &text)
{
    static const QRegularExpression pattern(QStringLiteral("^([0-9]{1,4})(?:\\.([0-9]{1,4}))?\\z"));
    const QRegularExpressionMatch match = pattern.match(QString::fromStdString(text));
    if (!match.hasMatch())
        return std::nullopt;
    return std::pair(match.captured(1).toInt(), match.captured(2).toInt());
}

Complaint readApiVersion(const QJsonObject &json, PluginMetadata &metadata)
{
    const QJsonValue value = json.value(QLatin1String("apiVersion"));
    metadata.apiVersion = value.isString() ? value.toString().toStdString() : describe(value);
    const auto version = parseApiVersion(metadata.apiVersion);
    if (!version)
        return "has metadata that cannot be used: apiVersion "
               + mustBe("a version as in \"3.0\"", value);
    if (version->first == PluginApiMajor && version->second <= PluginApiMinor)
        return std::nullopt;
    const bool newer = *version > std::pair(PluginApiMajor, PluginApiMinor);
    return "needs version " + metadata.apiVersion
           + " of the plugin interface, but this program has " + std::to_string(PluginApiMajor)
           + '.' + std::to_string(PluginApiMinor)
           + (newer ? ": install a newer Qontroller or an older plugin"
                    : ": install a newer plugin");
}

Complaint readObject(const QJsonObject &json, const char *name, QJsonObject &target)
{
    const QJsonValue value = json.value(QLatin1String(name));
    if (!value.isUndefined() && !value.isObject())
        return "has metadata that cannot be used: " + std::string(name) + " "
               + mustBe("an object", value);
    target = value.toObject();
    return std::nullopt;
}

Complaint readSchema(const QJsonObject &json, PluginMetadata &metadata)
{
    if (auto complaint = readObject(json, "parameters", metadata.parameters))
        return complaint;
    const auto wrong = checkSchema(metadata.parameters);
    return wrong ? Complaint("has metadata that cannot be used: parameters " + *wrong)
                 : std::nullopt;
}

Complaint readDefaults(const QJsonObject &json, PluginMetadata &metadata)
{
    if (auto complaint = readObject(json, "defaults", metadata.defaults))
        return complaint;
    const OptionsReading reading = readOptions(metadata.defaults, {});
    if (reading.problems.empty())
        return std::nullopt;
    return "has metadata that cannot be used: defaults." + reading.problems.front().sentence();
}

} // namespace

std::string_view name(PluginKind kind)
{
    return kind == PluginKind::Controller ? "controller" : "locker";
}

ControllerOptions PluginMetadata::defaultOptions() const
{
    return readOptions(defaults, {}).options;
}

QJsonObject PluginMetadata::schema() const
{
    return parameters.isEmpty() ? QJsonObject{{"type", "object"}} : parameters;
}

MetadataReading readMetadata(const QJsonObject &loaded)
{
    MetadataReading reading;
    const QJsonObject json = loaded.value(QLatin1String("MetaData")).toObject();
    const auto keepFirst = [&](const Complaint &complaint) {
        if (complaint && reading.problem.empty())
            reading.problem = *complaint;
    };
    PluginMetadata &metadata = reading.metadata;
    keepFirst(readKind(loaded, metadata));
    keepFirst(checkBuild(loaded));
    keepFirst(readApiVersion(json, metadata));
    keepFirst(readTexts(json, metadata));
    keepFirst(checkId(metadata.id));
    keepFirst(readSchema(json, metadata));
    keepFirst(readDefaults(json, metadata));
    return reading;
}

} // namespace qontroller
