// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/process/processplugin.h"

#include "app/plugins/process/processparts.h"
#include "core/plugins/api/parameterreader.h"

#include <QtCore/QDebug>

#include <dlfcn.h>

#include <filesystem>
#include <stdexcept>

namespace qontroller::supervision {

namespace {

namespace fs = std::filesystem;

/// Beside the folder that this plugin was loaded from.
std::string logWriter()
{
    Dl_info here{};
    if (::dladdr(reinterpret_cast<const void *>(&logWriter), &here) == 0)
        throw std::runtime_error("the linker does not say where this plugin is");
    return fs::absolute(here.dli_fname).parent_path().parent_path() / "qontroller-logwriter";
}

} // namespace

tl::expected<ControllerParts, std::string> ProcessPlugin::create(const QJsonObject &parameters,
                                                                 const ControllerContext &context)
{
    ProcessOptions options;
    ParameterReader read(parameters, context.schema);
    read.field("folder", options.folder)
        .field("state", options.state)
        .field("deletionDelay", options.deletionDelay)
        .field("onStop", options.onStop, {{"stop", OnStop::Stop}, {"keep", OnStop::Keep}});
    if (auto problem = read.problem())
        return tl::unexpected(*std::move(problem));
    if (options.folder == options.state)
        return tl::unexpected(std::string("state must be another folder than folder"));
    options.logWriter = logWriter();
    options.mark.host = context.host;
    options.mark.controller = context.controllerName;
    options.mark.say = [name = context.controllerName](const std::string &sentence) {
        qWarning("%s: %s", name.c_str(), sentence.c_str());
    };
    if (context.isDryRun)
        options.use = StateFolder::Use::Look;
    return makeProcessParts(options);
}

} // namespace qontroller::supervision
