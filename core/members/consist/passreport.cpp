// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/members/consist/passreport.h"

#include <algorithm>
#include <iterator>

namespace qontroller::consist {

namespace {

template<class T>
void append(std::vector<T> more, std::vector<T> &all)
{
    all.insert(all.end(), std::move_iterator(more.begin()), std::move_iterator(more.end()));
}

std::string sentenceOnHeld(const PassEnd &end)
{
    constexpr std::size_t Named = 3;
    std::string names;
    for (const EmployeeKey &key : end.held.first(std::min(end.held.size(), Named)))
        names.append(names.empty() ? "" : ", ").append(key.qualifiedName());
    if (end.held.size() > Named)
        names += " …";
    return cutText(
        std::to_string(end.held.size()) + " of " + std::to_string(end.selected.size())
        + " members have vanished, and nobody has said that they were deleted (" + names
        + "): they are held as they are. Bring back what they come from, or delete those "
          "that have gone (Operations, Delete Member)");
}

} // namespace

ConsistRecord recordOf(const PassEnd &end, const ConsistOptions &options)
{
    ConsistRecord record;
    for (SideSync *side : {&end.resource, &end.members}) {
        if (options.recordErrors) {
            append(side->sentences(), record.errors);
            append(side->failures(), record.failures);
        }
        if (options.recordStatuses)
            append(side->statuses(), record.statuses);
    }
    if (options.recordErrors && end.error)
        record.errors.push_back(end.error->text);
    if (options.recordProtection) {
        record.protectedEmployees.reserve(end.marks.size());
        for (const auto &[key, mark] : end.marks)
            record.protectedEmployees.push_back(key.text());
    }
    if (options.recordExpected) {
        for (const EmployeeKey &key : end.selected)
            record.expectedEmployees.push_back(key.text());
    }
    record.downEmployees = end.down;
    for (const EmployeeKey &key : end.held)
        record.heldEmployees.push_back(key.text());
    if (options.recordErrors && !end.held.empty())
        record.errors.push_back(sentenceOnHeld(end));
    return record;
}

PassFindings findingsOf(const PassEnd &end)
{
    PassFindings findings;
    findings.error = end.error;
    findings.gatesClosed = end.gatesClosed;
    findings.isUnsure = end.isUnsure;
    if (!end.held.empty())
        findings.held = sentenceOnHeld(end);
    for (const SideSync *side : {&end.resource, &end.members}) {
        if (!findings.error)
            findings.error = side->error();
        findings.failures += side->failures().size();
        const auto sentences = side->sentences();
        if (findings.firstFailure.empty() && !sentences.empty())
            findings.firstFailure = sentences.front();
        if (!side->thoseDraining().empty())
            findings.firstDraining = side->thoseDraining().front().name;
        const Duration again = side->lookAgain();
        const bool isFirst = findings.lookAgain == Duration::zero();
        if (again > Duration::zero() && (isFirst || again < findings.lookAgain))
            findings.lookAgain = again;
    }
    return findings;
}

} // namespace qontroller::consist
