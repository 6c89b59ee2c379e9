// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/api/objectid.h"
#include "core/engine/api/options.h"
#include "core/engine/api/optiontable.h"
#include "core/engine/control/pauseterms.h"
#include "core/engine/control/verbtable.h"
#include "core/engine/observe/events/keys.h"

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

/// What an operator can tell a controller, as values: easy to log, to compare, to undo.
namespace qontroller {

using Ids = std::vector<ObjectId>;

/// Does to items what the verb says.
struct ItemsAction
{
    ItemVerb verb{};
    Ids ids = {};
    PauseTerms terms = {}; ///< of a verb that has some
    friend bool operator==(const ItemsAction &, const ItemsAction &) = default;
};

/// … and this to a whole controller.
struct ControllerAction
{
    /// A verb is its own action.
    ControllerAction(ControllerVerb what, PauseTerms howLong = {})
        : verb(what)
        , terms(std::move(howLong))
    {}

    ControllerVerb verb;
    PauseTerms terms;
    friend bool operator==(const ControllerAction &, const ControllerAction &) = default;
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

using Action = std::variant<ItemsAction, ControllerAction, SetOptions>;

struct Command
{
    ControllerId controller = 0; ///< 0: every controller
    Action action;
    /// What the event log says of it, where the command is a part of something; empty: nothing.
    /// Without one it says what describe() says.
    std::optional<std::string> note = {};
    Ticket undoes = 0; ///< of the command that it takes back, for operator logs; 0: of none
    friend bool operator==(const Command &, const Command &) = default;
};

/// \a running with what a controller takes of \a wanted while it runs: what is
/// ControllerOption::isLive.
[[nodiscard]] ControllerOptions withLiveOptions(const ControllerOptions &running,
                                                ControllerOptions wanted);

/// \a options with what \a action changes of them, if it changes any.
[[nodiscard]] ControllerOptions withChange(ControllerOptions options, const Action &action);

/// The terms of \a action, if its verb has some; else null.
[[nodiscard]] PauseTerms *termsOf(Action &action);
[[nodiscard]] const PauseTerms *termsOf(const Action &action);

/// \a action names a number of workers, be it the one that there is.
[[nodiscard]] bool namesWorkers(const Action &action);

/// \a text with \a terms: `pause 3 objects for 10m: audit`.
[[nodiscard]] std::string withTerms(std::string text, const PauseTerms &terms);

/// What \a action does, as an operator's log says it: `requeue 3 objects`.
[[nodiscard]] std::string describe(const Action &action);

} // namespace qontroller
