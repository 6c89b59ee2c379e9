// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/plugins/load/plugindecisions.h"

#include "core/base/files/ownfiles.h"
#include "core/plugins/load/pluginfile.h"

#include <QtCore/QDir>
#include <QtCore/QFileInfo>
#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>

#include <optional>
#include <system_error>

namespace qontroller {

namespace {

constexpr int Version = 1;

struct Decisions
{
    std::map<std::string, std::string> trusted;
    std::set<std::string> disabled;
};

std::optional<Decisions> parse(const QByteArray &bytes)
{
    const QJsonObject json = QJsonDocument::fromJson(bytes).object();
    const QJsonValue trusted = json.value(QLatin1String("trusted"));
    const QJsonValue disabled = json.value(QLatin1String("disabled"));
    if (json.value(QLatin1String("version")).toInt() != Version || !trusted.isObject()
        || !disabled.isArray())
        return std::nullopt;
    Decisions decisions;
    const QJsonObject files = trusted.toObject();
    for (auto it = files.begin(); it != files.end(); ++it) {
        const std::string sha256 = it.value().toString().toStdString();
        if (!isSha256(sha256))
            return std::nullopt;
        decisions.trusted.emplace(it.key().toStdString(), sha256);
    }
    for (const auto &id : disabled.toArray()) {
        if (!id.isString())
            return std::nullopt;
        decisions.disabled.insert(id.toString().toStdString());
    }
    return decisions;
}

QByteArray write(const Decisions &decisions)
{
    QJsonObject files;
    for (const auto &[file, sha256] : decisions.trusted)
        files.insert(QString::fromStdString(file), QString::fromStdString(sha256));
    QJsonArray ids;
    for (const std::string &id : decisions.disabled)
        ids.append(QString::fromStdString(id));
    return QJsonDocument(QJsonObject{{QStringLiteral("version"), Version},
                                     {QStringLiteral("trusted"), files},
                                     {QStringLiteral("disabled"), ids}})
        .toJson();
}

} // namespace

PluginDecisions::PluginDecisions(std::string file)
    : m_file(std::move(file))
{
    refresh();
}

void PluginDecisions::refresh()
{
    if (m_file.empty())
        return;
    const std::string why = read();
    m_problem = why.empty() ? std::string()
                            : m_file + ' ' + why
                                  + "; what it says of plugins counts for nothing until it is "
                                    "mended or removed";
}

std::string PluginDecisions::read()
{
    m_trusted.clear();
    m_disabled.clear();
    const auto content = readOwnFile(m_file);
    if (!content)
        return content.error();
    if (!*content)
        return {};
    if (const std::string others = whoElseCanWrite(m_file); !others.empty())
        return "cannot be relied on, " + others;
    const auto decisions = parse(QByteArray::fromStdString(**content));
    if (!decisions)
        return "is not a file of decisions on plugins";
    m_trusted = decisions->trusted;
    m_disabled = decisions->disabled;
    return {};
}

std::string PluginDecisions::trustedSha256(const std::string &plugin) const
{
    const auto it = m_trusted.find(plugin);
    return it == m_trusted.end() ? std::string() : it->second;
}

tl::expected<void, std::string> PluginDecisions::trust(const std::string &plugin,
                                                       const std::string &sha256)
{
    refresh();
    Trusted trusted = m_trusted;
    trusted.insert_or_assign(plugin, sha256);
    return change(std::move(trusted), m_disabled);
}

tl::expected<void, std::string> PluginDecisions::disable(const std::string &id)
{
    refresh();
    std::set<std::string> disabled = m_disabled;
    disabled.insert(id);
    return change(m_trusted, std::move(disabled));
}

tl::expected<void, std::string> PluginDecisions::enable(const std::string &id)
{
    refresh();
    std::set<std::string> disabled = m_disabled;
    disabled.erase(id);
    return change(m_trusted, std::move(disabled));
}

tl::expected<void, std::string> PluginDecisions::change(Trusted trusted,
                                                        std::set<std::string> disabled)
{
    if (!m_problem.empty())
        return tl::unexpected(m_problem);
    if (!m_file.empty()) {
        QDir().mkpath(QFileInfo(QString::fromStdString(m_file)).path());
        const auto written = writeOwnFile(m_file, write({trusted, disabled}).toStdString());
        if (!written)
            return tl::unexpected(m_file + " cannot be written ("
                                  + std::generic_category().message(written.error())
                                  + "): the decision is not remembered and does not count");
    }
    m_trusted = std::move(trusted);
    m_disabled = std::move(disabled);
    return {};
}

} // namespace qontroller
