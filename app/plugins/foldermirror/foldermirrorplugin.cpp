// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/foldermirror/foldermirrorplugin.h"

#include "app/plugins/foldermirror/mirrorparts.h"
#include "core/plugins/api/parameterreader.h"

#include <QtCore/QDebug>

namespace qontroller::foldermirror {

tl::expected<ControllerParts, std::string> FolderMirrorPlugin::create(
    const QJsonObject &parameters, const ControllerContext &context)
{
    std::filesystem::path source;
    std::filesystem::path target;
    auto compare = ContentCheck::OfChanges;
    bool compareContent = false;
    auto newTarget = NewTarget::Allowed;
    bool durable = true;
    Duration deletionDelay = Absences::Patience;
    std::vector<std::string> exclude;
    ParameterReader read(parameters, context.schema);
    read.field("source", source)
        .field("target", target)
        .field("exclude", exclude)
        .field("compare", compare,
               {{"changes", ContentCheck::OfChanges},
                {"times", ContentCheck::ByMetadata},
                {"content", ContentCheck::ByReading}})
        .field("compareContent", compareContent)
        .field("deletionDelay", deletionDelay)
        .field("newTarget", newTarget,
               {{"allowed", NewTarget::Allowed}, {"refused", NewTarget::Refused}})
        .field("durable", durable);
    if (auto problem = read.problem())
        return tl::unexpected(*std::move(problem));
    auto excludes = Excludes::of(exclude);
    if (!excludes)
        return tl::unexpected(excludes.error());
    MirrorOptions options{source.string(),
                          target.string(),
                          compareContent ? ContentCheck::ByReading : compare,
                          durable ? Durability::Flushed : Durability::Left,
                          *std::move(excludes),
                          {}};
    options.deletionDelay = deletionDelay;
    options.newTarget = newTarget;
    options.mark.host = context.host;
    options.mark.controller = context.controllerName;
    options.mark.say = [name = context.controllerName](const std::string &sentence) {
        qWarning("%s: %s", name.c_str(), sentence.c_str());
    };
    if (context.isDryRun)
        options.use = TargetUse::Look;
    return makeMirrorParts(options, context.options);
}

} // namespace qontroller::foldermirror
