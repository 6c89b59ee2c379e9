// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/api/attempt.h"
#include "core/engine/api/error.h"
#include "core/engine/api/objectid.h"
#include "core/members/consist/applied.h"

#include <tl/expected.hpp>

#include <algorithm>
#include <concepts>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace qontroller {

/// A value that stands for one thing at the provider: an address, a server in a pool.
///
/// Has a member `id`, unique among the expected and among the current items of one employer, and
/// never empty; and `==`, which is true when nothing has to be changed at the provider. So
/// leave out of it what the provider alone decides. An employee may have a member
/// `name`, the employee's own as `name` or `namespace/name`; without it the id is the name.
template<class T>
concept ConsistItem = std::copyable<T> && requires(const T &a, const T &b)
{
    {
        a.id
        } -> std::convertible_to<std::string_view>;
    {
        a == b
        } -> std::convertible_to<bool>;
};

/// Items, or why they could not be read: a hard error, from which nothing is concluded.
template<ConsistItem T>
using ConsistItems = tl::expected<std::vector<T>, Error>;

/// The employer that a call is for. Valid during the call.
struct ConsistEmployer
{
    const ObjectId &id;
    /// The stop token, the deadline and the fence are here.
    const Attempt &attempt;
    /// What the controller's storage gave. Null when the employer is gone; see objectAs().
    std::shared_ptr<const void> object = nullptr;
    /// It was deleted: what it owns is being cleaned up.
    bool isGoing = false;
    /// What ConsistAdapter::recordOf() returned when the employer was still there.
    std::string_view record = {};
    /// Sorted. The names of the employees whose gate is closed, of all employers.
    std::span<const std::string> closed = {};

    /// Whether traffic may flow to \a employee: no operation has closed its gate. Its own
    /// readiness is for the adapter to know.
    [[nodiscard]] bool mayServe(std::string_view employee) const
    {
        return !std::binary_search(closed.begin(), closed.end(), employee, std::less<>());
    }

    /// \a T is the type of the controller's Storage.
    template<class T>
    [[nodiscard]] const T *objectAs() const
    {
        return static_cast<const T *>(object.get());
    }
};

/// Tells what an employer's external resource and its members should be and what they are, and
/// knows how to create, update and delete them. The frame compares, calls, protects, records and
/// decides when to come back.
///
/// \a Employer is the resource (a virtual address), \a Employee a member (a server behind it).
/// Called from several threads at once, for one employer from one at a time. Every function may
/// block and may throw: that is a hard error with the exception's text. What creates, updates
/// and deletes is called with lists that are not empty, in the order of the ids, and must be
/// idempotent: a call may come again after it has succeeded.
template<ConsistItem Employer, ConsistItem Employee>
class ConsistAdapter
{
public:
    using EmployerItem = Employer;
    using EmployeeItem = Employee;

    virtual ~ConsistAdapter() = default;

    /// Who holds the marks of this adapter: unique within the host, the same after a restart.
    [[nodiscard]] virtual std::string controllerName() const = 0;

    // The external resource

    /// Not asked when the employer is going: nothing is expected then.
    [[nodiscard]] virtual ConsistItems<Employer> expectedEmployers(const ConsistEmployer &) = 0;
    /// All that the provider has for this employer, also what nothing expects.
    [[nodiscard]] virtual ConsistItems<Employer> currentEmployers(const ConsistEmployer &) = 0;
    virtual Applied createEmployers(const ConsistEmployer &, const std::vector<Employer> &) = 0;
    /// The items are the expected ones.
    virtual Applied updateEmployers(const ConsistEmployer &, const std::vector<Employer> &) = 0;
    /// The items are the current ones.
    virtual Applied deleteEmployers(const ConsistEmployer &, const std::vector<Employer> &) = 0;

    // Its members: the same five

    /// One whose gate is closed (ConsistEmployer::mayServe()) is expected without traffic; if it
    /// is expected with traffic all the same, it is taken out of the provider instead.
    [[nodiscard]] virtual ConsistItems<Employee> expectedEmployees(const ConsistEmployer &) = 0;
    /// A member that is not given here counts as gone, and its mark is removed. Called once more in
    /// a pass that deleted members or took traffic away: a member that is still there, or still has
    /// traffic, has failed and keeps its mark, whatever the call said. So return what the provider
    /// has, not what it was told. The same holds for currentEmployers() after a deletion.
    [[nodiscard]] virtual ConsistItems<Employee> currentEmployees(const ConsistEmployer &) = 0;
    virtual Applied createEmployees(const ConsistEmployer &, const std::vector<Employee> &) = 0;
    virtual Applied updateEmployees(const ConsistEmployer &, const std::vector<Employee> &) = 0;
    virtual Applied deleteEmployees(const ConsistEmployer &, const std::vector<Employee> &) = 0;

    // What has a default

    /// Whether traffic may reach a member with the values of \a employee: it is on and has weight,
    /// or, of a current one, it still has sessions. Called for expected and for current members. A
    /// current one with traffic that is expected without is updated, whatever `==` says, and no
    /// operation on it begins as long as that is so. By default true: each member that the provider
    /// has gets traffic, so draining takes it out of the provider.
    [[nodiscard]] virtual bool servesTraffic(const Employee &employee) const
    {
        static_cast<void>(employee);
        return true;
    }

    /// Whether a current member that is given traffic can take it, as the provider sees it: its
    /// health check finds it. One that cannot counts as out of service in the rules of operations
    /// on the others.
    [[nodiscard]] virtual bool isAvailable(const Employee &employee) const
    {
        static_cast<void>(employee);
        return true;
    }

    /// The names of the employees that this employer selects. An empty list selects none. By
    /// default: those of the expected employees. One that is expected but not selected is not
    /// expected.
    [[nodiscard]] virtual std::optional<std::vector<std::string>> selectedEmployeeNames(
        const ConsistEmployer &)
    {
        return std::nullopt;
    }

    /// What cleaning up has to know of the employer, for its object may be gone by then. Kept on
    /// disk, and given back as ConsistEmployer::record. At most LongestText.
    [[nodiscard]] virtual std::string recordOf(const ConsistEmployer &) { return {}; }

    /// One line for an operator about an item that is as expected, written down if
    /// ConsistOptions::recordStatuses says so: the current one, or the expected one if it has just
    /// been created or updated.
    [[nodiscard]] virtual std::string statusOfEmployer(const Employer &) const { return {}; }
    [[nodiscard]] virtual std::string statusOfEmployee(const Employee &) const { return {}; }
};

} // namespace qontroller
