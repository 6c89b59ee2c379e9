// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/members/consist/anyadapter.h"

#include <string>
#include <vector>

namespace qontroller::consist {

/// What one pass found out about an employer, for who looks at it. Each pass writes all of it,
/// so what is mended is gone.
struct ConsistRecord
{
    struct Status
    {
        ConsistSide side{};
        std::string id;
        std::string text;

        friend bool operator==(const Status &, const Status &) = default;
    };
    struct Failure
    {
        ConsistSide side{};
        ConsistVerb verb{};
        std::string id;
        std::string error;

        friend bool operator==(const Failure &, const Failure &) = default;
    };

    /// Sentences: "sync employer failed: create failed: …".
    std::vector<std::string> errors;
    /// Of single items, each with its own error.
    std::vector<Failure> failures;
    std::vector<Status> statuses;
    /// Keys of the employees that carry a mark, held ones too. A list: none is no "".
    std::vector<std::string> protectedEmployees;
    std::vector<std::string> expectedEmployees;
    /// Keys of those that get traffic and cannot take it: ConsistAdapter::isAvailable(). Sorted.
    std::vector<std::string> downEmployees;
    /// Keys of those that have vanished and are kept as they are: see isMassRemoval(). Sorted.
    std::vector<std::string> heldEmployees = {};

    friend bool operator==(const ConsistRecord &, const ConsistRecord &) = default;
};

} // namespace qontroller::consist
