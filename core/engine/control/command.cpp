// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/control/command.h"

#include "core/base/text/duration.h"

#include <algorithm>

namespace qontroller {

namespace {

std::string objects(const Ids &ids, const char *what = "object")
{
    return std::to_string(ids.size()) + ' ' + what + (ids.size() == 1 ? "" : "s");
}

std::string heldObjects(const Ids &ids)
{
    return ids.empty() ? "all held objects" : objects(ids, "held object");
}

std::string until(const std::optional<Duration> &expiry, const std::string &reason)
{
    std::string text;
    if (expiry)
        text += " for " + lengthInWords(*expiry);
    if (!reason.empty())
        text += ": " + reason;
    return text;
}

struct Describe
{
    std::string operator()(const PauseItems &a) const
    {
        return "pause " + objects(a.ids) + until(a.expiry, a.reason);
    }
    std::string operator()(const ResumeItems &a) const { return "resume " + objects(a.ids); }
    std::string operator()(const RequeueItems &a) const { return "requeue " + objects(a.ids); }
    std::string operator()(const DiscardItems &a) const { return "discard " + objects(a.ids); }
    std::string operator()(const RemoveHeld &a) const { return "remove " + heldObjects(a.ids); }
    std::string operator()(const KeepHeld &a) const { return "keep " + heldObjects(a.ids); }
    std::string operator()(const PauseController &a) const
    {
        return "pause controller" + until(a.expiry, a.reason);
    }
    std::string operator()(const ResumeController &) const { return "resume controller"; }
    std::string operator()(const SetOptions &a) const
    {
        std::string text;
        for (const OptionChange &each : a.changes)
            text += (text.empty() ? "set " : ", ") + each.option->fullName() + " to "
                    + valueText(each.value);
        return text;
    }
    std::string operator()(const ResyncNow &) const { return "resync now"; }
    std::string operator()(const RemoveController &) const { return "drain and remove controller"; }
    std::string operator()(const EndDrain &) const { return "end drain"; }
};

} // namespace

ControllerOptions withLiveOptions(const ControllerOptions &running, ControllerOptions wanted)
{
    for (const ControllerOption &each : optionTable()) {
        if (!each.isLive)
            each.set(wanted, each.in(running));
    }
    return wanted;
}

SetOptions setOptions(const ControllerOptions &options, const ControllerOptions &wanted)
{
    SetOptions set;
    for (const ControllerOption &each : optionTable()) {
        if (each.isLive && each.in(options) != each.in(wanted))
            set.changes.push_back({&each, each.in(wanted)});
    }
    return set;
}

ControllerOptions withChange(ControllerOptions options, const Action &action)
{
    if (const auto *set = std::get_if<SetOptions>(&action)) {
        for (const OptionChange &each : set->changes)
            each.option->set(options, each.value);
    }
    return options;
}

bool namesWorkers(const Action &action)
{
    const auto *set = std::get_if<SetOptions>(&action);
    const ControllerOption *workers = &optionOf(&ControllerOptions::workers);
    return set
           && std::ranges::find(set->changes, workers, &OptionChange::option) != set->changes.end();
}

std::string describe(const Action &action)
{
    return std::visit(Describe{}, action);
}

} // namespace qontroller
