// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/process/processplugin.h"

#include "app/plugins/process/processparts.h"

namespace qontroller::supervision {

tl::expected<ControllerParts, std::string> ProcessPlugin::create(const QJsonObject &parameters,
                                                                 const ControllerContext &)
{
    const auto text = [&](const char *key) {
        return parameters.value(QLatin1String(key)).toString().toStdString();
    };
    ProcessOptions options{text("folder"), text("state"),
                           text("onStop") == "keep" ? OnStop::Keep : OnStop::Stop};
    if (options.folder == options.state)
        return tl::unexpected(std::string("state must be another folder than folder"));
    return makeProcessParts(options);
}

} // namespace qontroller::supervision
