// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/text/duration.h"
#include "core/engine/api/error.h"
#include "core/engine/api/listerwatcher.h"
#include "core/engine/api/owners.h"
#include "core/members/consist/consistrules.h"

#include <tl/expected.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace qontroller {

/// An operation that the object of an employee asks for.
struct WantedOperation
{
    std::string id; ///< unique for the employee, not empty
    std::string type;
    /// The operator says that the work is done, and that the employee may get traffic again.
    bool isFinished = false;

    friend bool operator==(const WantedOperation &, const WantedOperation &) = default;
};

/// Who does the operations of a type: a program, or a function of the plugin. One of the two.
struct EmployeeOperator
{
    /// With its arguments; the employee's name is one more. Ended with 0 it has finished.
    std::vector<std::string> command = {};
    /// Returns nothing when it has finished, else why it could not. Called from several threads;
    /// may block for as long as the work takes, and ends soon when its stop is requested.
    std::function<std::optional<Error>(std::string_view employee, std::stop_token stop)> call = {};
};

/// What a source has to know again in the next host, as which folder it has listed. The text means
/// nothing to the frame, which keeps it on disk. Both functions, or none: nothing is kept.
struct SourceMemory
{
    /// Takes what text() gave to the host before, if it did. Called before the first list, by the
    /// thread that lists.
    std::function<void(const std::string &text)> restore = {};
    /// As of the last list. Asked after a complete one, if nothing is left of what it lacks: as
    /// long as something is held, the next host is to know what this one knew.
    std::function<std::string()> text = {};
};

/// A place that employees come from, and which employers are to be looked at when one changes.
struct EmployeeSource
{
    /// Part of the employee's name, as `name#site`, if there are several. May be empty.
    std::string site;
    /// Required.
    std::shared_ptr<ListerWatcher> listerWatcher;
    /// Required. Which employers an employee of this source may belong to.
    std::shared_ptr<OwnerRelation> employers;
    /// Whether a change means anything to the adapter. Empty: each does.
    std::function<bool(EventType, std::string_view id, Version)> predicate;
    SourceMemory memory = {};
};

/// How a consist controller runs, besides ControllerOptions. Plain values; see validate().
struct ConsistOptions
{
    /// Calls of one list are made in batches of 1, 2, 4, 8 …, which stop growing when one of them
    /// failed, so that a provider in trouble is not hit by a thousand calls at once. Whole: one
    /// call with the whole list, for providers that take a list at a stroke.
    enum class Batching : std::uint8_t {
        Growing,
        Whole,
    };

    /// What employees are, in the names of their marks: `kind/namespace/name`. Two controllers
    /// that serve the same employees give the same kind. Not empty, no `/`.
    std::string employeeKind = "employee";

    /// Employees are protected and drained before they are operated on. Taking it away takes all
    /// marks of this controller away, with the next pass over each employer.
    bool followLifecycle = true;

    /// The employer's record names the employees that carry a mark, held ones too. The marks
    /// themselves are on disk in any case.
    bool recordProtection = true;
    /// … those that it selects.
    bool recordExpected = false;
    /// … the status of each item: ConsistAdapter::statusOfEmployee() and its like.
    bool recordStatuses = true;
    /// … what went wrong in the last pass.
    bool recordErrors = true;

    /// A pass of which some items failed comes again after this, and counts as no failure of
    /// the employer. 0: it does, and comes again after the back-off.
    Duration retryInterval = Duration::zero();

    Batching batching = Batching::Growing;

    /// A member that is as it should be but for its last traffic, which servesTraffic() shows,
    /// is looked at again after this. More than 0.
    Duration lookInterval = std::chrono::milliseconds(500);

    /// What has to be true before an operation is permitted. Unless others are given: one member of
    /// an employer at a time.
    ConsistRules preCheck{EmployeeShare{1}, {}, {}, {}};
    /// What has to be true before an employee that was operated on gets traffic again. Only its
    /// labels and its command count.
    ConsistRules postCheck;
    /// Types of operations of which several may run on one employee at a time.
    std::set<std::string> sharedTypes;
    /// A drain that took longer than this is *stuck in drain*, and may be forced. More than 0.
    Duration drainDeadline = std::chrono::minutes(5);

    /// The labels of an employee, by their names. Required if a rule asks for labels. Called
    /// from several threads; may block; what it throws is a rule that does not hold.
    std::function<std::map<std::string, std::string>(std::string_view employee)> labelsOf;
    /// Whether an operation may begin on an employee that the rules would let go: nothing, or a
    /// sentence that says what stands against it. Empty: it always may. Called from several
    /// threads; may block; what it throws stands against it.
    std::function<std::optional<Error>(std::string_view employee)> mayBegin;
    /// Deletes an employee for good, once it gets no traffic; returns nothing, or why it
    /// could not. Idempotent. Empty: this controller cannot delete employees. Called from several
    /// threads, for one employee from one at a time; may block.
    std::function<std::optional<Error>(std::string_view employee)> deleteEmployee;

    /// The operations that the object of an employee asks for, which need not be begun by hand
    /// then. Level-triggered: each is done once for as long as it is in the list, and one that
    /// left the list unfinished is undone. An employee that is gone asks for nothing; what may be
    /// worked on then is not undone before it is back or an operator ends it. Empty: the
    /// objects ask for none. Called when the employee's source speaks of it, from several
    /// threads, for one employee from one at a time; may block. From an error nothing is
    /// concluded, and it is asked again.
    std::function<tl::expected<std::vector<WantedOperation>, Error>(std::string_view employee)>
        operationsOf;
    /// By type: what does an operation as soon as it may begin, and again after a failure, so it
    /// must be idempotent. A program is ended after half an hour. Operations of other types are
    /// started and finished by an operator: a person or another program.
    std::map<std::string, EmployeeOperator> operate;
    /// Whether this host may do operations now, also those that it began in an earlier life:
    /// nothing, or a sentence that says why not, as that another host has the employees. Empty: it
    /// always may. Asked before each; called from several threads; may block.
    std::function<std::optional<Error>()> mayWork;

    /// Members that vanish in such a number that their source is more likely broken than they are
    /// gone are held: see isMassRemoval(). False: those that are missing are gone.
    bool massRemovalGuard = true;

    /// Where employees come from: one source, or one for each site.
    std::vector<EmployeeSource> employees;
    /// Whether a change of an employer means anything to the adapter. Empty: each does.
    std::function<bool(EventType, std::string_view id, Version)> employerPredicate;
    /// Of their source.
    SourceMemory employerMemory = {};
};

/// The name of employee \a name of \a site: `name#site`, or the name where there is one source.
[[nodiscard]] std::string employeeAtSite(std::string_view name, std::string_view site);

/// What employeeAtSite() was made from. Without a `#` the site is empty.
struct SitedEmployee
{
    std::string_view name;
    std::string_view site;
};
[[nodiscard]] SitedEmployee splitSite(std::string_view employee);

/// What is wrong with \a options, as a sentence that begins with the field's name; nothing if
/// all is well.
[[nodiscard]] std::optional<std::string> validate(const ConsistOptions &options);

} // namespace qontroller
