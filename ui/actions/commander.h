// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>

#include "ui/actions/frozenscope.h"
#include "ui/actions/undo.h"

#include "core/remote/link/hostlink.h"

#include <optional>
#include <set>
#include <vector>

namespace qontroller::ui {

class OperatorLogModel;

/// Sends what an operator decided, writes it down, and knows how to take it back.
///
/// Takes frozen scopes only: nothing here looks at rows or filters.
class Commander final : public QObject
{
    Q_OBJECT

public:
    Commander(const HostLinks &hosts, OperatorLogModel &log, const LiveState &state,
              QObject *parent = nullptr);

    /// At once, a command for each controller: see JobCommander for what asks back or takes long.
    /// \a terms are for a scope that is to be paused.
    void apply(const FrozenScope &scope, const PauseTerms &terms = {});

    void pauseController(ControllerId id, const PauseTerms &terms = {});
    void resumeController(ControllerId id);
    void pauseAll(const PauseTerms &terms = {});
    void resumeAll();
    void setWorkers(ControllerId id, int workers);
    /// Sends what differs from the options there are.
    /// Of \a wanted only what differs from \a begun, with which an operator began.
    void setOptions(ControllerId id, const ControllerOptions &begun,
                    const ControllerOptions &wanted);
    void resync(ControllerId id);
    void takeOver(ControllerId id);
    /// False: it was not sent, or not confirmed.
    bool remove(ControllerId id);
    void endDrain(ControllerId id);
    /// Runs \a object of controller \a id, known or not.
    void enqueue(ControllerId id, const ObjectId &object);

    [[nodiscard]] bool canUndo() const { return !m_undo.empty(); }
    /// What undo() takes back, in a sentence; empty if there is nothing.
    [[nodiscard]] QString undoText() const;
    /// Takes the last back that can be. What another has changed since is not overridden: see
    /// questioned().
    void undo();
    /// Takes one back, if that was not done before.
    void undo(int number);
    /// What can be taken back.
    struct Undoable
    {
        int number = 0; ///< for undo()
        QString sentence;
        std::set<ControllerId> controllers; ///< whose state says whether another has acted since
    };
    /// Number \a number; 0: the last. Nothing if there is none (any more).
    [[nodiscard]] std::optional<Undoable> undoable(int number = 0) const;

    /// What undoing an action would override, and the commands that would.
    struct Question
    {
        QString sentence; ///< what was done
        std::vector<Override> overrides;
        std::vector<UndoStep> steps; ///< that override
        std::vector<int> entries;    ///< of the operator log, where the action is written down
        TimePoint at;                ///< what is left of pauses in steps is from then

        [[nodiscard]] std::vector<Command> commands() const;
        [[nodiscard]] std::set<ControllerId> controllers() const;
    };
    /// The operator wants \a question's commands all the same. Asks anew if what they would
    /// override has changed since.
    void undoAnyway(const Question &question);
    /// … or leaves it as it is.
    void leave(const Question &question);

signals:
    /// What was done, for people. \a undo is a number for undo(); 0: it cannot be taken back.
    void done(const QString &sentence, int undo);
    /// Number \a undo was taken back, as far as nobody asks, and cannot be again.
    void takenBack(int undo);
    /// Another has acted since: the operator decides.
    void questioned(const qontroller::ui::Commander::Question &question);
    void undoChanged(bool canUndo);
    /// Something was not sent, and why.
    void refused(const QString &sentence);

private:
    using Commands = std::vector<Command>;

    using UndoSteps = std::vector<UndoStep>;

    struct Undo
    {
        int number;
        QString sentence; ///< what was done
        UndoSteps steps;
        std::vector<int> entries; ///< of the operator log, where it is written down
        TimePoint at;             ///< what is left of pauses in commands is from then
    };

    struct Sent
    {
        int entry = 0;          ///< of the operator log
        Ticket ticket = 0;      ///< 0: it was not sent, or not confirmed
        QString whyNot;         ///< it was not sent, or not confirmed; empty: it was
        bool isUnknown = false; ///< its host may have carried it out all the same
    };
    /// Sends \a command and writes it down as taking \a undone back; 0: as itself.
    Sent submit(const Command &command, int undone = 0);
    /// Says what of \a all was not sent; with \a none before it if nothing was, which is false.
    bool report(const std::vector<Sent> &all, const QString &none);
    /// Why a command for \a id reached no host; empty: its host did not confirm it.
    [[nodiscard]] QString whyNotSent(ControllerId id) const;
    /// \a action for all controllers of each host that can be steered, known here or not.
    [[nodiscard]] Commands toAll(const Action &action) const;
    [[nodiscard]] QString notConfirmed(ControllerId id) const;
    /// Commands act now, also while the picture is frozen.
    [[nodiscard]] TimePoint now() const { return m_state.hosts().now(); }
    /// \a sentence, and which hosts a command for all controllers does not reach.
    [[nodiscard]] QString withUnreached(const QString &sentence) const;
    /// False: none of it was sent, or confirmed. Each step of \a undo is of the command that is for
    /// its controller.
    bool act(const Commands &commands, UndoSteps undo, const QString &sentence,
             const std::function<void(int entry)> &noted = {});
    void follow(const LoggedEvent &event);
    /// Takes \a undo back as far as it overrides nobody, or no more than \a accepted.
    void takeBackOrAsk(const Undo &undo, const std::vector<Override> &accepted);
    [[nodiscard]] Question takeApart(const Undo &undo, Commands &free) const;
    [[nodiscard]] static QString cannotTakeBack(const QString &sentence);
    /// Sends \a commands, which take \a entries back; false: none of it was sent, or confirmed.
    bool takeBack(const Commands &commands, const std::vector<int> &entries,
                  const QString &sentence);
    [[nodiscard]] static Commands commandsFor(ItemVerb verb, const ItemRefs &items,
                                              const PauseTerms &terms = {});
    /// What takes \a scope's command back; nothing if that is not possible.
    [[nodiscard]] UndoSteps undoOf(const FrozenScope &scope, const PauseTerms &terms) const;
    /// What pauses \a view again as it is paused now, or resumes it; \a left: as it will be.
    [[nodiscard]] UndoStep backOf(const ControllerView &view, const Hold &left) const;
    [[nodiscard]] Hold heldFor(const PauseTerms &terms) const;

    const HostLinks &m_hosts;
    OperatorLogModel &m_log;
    const LiveState &m_state;
    std::vector<Undo> m_undo;
    ForeignCommands m_others;
    int m_lastUndo = 0;
};

} // namespace qontroller::ui
