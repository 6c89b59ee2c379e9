// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>
#include <QtCore/QTimer>

#include "ui/actions/eligibility.h"
#include "ui/actions/pauseterms.h"
#include "ui/feed/livestate.h"

#include "core/control/controlport.h"

#include <deque>

namespace qontroller::ui {

class OperatorLog;

/// Sends what an operator decided, writes it down, and knows how to take it back.
///
/// Takes frozen scopes only: nothing here looks at rows or filters.
class Commander final : public QObject
{
    Q_OBJECT

public:
    /// More items than this are requeued in portions, so that they do not hit what
    /// they failed on all at once.
    static constexpr std::size_t PortionSize = 50;

    Commander(ControlPort &port, OperatorLog &log, const LiveState &state,
              QObject *parent = nullptr);

    /// \a terms are for a scope that is to be paused.
    void apply(const FrozenScope &scope, const PauseTerms &terms = {});

    void pauseController(ControllerId id, const PauseTerms &terms = {});
    void resumeController(ControllerId id);
    void pauseAll(const PauseTerms &terms = {});
    void resumeAll();
    void setWorkers(ControllerId id, int workers);
    /// Sends what differs from the options there are.
    void setOptions(ControllerId id, const ControllerOptions &options);
    void resync(ControllerId id);
    void remove(ControllerId id);
    void endDrain(ControllerId id);
    /// Runs \a object of controller \a id, known or not.
    void enqueue(ControllerId id, const ObjectId &object);

    [[nodiscard]] bool canUndo() const { return !m_undo.empty(); }
    void undo();

signals:
    /// What was done, for the message bar. Whether it can be taken back: canUndo().
    void done(const QString &sentence, bool undoable);
    void undoChanged(bool canUndo);

private:
    using Commands = std::vector<Command>;

    void submit(const Command &command);
    void submitPortion();
    void act(const Commands &commands, Commands undo, const QString &sentence);
    [[nodiscard]] static Commands commandsFor(ItemVerb verb, const ItemRefs &items,
                                              const PauseTerms &terms = {});
    /// What takes \a scope's command back; nothing if that is not possible.
    [[nodiscard]] Commands undoOf(const FrozenScope &scope) const;
    [[nodiscard]] Command pauseAgain(const ControllerView &view) const;
    [[nodiscard]] QString nameOfController(ControllerId id) const;

    ControlPort &m_port;
    OperatorLog &m_log;
    const LiveState &m_state;
    std::vector<Commands> m_undo;
    std::deque<ItemRef> m_waiting; ///< to be requeued, a portion a second
    QTimer m_portionTimer;
};

} // namespace qontroller::ui
