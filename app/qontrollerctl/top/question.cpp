// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/qontrollerctl/top/question.h"

#include "app/qontrollerctl/snapshot.h"
#include "core/base/text/readabletext.h"

namespace qontroller::top {

namespace {

std::string asked(const Steering &steering)
{
    const auto *verb = std::get_if<ItemVerb>(&steering.what);
    return (verb ? std::string(factsOf(*verb).name) : describe(std::get<Action>(steering.what)))
           + ' ' + steering.row.text();
}

std::string carryOut(const Steering &steering, const Action &action, CtlHost host)
{
    if (host.ports.submit({steering.controller, action}) == 0)
        return notDone(steering, problemOf(remote::ofChange(host.ports.problem().value())));
    return asked(steering) + ": done";
}

std::string carryOut(const Steering &steering, ItemVerb verb, CtlHost host)
{
    const JobRequest request{verb, {{steering.controller, {steering.row.id}}}, {}, 0, {}};
    const auto begun = host.calls.startJob(request, remote::JobStart::AtOnce);
    return begun ? doneText(steering, begun->job) : notDone(steering, problemOf(begun.error()));
}

} // namespace

std::string RowName::text() const
{
    return readableText(id.empty() ? controller : controller + '/' + id);
}

std::string carryOut(const Steering &steering, CtlHost host)
{
    return std::visit([&](const auto &what) { return carryOut(steering, what, host); },
                      steering.what);
}

std::string notDone(const Steering &steering, const CtlProblem &problem)
{
    return asked(steering)
           + (problem.status == CtlStatus::NotAllowed ? ": not allowed: " : ": not done: ")
           + readableText(problem.sentence);
}

std::string doneText(const Steering &steering, const JobStatus &job)
{
    if (job.eligible == 0)
        return asked(steering) + ": not done: "
               + (job.skipped.empty() ? "it is not known" : readableText(job.skipped.front().why));
    return asked(steering)
           + (factsOf(job.verb).asksForRuns ? ": runs as soon as it can" : ": done");
}

} // namespace qontroller::top
