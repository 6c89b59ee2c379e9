// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QString>

#include "ui/state/operationref.h"

#include <cstddef>
#include <functional>
#include <map>

namespace qontroller::ui {

/// What an operator can do to operations that are under way.
enum class OperationVerb {
    Start,
    Finish,
    Undo,
    Force
};

/// Why \a verb would be refused for \a operation; empty: it would not.
[[nodiscard]] QString whyNot(OperationVerb verb, const consist::OperationView &operation);

/// The operations that an action is meant for, as they were when an operator asked for it.
struct OperationScope
{
    OperationVerb verb{};
    OperationViews eligible;
    std::map<QString, std::size_t> skipped; ///< how many, by why

    /// Why nothing of a host can be steered; empty: it can.
    using WhyNot = std::function<QString(HostId)>;

    [[nodiscard]] static OperationScope of(OperationVerb verb, const OperationViews &operations,
                                           const WhyNot &whyNotHost = {});
    /// Why nothing would be done; empty: something would.
    [[nodiscard]] QString whyNone() const;
};

} // namespace qontroller::ui
