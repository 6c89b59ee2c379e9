// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/conformance/checks/check.h"

#include "core/plugins/json/jsontext.h"

#include <algorithm>

namespace qontroller::conformance {

std::span<const Check> checks()
{
    static const std::vector<Check> all{
        {"creates",
         "making a controller touches nothing outside the process",
         "leave files, folders and connections to the parts: create() only reads its parameters",
         {},
         checkCreates},
        {"stops",
         "every call returns soon after it was asked to stop",
         "look at the stop token wherever a call waits, and pass it on to what it calls",
         {},
         checkStops},
        {"lists",
         "a list that calls itself complete has all that exists, and every id is UTF-8",
         "give ListResult::complete() only when every id that exists was given, else partial() or "
         "failed()",
         {},
         checkLists},
        {"watch",
         "what changes after ready() is seen without a list",
         "say ready() once, when nothing can be missed any more, and tell of each object that was "
         "created, modified or deleted from then on",
         {"stops", "lists"},
         checkWatch},
        {"adds",
         "handling an object makes the world match it",
         "make the world match before Outcome::done() is returned",
         {},
         checkAdds},
        {"idempotent",
         "a call that comes again changes nothing and does not fail",
         "look at what is there and change only what differs; removing what is not there is done",
         {"adds"},
         checkIdempotent},
        {"drift",
         "what another party damaged is mended",
         "compare with what is there now, not with what was done before",
         {"lists", "idempotent"},
         checkDrift},
        {"state",
         "nothing depends on what an instance remembers",
         "keep nothing between calls that the next call believes instead of looking",
         {"idempotent", "drift"},
         checkState},
        {"objects",
         "an object is not changed by being handled",
         "treat the object as constant: copy what is to be changed",
         {"state"},
         checkObjects},
        {"deletions",
         "what is deleted is cleaned up, also when its event is lost, and nothing else",
         "clean up in remove() whatever add() may have made for this object, list only what "
         "exists, "
         "and let get() say gone() of what does not, or assumed() if it cannot tell",
         {"stops", "lists", "idempotent"},
         checkDeletions},
        {"leftovers",
         "what was deleted while nothing ran is cleaned up",
         "let list() name with addLeftover() what is there and should not be; if it cannot, say "
         "\"leftovers\": false",
         {"deletions"},
         checkLeftovers},
        {"cancels",
         "a call that was cut short is made up for by the next",
         "leave nothing behind when a call stops half-way that the next one takes for done",
         {"stops", "idempotent", "deletions"},
         checkCancels},
        {"outage",
         "while the source cannot be reached nothing counts as deleted",
         "say failed() when it cannot be read: complete() and gone() delete",
         {"lists", "idempotent"},
         checkOutage},
        {"converges",
         "everything gets in order, and stays so, however events, lists and calls go wrong",
         "make each call right by itself, from what is there when it is made",
         {"stops", "idempotent", "state", "cancels"},
         checkConverges},
        {"descriptors",
         "an instance that has ended leaves no descriptor open",
         "close what a call has opened before it returns, and what the parts keep open when they "
         "end; also when a call was asked to stop",
         {"stops", "idempotent"},
         checkDescriptors},
        {"threads",
         "an instance that has ended leaves no thread running",
         "join what a call has started before it returns, and what the parts keep running when "
         "they end: detach nothing",
         {"stops", "idempotent"},
         checkThreads},
        {"unchanged",
         "a pass changes nothing at the provider when nothing has changed",
         "make the items of the two sides equal when the provider has what is wanted: leave out of "
         "them what the provider alone decides",
         {"adds"},
         checkUnchanged},
        {"recovers",
         "after calls that failed in part the provider gets what is expected",
         "say of each item what became of it, and make each call right when it comes again",
         {"unchanged"},
         checkRecovers},
        {"drains",
         "no operation on a member begins while it has traffic",
         "expect a member without traffic unless ConsistEmployer::mayServe(), say servesTraffic() "
         "of each that gets some, for as long as its sessions last, and name it as succeeded when "
         "the provider has confirmed",
         {"unchanged"},
         checkDrains},
        {"cleanup",
         "what an employer had at the provider goes with it",
         "give in currentEmployers() and currentEmployees() all that the provider has for the "
         "employer, also when nothing expects it",
         {"unchanged"},
         checkCleanup},
    };
    return all;
}

const Check *findCheck(std::string_view name)
{
    const auto it = std::ranges::find(checks(), name, &Check::name);
    return it == checks().end() ? nullptr : &*it;
}

std::string namesOfChecks()
{
    std::vector<std::string> names;
    for (const Check &check : checks())
        names.emplace_back(check.name);
    return enumerate(names);
}

void needWorld(const Bench &bench)
{
    if (!bench.subject().world)
        notRun("needs \"world\" in " + bench.subject().file
               + ": commands that change and show what the plugin works on; see --help");
}

const ConsistAccess &needConsist(const Instance &instance)
{
    if (!instance.consist())
        notRun("is for consist controllers");
    return *instance.consist();
}

} // namespace qontroller::conformance
