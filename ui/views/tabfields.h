// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/tabs.h"

#include "core/engine/filter/filterfields.h"

namespace qontroller::ui {

/// The fields of a filter that the rows of \a tab have.
[[nodiscard]] FilterFields fieldsOf(Tabs::Tab tab);
/// Why \a tab leaves out the other fields: a sentence.
[[nodiscard]] QString whyNotAllFields(Tabs::Tab tab);

} // namespace qontroller::ui
