// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/actions/undo.h"

#include "ui/actions/donewords.h"
#include "ui/state/itemstore.h"
#include "ui/words/commands.h"
#include "ui/words/format.h"
#include "ui/words/pausewords.h"

#include "core/engine/observe/items/itemrow.h"

#include <QtCore/QCoreApplication>

#include <algorithm>
#include <set>

namespace qontroller::ui {

namespace {

using namespace std::chrono_literals;
constexpr Duration EndsAlike = 10s;

struct UndoText
{
    Q_DECLARE_TR_FUNCTIONS(Undo)
};

/// What a command is about, as describe() says it.
struct Matter
{
    enum class Kind {
        ItemPauses,
        ControllerPause,
        Options,
        Other
    };

    Kind kind = Kind::Other;
    std::set<const ControllerOption *> options = {}; ///< that it sets

    [[nodiscard]] bool isMetBy(const Matter &other) const
    {
        return kind == other.kind
               && (kind != Kind::Options
                   || std::ranges::any_of(options, [&](const ControllerOption *each) {
                          return other.options.contains(each);
                      }));
    }
};

/// Those of `set workers to 3, retryRate to 5` and `options of the session: workers 3, …`.
std::set<const ControllerOption *> optionsIn(const std::string_view described)
{
    std::set<const ControllerOption *> found;
    for (const ControllerOption &each : optionTable()) {
        if (described.find(' ' + each.fullName() + ' ') != described.npos)
            found.insert(&each);
    }
    return found;
}

Matter matterOf(std::string_view described)
{
    using Kind = Matter::Kind;
    const auto begins = [described](auto verb) {
        return factsOf(verb).undoneBy && described.starts_with(factsOf(verb).name);
    };
    if (std::ranges::any_of(controllerVerbs(), begins))
        return {Kind::ControllerPause};
    if (std::ranges::any_of(itemVerbs(), begins))
        return {Kind::ItemPauses};
    if (described.starts_with("set ") || described.starts_with("options of the session"))
        return {Kind::Options, optionsIn(described)};
    return {};
}

/// \a action with the values that its options have in \a options.
Action asItIs(const Action &action, const ControllerOptions &options)
{
    SetOptions now = std::get<SetOptions>(action);
    for (OptionChange &each : now.changes)
        each.value = each.option->in(options);
    return now;
}

/// How \a now differs from how an action left the pause; nothing: it does not.
std::optional<Override::What> differenceOf(const Hold &now, const Hold &left)
{
    if (now.isLike(left))
        return std::nullopt;
    if (!now.isPaused)
        return Override::What::NotPaused;
    return left.isPaused ? Override::What::PausedAgain : Override::What::Paused;
}

/// Whether a pause that describe() calls \a command is \a now: "pause 1 object for 1 hour: audit".
/// That of a job does not say why.
bool leaves(std::string_view command, const Hold &now)
{
    if (!now.isPaused)
        return command.starts_with("resume ");
    if (!command.starts_with("pause ") || command.find(", job ") != command.npos)
        return command.starts_with("pause ");
    const auto end = command.find(": ");
    const bool hasEnd = command.substr(0, end).find(" for ") != command.npos;
    const std::string_view reason = end == command.npos ? "" : command.substr(end + 2);
    return reason == now.reason && hasEnd == (now.until != TimePoint{});
}

/// The last of \a commands, newest first, that may have made a pause what it is \a now.
std::optional<ForeignCommand> causeOf(const Hold &now, const std::vector<ForeignCommand> &commands)
{
    const auto found = std::ranges::find_if(commands, [&now](const ForeignCommand &each) {
        return leaves(each.text, now);
    });
    return found == commands.end() ? std::nullopt : std::optional(*found);
}

/// As \a back would make it.
Hold after(const Action &back, TimePoint now)
{
    const PauseTerms *terms = termsOf(back);
    if (!terms)
        return {};
    return {true, terms->reason, terms->expiry ? now + *terms->expiry : TimePoint{}};
}

/// \a command for \a ids alone; nothing: there are none.
std::optional<qontroller::Command> narrowed(qontroller::Command command, Ids ids)
{
    if (ids.empty())
        return std::nullopt;
    std::get<ItemsAction>(command.action).ids = std::move(ids);
    return command;
}

/// What undoing \a step would override of a pause that is \a now; nothing: nothing.
std::optional<Override> overrideOf(const UndoStep &step, const Hold &now, TimePoint moment,
                                   const QString &name, const std::vector<ForeignCommand> &others)
{
    if (now.isLike(after(step.back.action, moment)))
        return std::nullopt;
    if (const auto difference = differenceOf(now, step.left))
        return Override{*difference, name, now, {}, step.back.controller, causeOf(now, others)};
    const auto cause = causeOf(now, others);
    if (!cause)
        return std::nullopt;
    return Override{Override::What::MayBeMeant, name, now, {}, step.back.controller, cause};
}

UndoParts takeItemsApart(const UndoStep &step, const LiveState &state,
                         const std::vector<ForeignCommand> &others)
{
    UndoParts parts;
    Ids free;
    Ids overridden;
    ItemRefs items;
    for (const ItemRef &item : step.items) {
        const ItemRow *row = state.items().latest(item.controller, item.key);
        const auto override = row ? overrideOf(step, Hold::of(*row), state.hosts().now(),
                                               isolated(toLine(item.id)), others)
                                  : std::nullopt;
        if (override) {
            parts.overrides.push_back(*override);
            items.push_back(item);
        }
        (override ? overridden : free).push_back(item.id);
    }
    parts.free = narrowed(step.back, std::move(free));
    if (auto command = narrowed(step.back, std::move(overridden))) {
        parts.overriding = step;
        parts.overriding->back = *std::move(command);
        parts.overriding->items = std::move(items);
    }
    return parts;
}

std::optional<Override> overrideOf(const UndoStep &step, const LiveState &state,
                                   const std::vector<ForeignCommand> &others)
{
    const ControllerView *view = latestController(state, step.back.controller);
    if (!view)
        return std::nullopt;
    const QString name = nameOfController(state, view->id);
    if (!std::holds_alternative<SetOptions>(step.back.action))
        return overrideOf(step, Hold::of(*view), state.hosts().now(), name, others);
    const auto isAsAfter = [&](const Action &action) {
        return withChange(view->options, action) == view->options;
    };
    // A number does not show that another wants it for a time only: its host ends that.
    const bool isExpected = isAsAfter(step.did) || isAsAfter(step.back.action);
    if (isExpected && others.empty())
        return std::nullopt;
    return Override{isExpected ? Override::What::MayBeMeant : Override::What::Changed,
                    name,
                    {},
                    describeAction(asItIs(step.back.action, view->options)),
                    view->id,
                    others.empty() ? std::nullopt : std::optional(others.front())};
}

QString factOf(const Override &override, const QString &byWhom)
{
    const QString &name = override.name;
    switch (override.what) {
    case Override::What::PausedAgain:
        return UndoText::tr("%1 was paused again%2").arg(name, byWhom);
    case Override::What::Paused: return UndoText::tr("%1 was paused%2").arg(name, byWhom);
    case Override::What::NotPaused:
        return override.by ? UndoText::tr("%1 was resumed%2").arg(name, byWhom)
                           : UndoText::tr("%1 is not paused any more").arg(name);
    case Override::What::Changed: return UndoText::tr("%1 was changed%2").arg(name, byWhom);
    case Override::What::MayBeMeant: break;
    }
    return UndoText::tr("A later command%2 may be for %1").arg(name, byWhom);
}

/// " by root at 13:14:05".
QString byWhom(const std::optional<ForeignCommand> &by, const QString &who, const Moment &moment)
{
    if (!by)
        return {};
    const QString at = formatMoment(wallTimeOf(by->at, moment));
    return who.isEmpty() ? UndoText::tr(" at %1").arg(at)
                         : UndoText::tr(" by %1 at %2").arg(who, at);
}

} // namespace

Hold Hold::of(const ItemRow &row)
{
    return row.paused ? Hold{true, row.pauseReason, row.pausedUntil} : Hold{};
}

Hold Hold::of(const ControllerView &view)
{
    return ui::isPaused(view) ? Hold{true, view.pauseReason, view.pausedUntil} : Hold{};
}

bool Hold::isLike(const Hold &other) const
{
    if (isPaused != other.isPaused)
        return false;
    if (!isPaused)
        return true;
    if ((until == TimePoint{}) != (other.until == TimePoint{}))
        return false;
    return reason == other.reason && std::chrono::abs(until - other.until) <= EndsAlike;
}

void ForeignCommands::take(const LoggedEvent &logged)
{
    const EventRecord &event = logged.event;
    if (event.kind != EventRecord::Kind::Command || event.said.kind != Said::Kind::Taken
        || logged.isEarlier || m_own.contains({logged.controller.of, event.ticket}))
        return;
    m_all.push_back({logged.controller, event.time, event.ticket, event.said.text});
    if (m_all.size() > Most)
        m_all.pop_front();
}

std::vector<ForeignCommand> ForeignCommands::on(ControllerId controller, const Action &action,
                                                TimePoint since) const
{
    const Matter matter = matterOf(describe(action));
    std::vector<ForeignCommand> found;
    std::copy_if(m_all.rbegin(), m_all.rend(), std::back_inserter(found),
                 [&](const ForeignCommand &each) {
                     return each.controller == controller && each.at > since
                            && matter.isMetBy(matterOf(each.text));
                 });
    return found;
}

UndoParts takeApart(const UndoStep &step, const LiveState &state, const ForeignCommands &others)
{
    if (step.takenAt == TimePoint{})
        return {step.back, {}, {}}; // what is seen is from before it
    const auto later = others.on(step.back.controller, step.back.action, step.takenAt);
    if (!step.items.empty())
        return takeItemsApart(step, state, later);
    if (auto override = overrideOf(step, state, later))
        return {{}, step, {*std::move(override)}};
    return {step.back, {}, {}};
}

QString valueOf(const qontroller::Command &command)
{
    const bool isPause = termsOf(command.action) != nullptr;
    return isPause || std::holds_alternative<SetOptions>(command.action)
               ? describeAction(command.action)
               : QString();
}

QString sentenceOf(const Override &override, const Asker &asker, const Moment &moment)
{
    QString sentence = factOf(override, byWhom(override.by, asker.who, moment));
    QString how = override.option;
    if (!how.isEmpty() && !asker.howLong.isEmpty())
        how = UndoText::tr("%1 for %2").arg(how, asker.howLong);
    if (override.what == Override::What::MayBeMeant && override.by) {
        how = toLine(override.by->text);
    } else if (override.now.isPaused) {
        how = pauseText({}, override.now.until, moment.now);
        if (!override.now.reason.empty())
            sentence += QStringLiteral(" (%1)").arg(toLine(override.now.reason));
    }
    return how.isEmpty() ? sentence : UndoText::tr("%1: %2").arg(sentence, how);
}

} // namespace qontroller::ui
