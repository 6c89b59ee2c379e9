// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/actions/commander.h"

#include "ui/actions/donewords.h"
#include "ui/actions/operatorlog.h"
#include "ui/state/itemstore.h"
#include "ui/words/format.h"
#include "ui/words/hostwords.h"

#include "core/observe/itemrow.h"

#include <algorithm>

namespace qontroller::ui {

namespace {

constexpr std::size_t UndoLimit = 50;

std::optional<Duration> left(TimePoint until, TimePoint now)
{
    if (until == TimePoint{})
        return {};
    return std::max(Duration::zero(), until - now);
}

/// \a command, given \a late: its pause ends when it would have ended. Nothing: it would be over.
std::optional<Command> givenLate(Command command, Duration late)
{
    std::optional<Duration> *expiry = nullptr;
    if (auto *controller = std::get_if<PauseController>(&command.action))
        expiry = &controller->expiry;
    else if (auto *items = std::get_if<PauseItems>(&command.action))
        expiry = &items->expiry;
    if (!expiry || !*expiry)
        return command;
    if (**expiry <= late)
        return std::nullopt;
    **expiry -= late;
    return command;
}

/// \a now, with what \a wanted makes of \a begun.
ControllerOptions withChanges(ControllerOptions now, const ControllerOptions &begun,
                              const ControllerOptions &wanted)
{
    const auto take = [&](auto option) {
        if (wanted.*option != begun.*option)
            now.*option = wanted.*option;
    };
    take(&ControllerOptions::workers);
    take(&ControllerOptions::resyncInterval);
    take(&ControllerOptions::maxRetries);
    take(&ControllerOptions::retryRate);
    take(&ControllerOptions::retryBurst);
    return now;
}

/// \a sentence with when the pause ends.
QString withExpiry(const QString &sentence, const PauseTerms &terms)
{
    return terms.expiry
               ? Commander::tr("%1 The pause lasts %2.").arg(sentence, formatTerm(*terms.expiry))
               : sentence;
}

} // namespace

Commander::Commander(ControlPort &port, OperatorLog &log, const LiveState &state, QObject *parent)
    : QObject(parent)
    , m_port(port)
    , m_log(log)
    , m_state(state)
{}

Commander::Commands Commander::commandsFor(JobVerb verb, const ItemRefs &items,
                                           const PauseTerms &terms)
{
    std::map<ControllerId, Ids> ids;
    for (const ItemRef &item : items)
        ids[item.controller].push_back(item.id);
    Commands commands;
    for (auto &[controller, list] : ids)
        commands.push_back({controller, actionFor(verb, std::move(list), terms)});
    return commands;
}

Commander::Commands Commander::undoOf(const FrozenScope &scope) const
{
    if (scope.verb != JobVerb::Pause && scope.verb != JobVerb::Resume)
        return {};
    ItemRefs free;
    ItemRefs paused;
    for (const ItemRef &item : scope.eligible)
        (item.paused ? paused : free).push_back(item);
    Commands commands = commandsFor(JobVerb::Resume, free);
    for (Command &pause : pausesOf(paused))
        commands.push_back(std::move(pause));
    return commands;
}

// Each pause comes back with its own reason and end.
Commander::Commands Commander::pausesOf(const ItemRefs &paused) const
{
    std::map<PauseTerms, ItemRefs> pauses;
    for (const ItemRef &item : paused) {
        const auto slot = m_state.items().find(item.controller, item.key);
        const ItemRow row = slot ? m_state.items().at(*slot).row : ItemRow{};
        pauses[{left(row.pausedUntil, now()), row.pauseReason}].push_back(item);
    }
    Commands commands;
    for (const auto &[terms, items] : pauses) {
        const Commands some = commandsFor(JobVerb::Pause, items, terms);
        commands.insert(commands.end(), some.begin(), some.end());
    }
    return commands;
}

void Commander::apply(const FrozenScope &scope, const PauseTerms &terms)
{
    if (scope.eligible.empty()) {
        if (!scope.skipped.empty())
            emit done(withSkipped(tr("Nothing to do."), scope.skipped), 0);
        return;
    }
    const QString sentence = withSkipped(doneSentence(scope.verb, scope.eligible.size(),
                                                      scope.eligible),
                                         scope.skipped);
    act(commandsFor(scope.verb, scope.eligible, terms), undoOf(scope),
        withIdle(withExpiry(sentence, terms), runnersOf(scope), m_state));
}

void Commander::pauseController(ControllerId id, const PauseTerms &terms)
{
    const ControllerView *view = latestController(m_state, id);
    const bool paused = view && isPaused(*view);
    if (paused && terms == PauseTerms{}) {
        emit done(tr("%1 is paused already.").arg(nameOfController(m_state, id)), 0);
        return;
    }
    act({{id, PauseController{terms.expiry, terms.reason}}},
        {paused ? pauseAgain(*view) : Command{id, ResumeController{}}},
        withExpiry(tr("%1 paused.").arg(nameOfController(m_state, id)), terms));
}

void Commander::resumeController(ControllerId id)
{
    const ControllerView *view = latestController(m_state, id);
    if (view && view->gauges.workers == 0) {
        emit done(tr("%1 has no workers: set their number.").arg(nameOfController(m_state, id)), 0);
        return;
    }
    if (!view || !isPaused(*view)) {
        emit done(tr("%1 is not paused.").arg(nameOfController(m_state, id)), 0);
        return;
    }
    act({{id, ResumeController{}}}, {pauseAgain(*view)},
        tr("%1 resumed.").arg(nameOfController(m_state, id)));
}

Command Commander::pauseAgain(const ControllerView &view) const
{
    return {view.id, PauseController{left(view.pausedUntil, now()), view.pauseReason}};
}

void Commander::pauseAll(const PauseTerms &terms)
{
    // Undo resumes what ran; what was paused before is so again, with its own end.
    Commands undo;
    for (const auto &[id, view] : m_state.latestControllers()) {
        undo.push_back(isPaused(view) ? pauseAgain(view) : Command{id, ResumeController{}});
    }
    act({{0, PauseController{terms.expiry, terms.reason}}}, undo,
        withUnreached(withExpiry(tr("All controllers paused."), terms)));
}

// What is not seen now, because the picture is frozen, may be paused.
void Commander::resumeAll()
{
    Commands undo;
    std::set<ControllerId> idle;
    for (const auto &[id, view] : m_state.latestControllers()) {
        if (isPaused(view))
            undo.push_back(pauseAgain(view));
        if (view.gauges.workers == 0)
            idle.insert(id);
    }
    const bool any = !undo.empty() || m_state.isFrozen();
    QString sentence = withIdle(any ? tr("All controllers resumed.")
                                    : tr("No controller is paused."),
                                idle, m_state);
    if (const std::uint64_t items = inState(m_state, ItemState::Paused); items > 0)
        sentence += QLatin1Char(' ') + tr("Objects that stay paused: %1.").arg(formatCount(items));
    if (any)
        act({{0, ResumeController{}}}, undo, withUnreached(sentence));
    else
        emit done(sentence, 0);
}

void Commander::setWorkers(ControllerId id, int workers)
{
    Commands undo;
    if (const ControllerView *view = latestController(m_state, id))
        undo.push_back({id, SetWorkers{view->options.workers}});
    act({{id, SetWorkers{workers}}}, undo,
        tr("%1 runs %n handler(s) at once.", nullptr, workers).arg(nameOfController(m_state, id)));
}

void Commander::setOptions(ControllerId id, const ControllerOptions &begun,
                           const ControllerOptions &wanted)
{
    const ControllerView *view = latestController(m_state, id);
    if (!view)
        return;
    const ControllerOptions &now = view->options;
    const ControllerOptions options = withChanges(now, begun, wanted);
    Commands commands;
    Commands undo;
    const auto change = [&](const Action &action, const Action &back) {
        if (action == back)
            return;
        commands.push_back({id, action});
        undo.push_back({id, back});
    };
    change(SetWorkers{options.workers}, SetWorkers{now.workers});
    change(SetResyncInterval{options.resyncInterval}, SetResyncInterval{now.resyncInterval});
    change(SetMaxRetries{options.maxRetries}, SetMaxRetries{now.maxRetries});
    change(SetRetryRate{options.retryRate, options.retryBurst},
           SetRetryRate{now.retryRate, now.retryBurst});
    if (!commands.empty())
        act(commands, undo,
            tr("%n option(s) of %1 changed.", nullptr, int(commands.size()))
                .arg(nameOfController(m_state, id)));
}

void Commander::resync(ControllerId id)
{
    act({{id, ResyncNow{}}}, {}, tr("%1 lists now.").arg(nameOfController(m_state, id)));
}

bool Commander::remove(ControllerId id)
{
    return act({{id, RemoveController{}}}, {},
               tr("%1 drains and is then removed.").arg(nameOfController(m_state, id)));
}

void Commander::endDrain(ControllerId id)
{
    act({{id, EndDrain{}}}, {}, tr("%1 ends now.").arg(nameOfController(m_state, id)));
}

void Commander::enqueue(ControllerId id, const ObjectId &object)
{
    act({{id, RequeueItems{{object}}}}, {},
        withIdle(tr("%1 queued in %2.").arg(toLine(object), nameOfController(m_state, id)), {id},
                 m_state));
}

bool Commander::act(const Commands &commands, Commands undo, const QString &sentence)
{
    std::vector<Sent> all;
    for (const Command &command : commands)
        all.push_back(submit(command));
    if (!report(all, tr("Nothing was done.")))
        return false;
    if (undo.empty()) {
        emit done(sentence, 0);
        return true;
    }
    std::vector<int> entries;
    for (const Sent &each : all)
        entries.push_back(each.entry);
    m_undo.push_back({++m_lastUndo, sentence, std::move(undo), std::move(entries), now()});
    if (m_undo.size() > UndoLimit)
        m_undo.erase(m_undo.begin());
    emit undoChanged(true);
    emit done(sentence, m_lastUndo);
    return true;
}

bool Commander::report(const std::vector<Sent> &all, const QString &none)
{
    QStringList reasons;
    std::size_t sent = 0;
    bool isUnknown = false;
    for (const Sent &each : all) {
        isUnknown |= each.isUnknown;
        if (each.whyNot.isEmpty())
            ++sent;
        else
            reasons += each.whyNot;
    }
    reasons.removeDuplicates();
    if (!isUnknown && !reasons.isEmpty())
        reasons.prepend(sent == 0 ? none : tr("Not all was done."));
    if (!reasons.isEmpty())
        emit refused(reasons.join(QLatin1Char(' ')));
    return sent > 0;
}

QString Commander::whyNotSent(ControllerId id) const
{
    if (QString why = m_state.hosts().whyNotSteered(id); !why.isEmpty())
        return why;
    if (m_state.nowOf(id) != id)
        return (m_state.nowOf(id) == 0 ? tr("%1 is gone.") : tr("%1 was started anew since."))
            .arg(nameOfController(m_state, id));
    return id == 0 && !canSteerAny() ? tr("No host can be steered now.") : QString();
}

bool Commander::canSteerAny() const
{
    return std::ranges::any_of(m_state.hosts(), [this](const HostStatus &host) {
        return whyNotSteered(host, now()).isEmpty();
    });
}

QString Commander::notConfirmed(ControllerId id) const
{
    return id == 0 ? tr("Not every host confirmed the command. A host that did not may have "
                        "carried it out all the same.")
                   : tr("The host of %1 did not confirm the command, and may have carried it out "
                        "all the same.")
                         .arg(nameOfController(m_state, id));
}

QString Commander::withUnreached(const QString &sentence) const
{
    QStringList reasons;
    for (const HostStatus &host : m_state.hosts()) {
        if (const QString why = whyNotSteered(host, now()); !why.isEmpty())
            reasons += why;
    }
    return reasons.isEmpty() ? sentence
                             : sentence + QLatin1Char(' ') + reasons.join(QLatin1Char(' '));
}

QString Commander::undoText() const
{
    return m_undo.empty() ? QString() : m_undo.back().sentence;
}

void Commander::undo()
{
    if (canUndo())
        undo(m_undo.back().number);
}

void Commander::undo(int number)
{
    const auto found = std::ranges::find(m_undo, number, &Undo::number);
    if (found == m_undo.end())
        return;
    const Undo undo = std::move(*found);
    m_undo.erase(found);
    std::vector<Sent> all;
    for (const Command &command : undo.commands) {
        if (const auto given = givenLate(command, now() - undo.at))
            all.push_back(submit(*given, undo.entries.front()));
    }
    emit undoChanged(canUndo());
    emit takenBack(number);
    const QString tooLate = tr("“%1” cannot be taken back any more.").arg(undo.sentence);
    if (all.empty())
        emit refused(tooLate + QLatin1Char(' ') + tr("The pause would be over by now."));
    if (!report(all, tooLate))
        return;
    for (const int entry : undo.entries)
        m_log.markTakenBack(entry);
    emit done(tr("Taken back: “%1”").arg(undo.sentence), 0);
}

Commander::Sent Commander::submit(const Command &command, int undone)
{
    const bool isGone = m_state.nowOf(command.controller) != command.controller;
    const Ticket ticket = isGone ? 0 : m_port.submit(command);
    Sent sent{m_log.add(nameOfController(m_state, command.controller), command.action, undone), {}};
    if (ticket != 0) {
        m_log.addTicket(sent.entry, ticket);
        return sent;
    }
    sent.whyNot = whyNotSent(command.controller);
    sent.isUnknown = sent.whyNot.isEmpty();
    if (sent.isUnknown)
        sent.whyNot = notConfirmed(command.controller);
    m_log.addRefusal(sent.entry, sent.whyNot,
                     sent.isUnknown ? OperatorLog::Refusal::NotConfirmed
                                    : OperatorLog::Refusal::NotSent);
    return sent;
}

} // namespace qontroller::ui
