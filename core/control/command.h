// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/api/objectid.h"
#include "core/api/options.h"
#include "core/base/duration.h"
#include "core/observe/keys.h"

#include <optional>
#include <string>
#include <variant>
#include <vector>

/// What an operator can tell a controller, as values: easy to log, to compare, to undo.
namespace qontroller {

using Ids = std::vector<ObjectId>;

/// Holds items: triggers are remembered, one run follows on resume. The pause of one that is paused
/// ends anew, and keeps its reason unless there is a new one.
struct PauseItems
{
    Ids ids;
    std::optional<Duration> expiry; ///< resumes by itself after this
    std::string reason;
    friend bool operator==(const PauseItems &, const PauseItems &) = default;
};

struct ResumeItems
{
    Ids ids;
    friend bool operator==(const ResumeItems &, const ResumeItems &) = default;
};

/// Runs items now: skips back-off, un-parks; on a running one means one more run
/// after. An id that is not known is looked up as if an event had named it.
struct RequeueItems
{
    Ids ids;
    friend bool operator==(const RequeueItems &, const RequeueItems &) = default;
};

/// Forgets items until a list or an event names them again. Running ones are skipped, and
/// those that owe a removal which is still tried or held: an event says how many. A
/// removal that has failed or is parked is given up with its item, and an event says so.
struct DiscardItems
{
    Ids ids;
    friend bool operator==(const DiscardItems &, const DiscardItems &) = default;
};

/// Lets removals go that the mass-deletion guard holds; no ids: all of them.
struct RemoveHeld
{
    Ids ids;
    friend bool operator==(const RemoveHeld &, const RemoveHeld &) = default;
};

/// Keeps what the mass-deletion guard holds, until it is seen again; no ids: all of it.
struct KeepHeld
{
    Ids ids;
    friend bool operator==(const KeepHeld &, const KeepHeld &) = default;
};

struct PauseController
{
    std::optional<Duration> expiry;
    std::string reason;
    friend bool operator==(const PauseController &, const PauseController &) = default;
};

struct ResumeController
{
    friend bool operator==(const ResumeController &, const ResumeController &) = default;
};

struct SetWorkers
{
    int workers = 0; ///< as ControllerOptions::workers
    friend bool operator==(const SetWorkers &, const SetWorkers &) = default;
};

struct SetResyncInterval
{
    Duration interval{};
    friend bool operator==(const SetResyncInterval &, const SetResyncInterval &) = default;
};

struct SetMaxRetries
{
    int maxRetries = 0;
    friend bool operator==(const SetMaxRetries &, const SetMaxRetries &) = default;
};

struct SetRetryRate
{
    double rate = 0; ///< as ControllerOptions::retryRate
    int burst = 0;
    friend bool operator==(const SetRetryRate &, const SetRetryRate &) = default;
};

/// Changes what withLiveOptions() takes of \a options, in one step.
struct ChangeOptions
{
    ControllerOptions options;
    friend bool operator==(const ChangeOptions &, const ChangeOptions &) = default;
};

/// Lists now, without waiting for the interval.
struct ResyncNow
{
    friend bool operator==(const ResyncNow &, const ResyncNow &) = default;
};

/// Drains the controller, stops it and takes it out of the host.
struct RemoveController
{
    friend bool operator==(const RemoveController &, const RemoveController &) = default;
};

/// Ends the drain of a controller that is being removed as if its deadline had come: what
/// still runs is asked to stop, what is queued is left. Ignored by others.
struct EndDrain
{
    friend bool operator==(const EndDrain &, const EndDrain &) = default;
};

using Action =
    std::variant<PauseItems, ResumeItems, RequeueItems, DiscardItems, RemoveHeld, KeepHeld,
                 PauseController, ResumeController, SetWorkers, SetResyncInterval, SetMaxRetries,
                 SetRetryRate, ChangeOptions, ResyncNow, RemoveController, EndDrain>;

struct Command
{
    ControllerId controller = 0; ///< 0: every controller
    Action action;
    /// What the event log says of it, where the command is a part of something; empty: nothing.
    /// Without one it says what describe() says.
    std::optional<std::string> note = {};
    friend bool operator==(const Command &, const Command &) = default;
};

/// \a running with what a controller takes of \a wanted while it runs. The rest (timeout,
/// priorities, ageing, kept objects) is built into it and its plugin, and needs a new start.
[[nodiscard]] ControllerOptions withLiveOptions(const ControllerOptions &running,
                                                ControllerOptions wanted);

/// \a options with what \a action changes of them, if it changes any.
[[nodiscard]] ControllerOptions withChange(ControllerOptions options, const Action &action);

/// What \a action does, as an operator's log says it: `requeue 3 objects`.
[[nodiscard]] std::string describe(const Action &action);

} // namespace qontroller
