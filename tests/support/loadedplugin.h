// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/plugins/api/controllerplugin.h"
#include "core/plugins/json/parameters.h"

#include <QtCore/QFile>
#include <QtCore/QJsonObject>
#include <QtCore/QPluginLoader>

#include <string>

namespace qontroller::test {

/// What the plugin in \a file says of itself, without being loaded.
inline QJsonObject metadataOf(const QString &file)
{
    return QPluginLoader(file).metaData()["MetaData"].toObject();
}

/// A controller \a name of the plugin in \a file. Defaults of its schema are filled in, as the
/// programs do.
inline tl::expected<ControllerParts, std::string> createBy(const QString &file,
                                                           const QJsonObject &parameters,
                                                           const std::string &name)
{
    const CheckedParameters checked = checkParameters(metadataOf(file)["parameters"].toObject(),
                                                      parameters);
    if (!checked.problems.empty())
        return tl::unexpected(checked.problems.front().sentence());
    QPluginLoader loader(file);
    auto *plugin = qobject_cast<ControllerPlugin *>(loader.instance());
    return plugin ? plugin->create(checked.values, {name, {}})
                  : tl::unexpected(loader.errorString().toStdString());
}

/// All texts between "```json" and "```" in the file \a path.
inline QList<QByteArray> jsonExamplesOf(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const QByteArray text = file.readAll();
    QList<QByteArray> all;
    for (qsizetype at = text.indexOf("```json\n"); at >= 0; at = text.indexOf("```json\n", at)) {
        at += 8;
        all.push_back(text.mid(at, text.indexOf("```", at) - at));
    }
    return all;
}

} // namespace qontroller::test
