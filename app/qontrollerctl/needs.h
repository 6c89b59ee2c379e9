// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/qontrollerctl/statuslines.h"
#include "core/engine/observe/controllers/attention.h"

#include <string>
#include <vector>

namespace qontroller {

/// What somebody may have to do something about.
struct Need
{
    std::string controller; ///< empty: of the host
    Attention attention;

    [[nodiscard]] const AttentionFacts &facts() const { return factsOf(attention.kind); }
    /// Tells it from all others of its host: `photos/held`, `web/stuck-drain/op-7`.
    [[nodiscard]] std::string key() const;
};

/// Of the host that says \a status, what is worst first; of what is as bad the newest, and last
/// those whose begin is not known. Nothing that passes by itself.
[[nodiscard]] std::vector<Need> needsOf(const StatusAnswer &status);

/// `needs`.
[[nodiscard]] CtlAnswer showNeeds(const CtlLine &line, CtlHost host);

} // namespace qontroller
