// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/control/acknowledgement.h"
#include "core/engine/observe/controllers/attention.h"

#include <optional>
#include <string>

namespace qontroller {

/// An attention, and whose it is.
struct Need
{
    std::string controller; ///< empty: of the host
    Attention attention;
    std::optional<Acknowledgement> acknowledged = {};

    [[nodiscard]] const AttentionFacts &facts() const { return factsOf(attention.kind); }
    [[nodiscard]] std::string key() const { return keyOf(controller, attention); }
};

} // namespace qontroller
