// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/api/error.h"
#include "core/engine/api/objectid.h"
#include "core/members/consist/consistrecord.h"
#include "core/members/consist/protection.h"

#include <tl/expected.hpp>

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace qontroller::consist {

/// What is on disk about one employer.
struct EmployerBook
{
    bool hasCleanUpMark = false;
    std::string memo; ///< ConsistAdapter::recordOf()
    EmployerMarks marks;
    std::vector<EmployeeKey> expectedBy; ///< sorted: the employees that carry its expected-by mark
    ConsistRecord record;

    friend bool operator==(const EmployerBook &, const EmployerBook &) = default;
};

/// What passes of one controller keep on disk: a store without its files.
///
/// Each function is one transaction, on disk when it returns, and thread-safe. An error is a
/// sentence; nothing has changed then. It notes since when a mark is there, from its first claim
/// on, and since when an employee is expected: what Holder::since shows. Gates follow from
/// lifecycles in the same store, so that claim() and the closing of a gate exclude each other.
class Ledger
{
public:
    template<class T>
    using Result = tl::expected<T, Error>;

    virtual ~Ledger() = default;

    /// Never null: an employer that is not known has an empty book. Shared and immutable, so that
    /// a pass that changes nothing copies nothing.
    [[nodiscard]] virtual Result<std::shared_ptr<const EmployerBook>> read(
        const ObjectId &employer) = 0;
    /// Sorted. Of all employers: few at a time are closed. What is operated on for an employer of
    /// this controller under another kind is closed under \a kind, too: the kind of its members may
    /// have been another one when the operation began.
    [[nodiscard]] virtual Result<std::vector<EmployeeKey>> closedGates(std::string_view kind) = 0;

    /// Sorted. Those that were deleted and are still known.
    [[nodiscard]] virtual Result<std::vector<EmployeeKey>> goneEmployees() = 0;

    /// The employer stays until its resource is cleaned up; \a memo is kept with the mark.
    virtual Result<void> takeCleanUpMark(const ObjectId &employer, std::string_view memo) = 0;
    /// The employees that carry the expected-by mark of \a employer are exactly these.
    virtual Result<void> setExpectedBy(const ObjectId &employer,
                                       std::span<const EmployeeKey> employees) = 0;
    /// Writes, in one transaction with the gates, each of \a claims of which the condition holds:
    /// see claimed(). Returns the employees of the others, sorted.
    [[nodiscard]] virtual Result<std::vector<EmployeeKey>> claim(
        const ObjectId &employer, std::span<const MarkClaim> claims) = 0;
    virtual Result<void> change(const ObjectId &employer, std::span<const MarkChange> changes) = 0;
    virtual Result<void> write(const ObjectId &employer, const ConsistRecord &record) = 0;
    /// The last step: nothing of this employer is left but what others hold.
    virtual Result<void> releaseCleanUpMark(const ObjectId &employer) = 0;
};

} // namespace qontroller::consist
