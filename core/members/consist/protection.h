// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/members/consist/employeekey.h"

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// When an employee carries a protection mark: as long as it may get traffic through an employer.
/// Pure.
namespace qontroller::consist {

/// The mark of one employer on one employee.
struct Mark
{
    enum class State : std::uint8_t {
        None,
        Claimed, ///< it may get traffic: a call was about to be made, and none has confirmed
        Put,     ///< it gets traffic: the provider said so
    };

    State state = State::None;
    /// The employee's items at the provider, whose ids there need not contain its name.
    std::set<std::string, std::less<>> ids;

    friend bool operator==(const Mark &, const Mark &) = default;
};

/// All marks of one employer: also its record of whom it protects.
using EmployerMarks = std::map<EmployeeKey, Mark>;

/// In which list of a pass an item ended.
enum class Fate : std::uint8_t {
    Created,
    Updated,
    Unchanged,
    Deleted,
    Failed, ///< of any of them, or not tried
};
inline constexpr int FateCount = 5;

enum class MarkVerdict : std::uint8_t {
    Put,
    TakeAway,
    Hold,
};

/// The mark goes away only if the provider confirmed that the traffic is gone.
[[nodiscard]] constexpr MarkVerdict verdictOf(Fate fate, bool servesTraffic)
{
    if (fate == Fate::Failed)
        return MarkVerdict::Hold;
    return servesTraffic && fate != Fate::Deleted ? MarkVerdict::Put : MarkVerdict::TakeAway;
}

/// What happened to one item of an employee, which may have several.
struct ItemFate
{
    EmployeeKey employee;
    std::string_view id;
    Fate fate;
    bool servesTraffic; ///< as it is expected to be
};

/// What an employee's mark is to be.
struct MarkChange
{
    EmployeeKey employee;
    Mark mark; ///< State::None: to be taken away

    friend bool operator==(const MarkChange &, const MarkChange &) = default;
};

/// What changes about \a marks, in the order of the employees. \a fates has every item that was
/// expected or current; an employee with a mark and without an item there is gone from the
/// provider. An employee is protected for as long as one of its items is.
[[nodiscard]] std::vector<MarkChange> marksAfter(const EmployerMarks &marks,
                                                 std::vector<ItemFate> fates);

/// An employee that may get traffic from the next call on, or gets it already.
struct MarkClaim
{
    /// What has to be true for the claim.
    enum class Condition : std::uint8_t {
        /// It gets traffic from now on: its gate has to be open, so that no one is about to
        /// operate on it, and it must not have been deleted since the pass began.
        GateOpen,
        Always, ///< it gets traffic already
        /// Its traffic is taken away because its gate is closed, so the gate must still be closed:
        /// an employee that has come back into service counts as available in rules of others.
        /// From now on it is unknown whether it gets traffic.
        GateClosed,
    };

    EmployeeKey employee;
    std::string id;
    Condition condition = Condition::GateOpen;

    friend bool operator==(const MarkClaim &, const MarkClaim &) = default;
};

/// Whether a claim has to be written to disk before a call lets traffic through item \a id to
/// \a employee. False if it is there already.
[[nodiscard]] bool needsClaim(const EmployerMarks &marks, const EmployeeKey &employee,
                              std::string_view id);

/// \a mark with \a claim added, as it is written.
[[nodiscard]] Mark claimed(Mark mark, const MarkClaim &claim);

} // namespace qontroller::consist
