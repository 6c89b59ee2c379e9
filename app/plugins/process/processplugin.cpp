// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/process/processplugin.h"

#include "app/plugins/process/processparts.h"
#include "core/pluginapi/parameterreader.h"

namespace qontroller::supervision {

tl::expected<ControllerParts, std::string> ProcessPlugin::create(const QJsonObject &parameters,
                                                                 const ControllerContext &context)
{
    ProcessOptions options;
    ParameterReader read(parameters, context.schema);
    read.field("folder", options.folder)
        .field("state", options.state)
        .field("onStop", options.onStop, {{"stop", OnStop::Stop}, {"keep", OnStop::Keep}});
    if (auto problem = read.problem())
        return tl::unexpected(*std::move(problem));
    if (options.folder == options.state)
        return tl::unexpected(std::string("state must be another folder than folder"));
    return makeProcessParts(options);
}

} // namespace qontroller::supervision
