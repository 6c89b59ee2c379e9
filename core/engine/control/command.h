// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/text/duration.h"
#include "core/engine/api/objectid.h"
#include "core/engine/api/options.h"
#include "core/engine/api/optiontable.h"
#include "core/engine/observe/events/keys.h"

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

/// One option's other value.
struct OptionChange
{
    const ControllerOption *option = nullptr; ///< of optionTable()
    OptionValue value;                        ///< of the option's type
    friend bool operator==(const OptionChange &, const OptionChange &) = default;
};

/// Gives options other values, all of them or, where one does not hold or needs a new start, none.
struct SetOptions
{
    std::vector<OptionChange> changes;
    friend bool operator==(const SetOptions &, const SetOptions &) = default;
};

/// \a field is one of ControllerOptions.
template<class T>
[[nodiscard]] SetOptions setOption(T ControllerOptions::*field, T value)
{
    return {{{&optionOf(field), value}}};
}

[[nodiscard]] inline SetOptions setWorkers(int workers)
{
    return setOption(&ControllerOptions::workers, workers);
}

/// What makes \a wanted of \a options, as far as that goes while the controller runs.
[[nodiscard]] SetOptions setOptions(const ControllerOptions &options,
                                    const ControllerOptions &wanted);

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

using Action = std::variant<PauseItems, ResumeItems, RequeueItems, DiscardItems, RemoveHeld,
                            KeepHeld, PauseController, ResumeController, SetOptions, ResyncNow,
                            RemoveController, EndDrain>;

struct Command
{
    ControllerId controller = 0; ///< 0: every controller
    Action action;
    /// What the event log says of it, where the command is a part of something; empty: nothing.
    /// Without one it says what describe() says.
    std::optional<std::string> note = {};
    friend bool operator==(const Command &, const Command &) = default;
};

/// \a running with what a controller takes of \a wanted while it runs: what is
/// ControllerOption::isLive.
[[nodiscard]] ControllerOptions withLiveOptions(const ControllerOptions &running,
                                                ControllerOptions wanted);

/// \a options with what \a action changes of them, if it changes any.
[[nodiscard]] ControllerOptions withChange(ControllerOptions options, const Action &action);

/// \a action names a number of workers, be it the one that there is.
[[nodiscard]] bool namesWorkers(const Action &action);

/// What \a action does, as an operator's log says it: `requeue 3 objects`.
[[nodiscard]] std::string describe(const Action &action);

} // namespace qontroller
