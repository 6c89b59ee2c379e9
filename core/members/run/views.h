// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/members/consist/consistoptions.h"
#include "core/members/consist/lifecycleport.h"
#include "core/members/run/books.h"
#include "core/members/run/facts.h"

#include <vector>

/// What an operator sees of the books. Pure.
namespace qontroller::consist {

/// Adds the operations on \a key.
void addOperations(const Books &books, const EmployeeKey &key, const Around &around,
                   std::vector<OperationView> &views);

/// Of an employer's last pass: something went wrong.
[[nodiscard]] bool isInTrouble(const ConsistRecord &record);

/// Without the types of operations.
[[nodiscard]] std::vector<EmployerSummary> employersIn(const Books &books);

/// \a options are those of its controller; null: it does not run.
[[nodiscard]] EmployerView employerIn(const Books &books, const EmployerName &name,
                                      const ConsistOptions *options);

} // namespace qontroller::consist
