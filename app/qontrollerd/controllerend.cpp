// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/qontrollerd/controllerend.h"

#include "core/engine/observe/events/shortform.h"

namespace qontroller {

std::string listTrouble(const ControllerStatus &status)
{
    const ListStatus &lists = status.lists;
    switch (lists.last) {
    case ListEnd::None: return "no list has ended: its objects are not known";
    case ListEnd::Failed:
        if (lists.isForeign)
            return "another controller owns what it works on: " + shortForm(lists.why);
        return (lists.wasComplete ? "the last " : "no list was complete, and the last ")
               + (lists.failures > 1 ? std::to_string(lists.failures) + " lists have failed: "
                                     : "list has failed: ")
               + shortForm(lists.why);
    case ListEnd::Partial:
        return "the last list was not complete, so deletions wait: " + shortForm(lists.why);
    case ListEnd::Complete: break;
    }
    return lists.isUnderWay() ? "a list does not end although it was asked to stop" : "";
}

bool isTroubled(const ControllerStatus &status)
{
    return status.troubled() > 0 || !listTrouble(status).empty();
}

bool restsPaused(const ControllerStatus &status)
{
    return status.state == ControllerState::Paused && status.hasListed
           && status.gauges.running == 0;
}

bool isGivenUp(const ControllerStatus &status, std::uint64_t mostFailed)
{
    return !status.hasListed && status.lists.failures >= mostFailed;
}

} // namespace qontroller
