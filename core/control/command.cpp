// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/control/command.h"

#include "core/base/duration.h"

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
    std::string operator()(const SetWorkers &a) const
    {
        return "set workers to " + std::to_string(a.workers);
    }
    std::string operator()(const SetResyncInterval &a) const
    {
        return "set resyncInterval to " + lengthInWords(a.interval);
    }
    std::string operator()(const SetMaxRetries &a) const
    {
        return "set maxRetries to " + std::to_string(a.maxRetries);
    }
    std::string operator()(const SetRetryRate &a) const
    {
        return "set retryRate to " + std::to_string(a.rate) + ", retryBurst to "
               + std::to_string(a.burst);
    }
    std::string operator()(const ChangeOptions &) const { return "change options"; }
    std::string operator()(const ResyncNow &) const { return "resync now"; }
    std::string operator()(const RemoveController &) const { return "drain and remove controller"; }
    std::string operator()(const EndDrain &) const { return "end drain"; }
};

} // namespace

ControllerOptions withLiveOptions(const ControllerOptions &running, ControllerOptions wanted)
{
    wanted.handlerTimeout = running.handlerTimeout;
    wanted.priorities = running.priorities;
    wanted.ageing = running.ageing;
    wanted.keepLastObject = running.keepLastObject;
    return wanted;
}

ControllerOptions withChange(ControllerOptions options, const Action &action)
{
    if (const auto *workers = std::get_if<SetWorkers>(&action))
        options.workers = workers->workers;
    if (const auto *resync = std::get_if<SetResyncInterval>(&action))
        options.resyncInterval = resync->interval;
    if (const auto *retries = std::get_if<SetMaxRetries>(&action))
        options.maxRetries = retries->maxRetries;
    if (const auto *rate = std::get_if<SetRetryRate>(&action)) {
        options.retryRate = rate->rate;
        options.retryBurst = rate->burst;
    }
    if (const auto *all = std::get_if<ChangeOptions>(&action))
        options = withLiveOptions(options, all->options);
    return options;
}

std::string describe(const Action &action)
{
    return std::visit(Describe{}, action);
}

} // namespace qontroller
