// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QString>

#include "core/members/consist/lifecycleport.h"

#include <vector>

/// All that is known of an operation, a member or an employer, as lines of text. Times are those
/// of the clock, so that the text changes only when what it says does.
namespace qontroller::ui {

using EmployerViews = std::vector<consist::EmployerView>;

/// \a employers: those of its member that are known.
[[nodiscard]] QString detailsOf(const consist::OperationView &view, const EmployerViews &employers);
/// \a operations: all there are.
[[nodiscard]] QString detailsOf(const consist::EmployeeKey &member, const EmployerViews &employers,
                                const std::vector<consist::OperationView> &operations);
[[nodiscard]] QString detailsOf(const consist::EmployerView &employer);

/// As on a clock of today, else with its date.
[[nodiscard]] QString clockTime(WallTime time);

} // namespace qontroller::ui
