// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/faults/callforeign.h"
#include "core/base/text/text.h"
#include "core/plugins/json/secrets.h"
#include "core/plugins/load/pluginlibrary.h"
#include "core/plugins/load/pluginmetadata.h"

#include <string>
#include <type_traits>
#include <utility>

namespace qontroller {

/// Calls \a create, which makes what the plugin of \a metadata makes of \a parameters. What it
/// throws is the plugin's fault, what it returns as an error is that of the parameters. No error
/// repeats a secret parameter.
template<class Create>
[[nodiscard]] auto callCreate(const PluginMetadata &metadata, const QJsonObject &parameters,
                              Create create)
    -> tl::expected<typename std::invoke_result_t<Create>::value_type, PluginFault>
{
    auto made = callForeign(std::move(create));
    if (made && *made)
        return *std::move(*made);
    std::string why = made ? orUnsaid(std::move(made->error()), "create() of the plugin")
                           : "the plugin " + metadata.id + " threw \"" + made.error().text
                                 + "\" instead of saying what is wrong";
    why = secretsIn(metadata.parameters, parameters).concealed(std::move(why));
    return tl::unexpected(PluginFault{cutText(std::move(why)), !made});
}

} // namespace qontroller
