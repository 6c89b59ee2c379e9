// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace qontroller::ui {

/// Has a screen reader find rows of the Overview as the items of a list, and which of them is
/// chosen. Again it does nothing.
void tellOfRows();

} // namespace qontroller::ui
