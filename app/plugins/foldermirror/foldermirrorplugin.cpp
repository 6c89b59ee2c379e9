// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/foldermirror/foldermirrorplugin.h"

#include "app/plugins/foldermirror/mirrorparts.h"

#include <QtCore/QFile>
#include <QtCore/QString>

namespace qontroller::foldermirror {

namespace {

// In the encoding of file names, which is not always that of QString::toStdString().
std::string folder(const QJsonObject &parameters, const char *name)
{
    return QFile::encodeName(parameters.value(QLatin1String(name)).toString()).toStdString();
}

} // namespace

tl::expected<ControllerParts, std::string> FolderMirrorPlugin::create(
    const QJsonObject &parameters, const ControllerContext &context)
{
    MirrorOptions options;
    options.source = folder(parameters, "source");
    options.target = folder(parameters, "target");
    if (parameters.value(QLatin1String("compareContent")).toBool(false))
        options.contentCheck = ContentCheck::ByReading;
    if (!parameters.value(QLatin1String("durable")).toBool(true))
        options.durability = Durability::Left;
    return makeMirrorParts(options, context.options);
}

} // namespace qontroller::foldermirror
