// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/words/names.h"

#include "core/members/consist/lifecycleport.h"

/// Operations on members and what they wait for, in the operator's words.
namespace qontroller::ui {

[[nodiscard]] QString nameOf(consist::Phase phase);
[[nodiscard]] QString nameOf(consist::MemberState state);

/// One word without spaces, the same in every language: for icon files.
[[nodiscard]] QString keyOf(consist::Phase phase);
[[nodiscard]] QString keyOf(consist::MemberState state);

/// As it is called where its kind is clear: `name` or `namespace/name`.
[[nodiscard]] QString nameOf(const consist::EmployeeKey &member);
/// `web (load-balancer)`.
[[nodiscard]] QString nameOf(const consist::EmployerName &employer);
[[nodiscard]] QStringList namesOf(const std::vector<consist::EmployerName> &employers);

/// It is stuck in drain, or the work for it fails.
[[nodiscard]] bool needsAPerson(const consist::OperationView &view);

/// Its phase, or that it is stuck there, or that the work for it fails.
[[nodiscard]] QString stateText(const consist::OperationView &view);
/// The icon file of the same.
[[nodiscard]] QString stateKey(const consist::OperationView &view);
[[nodiscard]] Severity severityOf(const consist::OperationView &view);
[[nodiscard]] Severity severityOf(consist::MemberState state);
/// Sort order: what needs a person first.
[[nodiscard]] int rankOf(const consist::OperationView &view);

/// What it waits for and for whom, as what follows on "waits for".
[[nodiscard]] QString waitingText(const consist::OperationView &view);
/// Whom it waits for and since when, one a line.
[[nodiscard]] QString waitingDetails(const consist::OperationView &view, WallTime now);
/// Forced, undone, asked for by its object.
[[nodiscard]] QString remarksOn(const consist::Operation &operation);

/// How many more members may go out of service.
[[nodiscard]] QString quotaText(std::size_t left);

} // namespace qontroller::ui
