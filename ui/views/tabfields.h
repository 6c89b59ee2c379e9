// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/tabs.h"

#include "core/engine/filter/filterfields.h"

namespace qontroller::ui {

/// What rows heed of a filter.
struct Heeded
{
    FilterFields fields = AllFilterFields; ///< that they have
    QString whyNotAll = {};                ///< a sentence; empty: they have all
};

/// The fields of a filter that the rows of \a tab have.
[[nodiscard]] FilterFields fieldsOf(Tabs::Tab tab);
[[nodiscard]] Heeded heededBy(Tabs::Tab tab);

} // namespace qontroller::ui
