// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/callforeign.h"
#include "core/base/text.h"
#include "core/json/secrets.h"
#include "core/plugins/pluginmetadata.h"

#include <string>
#include <type_traits>
#include <utility>

namespace qontroller {

/// Calls \a create, which makes what the plugin of \a metadata makes of \a parameters. An exception
/// becomes an error like those that it returns, and no error repeats a secret parameter.
template<class Create>
[[nodiscard]] std::invoke_result_t<Create> callCreate(const PluginMetadata &metadata,
                                                      const QJsonObject &parameters, Create create)
{
    auto made = callForeign(std::move(create));
    if (made && *made)
        return *std::move(made);
    std::string why = made ? orUnsaid(std::move(made->error()), "create() of the plugin")
                           : "the plugin " + metadata.id + " threw \"" + made.error().text
                                 + "\" instead of saying what is wrong";
    why = secretsIn(metadata.parameters, parameters).concealed(std::move(why));
    return tl::unexpected(cutText(std::move(why)));
}

} // namespace qontroller
