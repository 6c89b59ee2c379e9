// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/actions/commander.h"

#include "ui/actions/donewords.h"
#include "ui/actions/operatorlogmodel.h"
#include "ui/state/itemstore.h"
#include "ui/words/format.h"
#include "ui/words/hostwords.h"

#include "core/engine/observe/items/itemrow.h"

#include <algorithm>
#include <iterator>

namespace qontroller::ui {

namespace {

using namespace std::chrono_literals;
constexpr std::size_t UndoLimit = 50;
/// After this an action has taken effect, whether or not its event was seen.
constexpr Duration TakesEffectWithin = 5s;

std::optional<Duration> left(TimePoint until, TimePoint now)
{
    if (until == TimePoint{})
        return {};
    return std::max(Duration::zero(), until - now);
}

/// \a command, given \a late: its pause ends when it would have ended. Nothing: it would be over.
std::optional<Command> givenLate(Command command, Duration late)
{
    PauseTerms *terms = termsOf(command.action);
    if (!terms || !terms->expiry)
        return command;
    if (*terms->expiry <= late)
        return std::nullopt;
    *terms->expiry -= late;
    return command;
}

std::set<ControllerId> controllersOf(const std::vector<UndoStep> &steps)
{
    std::set<ControllerId> controllers;
    for (const UndoStep &step : steps)
        controllers.insert(step.back.controller);
    return controllers;
}

/// \a sentence with when the pause ends.
QString withExpiry(const QString &sentence, const PauseTerms &terms)
{
    return terms.expiry
               ? Commander::tr("%1 The pause lasts %2.").arg(sentence, formatTerm(*terms.expiry))
               : sentence;
}

} // namespace

Commander::Commander(const HostLinks &hosts, OperatorLogModel &log, const LiveState &state,
                     QObject *parent)
    : QObject(parent)
    , m_hosts(hosts)
    , m_log(log)
    , m_state(state)
{
    connect(&state, &LiveState::eventLogged, this, &Commander::follow);
}

void Commander::follow(const LoggedEvent &logged)
{
    m_others.take(logged);
    if (logged.event.kind != EventRecord::Kind::Command || logged.event.ticket == 0)
        return;
    for (Undo &undo : m_undo) {
        for (UndoStep &step : undo.steps) {
            if (step.ticket == logged.event.ticket && step.back.controller == logged.controller)
                step.takenAt = logged.event.time;
        }
    }
}

Commander::Commands Commander::commandsFor(ItemVerb verb, const ItemRefs &items,
                                           const PauseTerms &terms)
{
    std::map<ControllerId, Ids> ids;
    for (const ItemRef &item : items)
        ids[item.controller].push_back(item.id);
    Commands commands;
    for (auto &[controller, list] : ids)
        commands.push_back({controller, ItemsAction{verb, std::move(list), terms}});
    return commands;
}

Hold Commander::heldFor(const PauseTerms &terms) const
{
    return {true, terms.reason, terms.expiry ? now() + *terms.expiry : TimePoint{}};
}

// Each pause comes back with its own reason and end.
Commander::UndoSteps Commander::undoOf(const FrozenScope &scope, const PauseTerms &terms) const
{
    if (!factsOf(scope.verb).undoneBy)
        return {};
    std::map<std::pair<ControllerId, std::optional<PauseTerms>>, ItemRefs> groups;
    for (const ItemRef &item : scope.eligible) {
        std::optional<PauseTerms> before;
        const ItemRow *row = m_state.items().latest(item.controller, item.key);
        if (row ? row->paused : item.paused) { // a colleague may have paused it meanwhile
            before = row ? PauseTerms{left(row->pausedUntil, now()), row->pauseReason}
                         : PauseTerms{};
        }
        groups[{item.controller, std::move(before)}].push_back(item);
    }
    UndoSteps steps;
    for (auto &[key, items] : groups) {
        const auto &[controller, before] = key;
        UndoStep step{{controller, {}}, {}, items};
        Ids ids;
        std::ranges::transform(items, std::back_inserter(ids), &ItemRef::id);
        step.back.action = before ? ItemsAction{ItemVerb::Pause, std::move(ids), *before}
                                  : ItemsAction{ItemVerb::Resume, std::move(ids)};
        if (scope.verb == ItemVerb::Pause)
            step.left = heldFor(terms);
        if (scope.verb == ItemVerb::Pause && before && terms.reason.empty())
            step.left.reason = before->reason; // which a pause without one keeps
        steps.push_back(std::move(step));
    }
    return steps;
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
    act(commandsFor(scope.verb, scope.eligible, terms), undoOf(scope, terms),
        withIdle(withExpiry(sentence, terms), runnersOf(scope), m_state), scope.noted);
}

void Commander::pauseController(ControllerId id, const PauseTerms &terms)
{
    const ControllerView *view = latestController(m_state, id);
    const bool paused = view && isPaused(*view);
    if (paused && terms == PauseTerms{}) {
        emit done(tr("%1 is paused already.").arg(nameOfController(m_state, id)), 0);
        return;
    }
    UndoSteps undo;
    if (view)
        undo.push_back(backOf(*view, heldFor(terms)));
    else
        undo.push_back({{id, ControllerVerb::Resume}});
    act({{id, ControllerAction{ControllerVerb::Pause, terms}}}, std::move(undo),
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
    act({{id, ControllerVerb::Resume}}, {backOf(*view, {})},
        tr("%1 resumed.").arg(nameOfController(m_state, id)));
}

UndoStep Commander::backOf(const ControllerView &view, const Hold &left) const
{
    ControllerAction back{ControllerVerb::Resume};
    if (isPaused(view))
        back = {ControllerVerb::Pause, {ui::left(view.pausedUntil, now()), view.pauseReason}};
    return {{view.id, std::move(back)}, {}, {}, left};
}

// What is paused stays so, with its reason and end.
void Commander::pauseAll(const PauseTerms &terms)
{
    const Action pause = ControllerAction{ControllerVerb::Pause, terms};
    UndoSteps undo;
    Commands commands;
    for (const auto &[id, view] : m_state.latestControllers()) {
        if (isPaused(view) || !m_state.hosts().whyNotSteered(id).isEmpty())
            continue;
        undo.push_back(backOf(view, heldFor(terms)));
        commands.push_back({id, pause});
    }
    const bool isAnyPaused = std::ranges::any_of(m_state.latestControllers(),
                                                 [](const auto &entry) {
                                                     return isPaused(entry.second);
                                                 });
    if (commands.empty() && isAnyPaused) {
        emit done(withUnreached(tr("All controllers are paused already.")), 0);
        return;
    }
    if (!isAnyPaused)
        commands = toAll(pause); // also to what is not seen yet
    act(commands, undo, withUnreached(withExpiry(tr("All controllers paused."), terms)));
}

// What is not seen now, because the picture is frozen, may be paused.
void Commander::resumeAll()
{
    UndoSteps undo;
    std::set<ControllerId> idle;
    for (const auto &[id, view] : m_state.latestControllers()) {
        if (isPaused(view))
            undo.push_back(backOf(view, {}));
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
        act(toAll(ControllerVerb::Resume), undo, withUnreached(sentence));
    else
        emit done(sentence, 0);
}

void Commander::setWorkers(ControllerId id, int workers)
{
    UndoSteps undo;
    if (const ControllerView *view = latestController(m_state, id))
        undo.push_back(
            {{id, qontroller::setWorkers(view->options.workers)}, qontroller::setWorkers(workers)});
    act({{id, qontroller::setWorkers(workers)}}, undo,
        tr("%1 runs %n handler(s) at once.", nullptr, workers).arg(nameOfController(m_state, id)));
}

void Commander::setOptions(ControllerId id, const ControllerOptions &begun,
                           const ControllerOptions &wanted)
{
    const ControllerView *view = latestController(m_state, id);
    if (!view)
        return;
    const ControllerOptions &now = view->options;
    const ControllerOptions options = withChange(now, qontroller::setOptions(begun, wanted));
    const SetOptions set = qontroller::setOptions(now, options);
    if (set.changes.empty())
        return;
    act({{id, set}}, {{{id, qontroller::setOptions(options, now)}, set}},
        tr("%n option(s) of %1 changed.", nullptr, int(set.changes.size()))
            .arg(nameOfController(m_state, id)));
}

void Commander::resync(ControllerId id)
{
    act({{id, ControllerVerb::Resync}}, {}, tr("%1 lists now.").arg(nameOfController(m_state, id)));
}

void Commander::takeOver(ControllerId id)
{
    act({{id, ControllerVerb::Take}}, {},
        tr("%1 takes over, and lists now.").arg(nameOfController(m_state, id)));
}

bool Commander::remove(ControllerId id)
{
    return act({{id, ControllerVerb::Remove}}, {},
               tr("%1 drains and is then removed.").arg(nameOfController(m_state, id)));
}

void Commander::endDrain(ControllerId id)
{
    act({{id, ControllerVerb::EndDrain}}, {},
        tr("%1 ends now.").arg(nameOfController(m_state, id)));
}

void Commander::enqueue(ControllerId id, const ObjectId &object)
{
    act({{id, ItemsAction{ItemVerb::Requeue, {object}}}}, {},
        withIdle(tr("%1 queued in %2.").arg(toLine(object), nameOfController(m_state, id)), {id},
                 m_state));
}

bool Commander::act(const Commands &commands, UndoSteps undo, const QString &sentence,
                    const std::function<void(int entry)> &noted)
{
    std::vector<Sent> all;
    for (const Command &command : commands) {
        all.push_back(submit(command));
        if (noted)
            noted(all.back().entry);
    }
    if (!report(all, tr("Nothing was done.")))
        return false;
    if (undo.empty()) {
        emit done(sentence, 0);
        return true;
    }
    std::vector<int> entries;
    for (std::size_t i = 0; i < all.size(); ++i) {
        entries.push_back(all[i].entry);
        for (UndoStep &step : undo) {
            if (commands[i].controller.means(step.back.controller))
                step.ticket = step.back.undoes = all[i].ticket;
        }
    }
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
    const HostStatus *host = m_state.hosts().of(id);
    const bool isOfNow = !host || host->run == id.of.run;
    const ControllerId current = m_state.nowOf(id);
    if (!isOfNow || current != id)
        return (isOfNow && current == 0 ? tr("%1 is gone.") : tr("%1 was started anew since."))
            .arg(nameOfController(m_state, id));
    return id == 0 ? tr("No host can be steered now.") : QString();
}

Commander::Commands Commander::toAll(const Action &action) const
{
    Commands commands;
    for (const HostStatus &host : m_state.hosts()) {
        if (whyNotSteered(host, now()).isEmpty())
            commands.push_back({ControllerId(0, {host.id, host.run}), action});
    }
    if (commands.empty()) // to the program's own host, or to none
        commands.push_back({0, action});
    return commands;
}

QString Commander::notConfirmed(ControllerId id) const
{
    const HostStatus *host = m_state.hosts().of(id);
    return tr("%1 did not confirm the command, and may have carried it out all the same.")
        .arg(host ? toLine(host->name) : tr("The host"));
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
    emit undoChanged(canUndo());
    emit takenBack(number);
    takeBackOrAsk(undo, {});
}

std::optional<Commander::Undoable> Commander::undoable(int number) const
{
    const auto found = number == 0 && canUndo() ? std::prev(m_undo.end())
                                                : std::ranges::find(m_undo, number, &Undo::number);
    if (found == m_undo.end())
        return std::nullopt;
    return Undoable{found->number, found->sentence, controllersOf(found->steps)};
}

void Commander::takeBackOrAsk(const Undo &undo, const std::vector<Override> &accepted)
{
    Commands commands;
    const Question question = takeApart(undo, commands);
    const bool asks = !question.overrides.empty() && question.overrides != accepted;
    if (asks)
        emit questioned(question);
    else
        std::ranges::copy(question.commands(), std::back_inserter(commands));
    if (!commands.empty())
        takeBack(commands, undo.entries, undo.sentence);
    else if (!asks)
        emit refused(cannotTakeBack(undo.sentence) + QLatin1Char(' ')
                     + tr("The pause would be over by now."));
}

Commander::Question Commander::takeApart(const Undo &undo, Commands &free) const
{
    Question question{undo.sentence, {}, {}, undo.entries, now()};
    for (UndoStep step : undo.steps) {
        const auto given = givenLate(step.back, now() - undo.at);
        if (!given)
            continue;
        step.back = *given;
        if (step.takenAt == TimePoint{} && now() - undo.at > TakesEffectWithin)
            step.takenAt = undo.at;
        const UndoParts parts = ui::takeApart(step, m_state, m_others);
        if (parts.free)
            free.push_back(*parts.free);
        if (parts.overriding)
            question.steps.push_back(*parts.overriding);
        question.overrides.insert(question.overrides.end(), parts.overrides.begin(),
                                  parts.overrides.end());
    }
    return question;
}

bool Commander::takeBack(const Commands &commands, const std::vector<int> &entries,
                         const QString &sentence)
{
    std::vector<Sent> all;
    for (const Command &command : commands)
        all.push_back(submit(command, entries.front()));
    if (!report(all, cannotTakeBack(sentence)))
        return false;
    for (const int entry : entries)
        m_log.markTakenBack(entry);
    emit done(tr("Taken back: “%1”").arg(sentence), 0);
    return true;
}

void Commander::undoAnyway(const Question &question)
{
    takeBackOrAsk({0, question.sentence, question.steps, question.entries, question.at},
                  question.overrides);
}

std::vector<Command> Commander::Question::commands() const
{
    Commands commands;
    std::ranges::transform(steps, std::back_inserter(commands), &UndoStep::back);
    return commands;
}

std::set<ControllerId> Commander::Question::controllers() const
{
    return controllersOf(steps);
}

void Commander::leave(const Question &question)
{
    QStringList names;
    for (const Override &each : question.overrides)
        names += each.name;
    names.removeDuplicates();
    emit done(tr("Left as it is: %1.").arg(someOf(names, MostNamed)), 0);
}

QString Commander::cannotTakeBack(const QString &sentence)
{
    return tr("“%1” cannot be taken back any more.").arg(sentence);
}

Commander::Sent Commander::submit(const Command &command, int undone)
{
    const bool isGone = m_state.nowOf(command.controller) != command.controller;
    const HostLinkPtr host = m_hosts.find(command.controller.of.host);
    const Ticket ticket = isGone || !host ? 0 : host->control().submit(command);
    Sent sent{m_log.add(logPlaceOf(m_state, {command.controller}), command.action, undone),
              ticket,
              {}};
    if (ticket != 0) {
        m_others.addOwn(ticket, command.controller.of);
        m_log.addTicket(sent.entry, ticket, command.controller.of);
        return sent;
    }
    sent.whyNot = whyNotSent(command.controller);
    sent.isUnknown = sent.whyNot.isEmpty();
    if (sent.isUnknown)
        sent.whyNot = notConfirmed(command.controller);
    m_log.addRefusal(sent.entry, sent.whyNot,
                     sent.isUnknown ? OperatorLogModel::Refusal::NotConfirmed
                                    : OperatorLogModel::Refusal::NotSent);
    return sent;
}

} // namespace qontroller::ui
