// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/qontrollerctl/steering.h"

#include "app/qontrollerctl/asking.h"
#include "app/qontrollerctl/jobverbs.h"
#include "app/qontrollerctl/journalverb.h"
#include "app/qontrollerctl/jsonanswer.h"
#include "app/qontrollerctl/looking.h"
#include "app/qontrollerctl/snapshot.h"
#include "core/base/text/clocktime.h"
#include "core/base/text/readabletext.h"
#include "core/engine/api/optiontable.h"
#include "core/engine/control/goback.h"

#include <algorithm>
#include <functional>
#include <iterator>

namespace qontroller {

namespace {

tl::expected<Ticket, CtlProblem> submit(CtlHost host, Command command)
{
    const Ticket ticket = host.ports.submit(std::move(command));
    if (ticket == 0)
        return tl::unexpected(problemOf(remote::ofChange(host.ports.problem().value())));
    return ticket;
}

/// Whether the line names a controller alone, whose name may have a slash.
bool isForController(const CtlLine &line, CtlHost host)
{
    if (line.words.size() != 2 || !line.filter.empty())
        return false;
    if (line.words[1].find('/') == std::string::npos)
        return true;
    const auto snapshot = takeSnapshot(host.ports);
    return snapshot && snapshot->find(line.words[1]);
}

/// What was done to the controller of \a line, or would be, and when that ends; WallTime{}: not by
/// itself.
std::string answer(const CtlLine &line, const std::string &text, WallTime until = {})
{
    if (!line.isJson())
        return readableText(line.words[1] + (line.dryRun ? ": would " : ": ") + text) + '\n';
    JsonWriter writer(JsonWriter::Style::Line);
    writer.beginObject().key("controller").value(jsonText(line.words[1]));
    writer.key(line.dryRun ? "would" : "done").value(jsonText(text));
    if (until != WallTime{})
        writer.key("until").value(jsonText(isoTime(until)));
    writer.endObject();
    return writer.text().toStdString() + '\n';
}

CtlProblem badLine(std::string sentence)
{
    return {CtlStatus::Refused, std::move(sentence)};
}

struct SteeringWords
{
    std::string done;
    std::string question = {}; ///< in front of the name; of a verb that asks back
};

SteeringWords wordsOf(ControllerVerb verb)
{
    switch (verb) {
    case ControllerVerb::Pause: return {"paused"};
    case ControllerVerb::Resume: return {"goes on"};
    case ControllerVerb::Resync: return {"lists now"};
    case ControllerVerb::Remove:
        return {"drains, and is removed then", "drain and remove the controller "};
    case ControllerVerb::EndDrain: return {"ends now"};
    case ControllerVerb::Take: return {"takes over, and lists now", "take over for "};
    }
    return {};
}

/// What a person should know before the verb is done; empty: nothing more.
std::string warningOf(ControllerVerb verb, const ControllerView &controller)
{
    return verb == ControllerVerb::Take ? " (" + controller.lists.why + ')' : std::string();
}

CtlAnswer steerController(const CtlLine &line, CtlHost host, ControllerVerb verb)
{
    const std::string example = line.verb() + " photos";
    const auto controller = steeredController(line, host, 2, example.c_str());
    if (!controller)
        return tl::unexpected(controller.error());
    const ControllerAction action{verb, {line.span, line.reason}};
    if (verb == ControllerVerb::Take && !controller->lists.isForeign)
        return answer(line, "take nothing over: no other controller owns what it works on");
    if (line.dryRun)
        return answer(line, describe(action));
    const SteeringWords words = wordsOf(verb);
    const std::string what = words.question + line.words[1];
    if (factsOf(verb).asksBack && !line.yes && !isConfirmed(what + warningOf(verb, *controller)))
        return tl::unexpected(notConfirmed(what));
    const auto ticket = submit(host, {controller->id, action});
    if (!ticket)
        return tl::unexpected(ticket.error());
    if (verb != ControllerVerb::Pause || !line.span)
        return ifKept(host, answer(line, words.done));
    const WallTime now = SteadyClock::instance().wallNow();
    const WallTime until = now + *line.span;
    return ifKept(host, answer(line, words.done + untilInWords(until, now), until));
}

/// Options that are for objects, of a line that is for a whole controller.
std::optional<CtlProblem> whyNotOnAll(const CtlLine &line)
{
    if (line.pace <= 0)
        return std::nullopt;
    return badLine("--pace is for objects: leave it out, for " + line.words[1]
                   + " is a whole controller");
}

std::optional<int> workersIn(std::string_view text)
{
    const ControllerOption &option = optionOf(&ControllerOptions::workers);
    const auto value = option.parse(text);
    if (!value || option.whyNot(*value))
        return std::nullopt;
    return std::get<int>(*value);
}

/// Those that can be changed while their controller runs.
std::vector<std::reference_wrapper<const ControllerOption>> liveOptions()
{
    std::vector<std::reference_wrapper<const ControllerOption>> live;
    std::ranges::copy_if(optionTable(), std::back_inserter(live), &ControllerOption::isLive);
    return live;
}

std::string liveNames()
{
    std::string names;
    for (const ControllerOption &each : liveOptions())
        names += (names.empty() ? "" : ", ") + each.fullName();
    return names;
}

/// What `KEY=VALUE` changes.
tl::expected<OptionChange, CtlProblem> changeOf(std::string_view word)
{
    const std::size_t equals = word.find('=');
    const ControllerOption *option = findOption(word.substr(0, equals));
    if (equals == std::string_view::npos || !option || !option->isLive)
        return tl::unexpected(badLine("\"" + std::string(word)
                                      + "\" changes nothing: write KEY=VALUE, where KEY is one of "
                                      + liveNames()));
    const auto value = option->parse(word.substr(equals + 1));
    if (!value)
        return tl::unexpected(badLine("\"" + std::string(word) + "\" is wrong: write "
                                      + option->fullName() + '='
                                      + valueText(option->in(ControllerOptions{}))));
    return OptionChange{option, *value};
}

std::string showOptions(const CtlLine &line, const ControllerOptions &options)
{
    std::string text;
    JsonWriter writer(JsonWriter::Style::Line);
    writer.beginObject();
    for (const ControllerOption &each : liveOptions()) {
        const std::string name = each.fullName();
        const std::string value = valueText(each.in(options));
        text += name + '=' + value + '\n';
        writer.key(name.c_str()).value(jsonText(value));
    }
    writer.endObject();
    return line.isJson() ? writer.text().toStdString() + '\n' : text;
}

/// What of \a controller differs from its session, as far as \a line names it.
tl::expected<ControllerChanges, CtlProblem> differences(const CtlLine &line, CtlHost host)
{
    const auto journal = host.calls.journal();
    if (!journal)
        return tl::unexpected(problemOf(journal.error()));
    if (journal->file.empty())
        return tl::unexpected(CtlProblem{CtlStatus::Failed,
                                         "the host keeps no journal, and does not know what "
                                         "differs from its session: set options by KEY=VALUE"});
    const auto found = std::ranges::find(journal->controllers, line.words[1],
                                         &JournalStatus::Controller::name);
    ControllerChanges changes;
    if (found != journal->controllers.end())
        changes = found->changes;
    const std::vector<std::string> named(line.words.begin() + 2, line.words.end());
    const auto isNamed = [&named](const std::string &option) {
        return named.empty() || std::ranges::find(named, option) != named.end();
    };
    std::erase_if(changes.options, [&](const ChangedOption &each) { return !isNamed(each.name); });
    if (!isNamed(optionOf(&ControllerOptions::workers).fullName()))
        changes.workers.reset();
    return changes;
}

/// What makes \a controller what its session says.
tl::expected<SetOptions, CtlProblem> wayBack(const CtlLine &line, CtlHost host)
{
    for (std::size_t i = 2; i < line.words.size(); ++i) {
        const ControllerOption *const option = findOption(line.words[i]);
        if (!option || !option->isLive)
            return tl::unexpected(badLine("\"" + line.words[i]
                                          + "\" goes nowhere: --go-back takes names of options, "
                                            "which are "
                                          + liveNames()));
    }
    return differences(line, host).map(goBack);
}

/// What `KEY=VALUE` and its like change.
tl::expected<SetOptions, CtlProblem> changesOf(const CtlLine &line)
{
    SetOptions set;
    for (std::size_t i = 2; i < line.words.size(); ++i) {
        const auto change = changeOf(line.words[i]);
        if (!change)
            return tl::unexpected(change.error());
        set.changes.push_back(*change);
    }
    return set;
}

} // namespace

CtlAnswer workers(const CtlLine &line, CtlHost host)
{
    if (line.words.size() < 3 && line.span)
        return tl::unexpected(badLine(
            "--for needs a number of workers, as in qontrollerctl workers photos 8 --for 1h"));
    if (line.words.size() < 3)
        return showWorkers(line, host);
    const auto controller = steeredController(line, host, 3, "workers photos 8");
    if (!controller)
        return tl::unexpected(controller.error());
    const auto number = workersIn(line.words[2]);
    if (!number)
        return tl::unexpected(badLine("\"" + line.words[2]
                                      + "\" is no number of workers: write one from 0 to 10000"));
    if (line.dryRun)
        return answer(line, describe(setWorkers(*number)));
    const std::string said = line.words[2] + (*number == 1 ? " worker" : " workers");
    if (line.span) {
        const auto before = host.calls.setWorkersFor(controller->id, *number, *line.span);
        if (!before)
            return tl::unexpected(problemOf(before.error()));
        return ifKept(host, answer(line, said + " for " + formatDuration(*line.span) + ", then "
                                             + std::to_string(*before) + " again"));
    }
    const auto ticket = submit(host, {controller->id, setWorkers(*number)});
    if (!ticket)
        return tl::unexpected(ticket.error());
    return ifKept(host, answer(line, said));
}

CtlAnswer options(const CtlLine &line, CtlHost host)
{
    const auto controller = namedController(line, host, std::max<std::size_t>(line.words.size(), 2),
                                            "options photos maxRetries=5");
    if (!controller)
        return tl::unexpected(controller.error());
    if (line.words.size() == 2 && !line.goBack)
        return showOptions(line, controller->options);
    if (auto problem = whyNotSteered(*controller))
        return tl::unexpected(*std::move(problem));
    auto set = line.goBack ? wayBack(line, host) : changesOf(line);
    if (!set)
        return tl::unexpected(set.error());
    if (set->changes.empty())
        return answer(line, "change nothing: it is as its session says");
    if (const auto wrong = validate(withChange(controller->options, *set)))
        return tl::unexpected(badLine(line.words[1] + ": " + *wrong));
    const std::string done = describe(*set);
    if (line.dryRun)
        return answer(line, done);
    const auto ticket = submit(host, {controller->id, *std::move(set)});
    if (!ticket)
        return tl::unexpected(ticket.error());
    return ifKept(host, answer(line, done));
}

CtlAnswer steer(const CtlLine &line, CtlHost host)
{
    const auto onItems = std::ranges::find(itemVerbs(), line.verb(),
                                           [](ItemVerb verb) { return factsOf(verb).name; });
    const auto onAll = std::ranges::find(controllerVerbs(), line.verb(),
                                         [](ControllerVerb verb) { return factsOf(verb).typed; });
    if (onItems == itemVerbs().end())
        return steerController(line, host, *onAll);
    if (onAll == controllerVerbs().end() || !isForController(line, host))
        return steerItems(line, host, *onItems);
    if (auto problem = whyNotOnAll(line))
        return tl::unexpected(*std::move(problem));
    return steerController(line, host, *onAll);
}

} // namespace qontroller
