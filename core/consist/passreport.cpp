// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/consist/passreport.h"

#include <iterator>

namespace qontroller::consist {

namespace {

template<class T>
void append(std::vector<T> more, std::vector<T> &all)
{
    all.insert(all.end(), std::move_iterator(more.begin()), std::move_iterator(more.end()));
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
    return record;
}

PassFindings findingsOf(const PassEnd &end)
{
    PassFindings findings;
    findings.error = end.error;
    findings.gatesClosed = end.gatesClosed;
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
