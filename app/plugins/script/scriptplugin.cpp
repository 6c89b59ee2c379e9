// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/script/scriptplugin.h"

#include "app/plugins/script/scriptparameters.h"
#include "app/plugins/script/scriptparts.h"

namespace qontroller::script {

tl::expected<ControllerParts, std::string> ScriptPlugin::create(const QJsonObject &parameters,
                                                                const ControllerContext &context)
{
    const auto options = readScriptOptions(parameters);
    if (!options)
        return tl::unexpected(options.error());
    return makeScriptParts(*options, context.controllerName);
}

} // namespace qontroller::script
