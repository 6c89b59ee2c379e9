// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/control/command.h"
#include "ui/state/itemref.h"
#include "ui/state/livestate.h"

#include <deque>
#include <optional>
#include <set>
#include <string>
#include <vector>

/// How an operator's action is taken back without overriding what another has done since.
namespace qontroller::ui {

/// The pause of an object or of a controller: as it is, or as an action left it.
struct Hold
{
    bool isPaused = false;
    std::string reason = {};
    TimePoint until = {}; ///< TimePoint{}: not paused, or until an operator resumes it

    [[nodiscard]] static Hold of(const ItemRow &row);
    [[nodiscard]] static Hold of(const ControllerView &view);
    /// Ends that are close to each other are one: a command takes effect a little later.
    [[nodiscard]] bool isLike(const Hold &other) const;
    friend bool operator==(const Hold &, const Hold &) = default;
};

/// One command that takes a part of an action back.
struct UndoStep
{
    Command back;
    SetOptions did = {}; ///< of options: as the action left them
    ItemRefs items = {}; ///< of a command for objects: by which their rows are found
    Hold left = {};      ///< of a pause or a resume: as the action left it
    Ticket ticket = 0;   ///< of the action, which `back` undoes
    TimePoint takenAt =
        {}; ///< when the action took effect; TimePoint{}: not yet, as far as is seen
};

/// A command that another operator gave, as its event tells it.
struct ForeignCommand
{
    ControllerId controller = 0;
    TimePoint at;
    Ticket ticket = 0;
    std::string text;  ///< as describe() says it

    friend bool operator==(const ForeignCommand &, const ForeignCommand &) = default;
};

/// Who gave a command, as its host has written it down.
struct Asker
{
    QString who = {};     ///< empty: it is not known
    QString howLong = {}; ///< after which it is undone by itself; empty: it is to stay
};

/// What others have asked controllers for, the latest Most of it.
class ForeignCommands
{
public:
    static constexpr std::size_t Most = 1000;

    /// \a ticket of \a of is of this window.
    void addOwn(Ticket ticket, HostRun of) { m_own.emplace(of, ticket); }
    void take(const LoggedEvent &event);
    /// Those for \a controller since \a since that are of the same matter as \a action: pauses of
    /// objects, the pause of the controller, one of its options. Newest first.
    [[nodiscard]] std::vector<ForeignCommand> on(ControllerId controller, const Action &action,
                                                 TimePoint since) const;

private:
    std::set<std::pair<HostRun, Ticket>> m_own;
    std::deque<ForeignCommand> m_all;
};

/// What undoing would override.
struct Override
{
    enum class What {
        PausedAgain,
        Paused,
        NotPaused,
        Changed,    ///< an option
        MayBeMeant, ///< it is as it was left, but another's command that leaves it so may be for it
    };

    What what{};
    QString name;        ///< of the object or the controller
    Hold now = {};       ///< of a pause
    QString option = {}; ///< as it is now, in words
    ControllerId controller = 0;
    std::optional<ForeignCommand> by = {}; ///< nothing: no event tells of it

    friend bool operator==(const Override &, const Override &) = default;
};

/// A step, taken apart into what can be taken back and what would override another's action.
struct UndoParts
{
    std::optional<Command> free;
    std::optional<UndoStep> overriding;
    std::vector<Override> overrides; ///< what `overriding` would override
};

/// Looks at \a state as it is now, also while the picture is frozen.
[[nodiscard]] UndoParts takeApart(const UndoStep &step, const LiveState &state,
                                  const ForeignCommands &others);

/// What \a command leaves where it is another value than before, or paused; empty: it says no
/// value.
[[nodiscard]] QString valueOf(const Command &command);

/// "db-053 was paused again by root at 13:14:05 (do not touch): resumes in 9 min".
[[nodiscard]] QString sentenceOf(const Override &override, const Asker &asker,
                                 const Moment &moment);

} // namespace qontroller::ui
