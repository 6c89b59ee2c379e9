// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/qontrollerctl/steering.h"

#include "app/qontrollerctl/asking.h"
#include "app/qontrollerctl/jobverbs.h"
#include "app/qontrollerctl/jsonanswer.h"
#include "app/qontrollerctl/looking.h"
#include "app/qontrollerctl/snapshot.h"
#include "core/base/readabletext.h"

#include <algorithm>
#include <array>
#include <charconv>

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

/// What was done to the controller of \a line, or would be.
std::string answer(const CtlLine &line, const std::string &text)
{
    if (!line.isJson())
        return readableText(line.words[1] + (line.dryRun ? ": would " : ": ") + text) + '\n';
    JsonWriter writer(JsonWriter::Style::Line);
    writer.beginObject().key("controller").value(jsonText(line.words[1]));
    writer.key(line.dryRun ? "would" : "done").value(jsonText(text)).endObject();
    return writer.text().toStdString() + '\n';
}

/// \a problem, with what was \a done before it; empty: nothing.
CtlProblem afterSome(const std::string &done, CtlProblem problem)
{
    if (!done.empty())
        problem.sentence += " (before that: " + done + ')';
    return problem;
}

CtlAnswer steerController(const CtlLine &line, CtlHost host, Action action, const char *done)
{
    const std::string example = line.verb() + " photos";
    const auto controller = steeredController(line, host, 2, example.c_str());
    if (!controller)
        return tl::unexpected(controller.error());
    if (line.dryRun)
        return answer(line, describe(action));
    const auto ticket = submit(host, {controller->id, std::move(action)});
    if (!ticket)
        return tl::unexpected(ticket.error());
    return answer(line, done);
}

CtlProblem badLine(std::string sentence)
{
    return {CtlStatus::Refused, std::move(sentence)};
}

/// Options that are for objects, of a line that is for a whole controller.
std::optional<CtlProblem> whyNotOnAll(const CtlLine &line)
{
    if (line.pace <= 0)
        return std::nullopt;
    return badLine("--pace is for objects: leave it out, for " + line.words[1]
                   + " is a whole controller");
}

template<class Number>
std::optional<Number> numberIn(std::string_view text)
{
    Number number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    return number;
}

/// An option that can be changed while its controller runs.
struct LiveOption
{
    std::string_view name;
    std::string (*show)(const ControllerOptions &options);
    /// Nothing if \a text is no value of it.
    std::optional<Action> (*change)(const ControllerOptions &options, std::string_view text);
    std::string_view example;
};

std::optional<Action> changeRate(std::optional<double> rate, std::optional<int> burst)
{
    if (!rate || !burst)
        return std::nullopt;
    return SetRetryRate{*rate, *burst};
}

constexpr std::array LiveOptions{
    LiveOption{"workers", [](const ControllerOptions &o) { return std::to_string(o.workers); },
               [](const ControllerOptions &, std::string_view text) -> std::optional<Action> {
                   const auto number = numberIn<int>(text);
                   return number ? std::optional<Action>(SetWorkers{*number}) : std::nullopt;
               },
               "8"},
    LiveOption{"resyncInterval",
               [](const ControllerOptions &o) { return formatDuration(o.resyncInterval); },
               [](const ControllerOptions &, std::string_view text) -> std::optional<Action> {
                   const auto interval = parseDuration(text);
                   return interval ? std::optional<Action>(SetResyncInterval{*interval})
                                   : std::nullopt;
               },
               "30s"},
    LiveOption{"maxRetries",
               [](const ControllerOptions &o) { return std::to_string(o.maxRetries); },
               [](const ControllerOptions &, std::string_view text) -> std::optional<Action> {
                   const auto number = numberIn<int>(text);
                   return number ? std::optional<Action>(SetMaxRetries{*number}) : std::nullopt;
               },
               "5"},
    LiveOption{"retryRate",
               [](const ControllerOptions &o) {
                   return QString::number(o.retryRate).toStdString();
               },
               [](const ControllerOptions &o, std::string_view text) {
                   return changeRate(numberIn<double>(text), o.retryBurst);
               },
               "10"},
    LiveOption{"retryBurst",
               [](const ControllerOptions &o) { return std::to_string(o.retryBurst); },
               [](const ControllerOptions &o, std::string_view text) {
                   return changeRate(o.retryRate, numberIn<int>(text));
               },
               "100"},
};

std::string optionNames()
{
    std::string names;
    for (const LiveOption &each : LiveOptions)
        names += (names.empty() ? "" : ", ") + std::string(each.name);
    return names;
}

/// The command that `KEY=VALUE` means.
tl::expected<Action, CtlProblem> changeOf(const ControllerOptions &options, std::string_view word)
{
    const std::size_t equals = word.find('=');
    const std::string_view key = word.substr(0, equals);
    const auto option = std::ranges::find(LiveOptions, key, &LiveOption::name);
    if (equals == std::string_view::npos || option == LiveOptions.end())
        return tl::unexpected(badLine("\"" + std::string(word)
                                      + "\" changes nothing: write KEY=VALUE, where KEY is one of "
                                      + optionNames()));
    auto action = option->change(options, word.substr(equals + 1));
    if (!action)
        return tl::unexpected(badLine("\"" + std::string(word) + "\" is wrong: write "
                                      + std::string(key) + '=' + std::string(option->example)));
    return *std::move(action);
}

std::string showOptions(const CtlLine &line, const ControllerOptions &options)
{
    std::string text;
    JsonWriter writer(JsonWriter::Style::Line);
    writer.beginObject();
    for (const LiveOption &each : LiveOptions) {
        const std::string value = each.show(options);
        text += std::string(each.name) + '=' + value + '\n';
        writer.key(each.name.data()).value(jsonText(value));
    }
    writer.endObject();
    return line.isJson() ? writer.text().toStdString() + '\n' : text;
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
    const auto number = numberIn<int>(line.words[2]);
    if (!number || *number < 0 || *number > 10'000)
        return tl::unexpected(badLine("\"" + line.words[2]
                                      + "\" is no number of workers: write one from 0 to 10000"));
    if (line.dryRun)
        return answer(line, describe(SetWorkers{*number}));
    const std::string said = line.words[2] + (*number == 1 ? " worker" : " workers");
    if (line.span) {
        const auto before = host.calls.setWorkersFor(controller->id, *number, *line.span);
        if (!before)
            return tl::unexpected(problemOf(before.error()));
        return answer(line, said + " for " + formatDuration(*line.span) + ", then "
                                + std::to_string(*before) + " again");
    }
    const auto ticket = submit(host, {controller->id, SetWorkers{*number}});
    if (!ticket)
        return tl::unexpected(ticket.error());
    return answer(line, said);
}

CtlAnswer pause(const CtlLine &line, CtlHost host)
{
    if (!isForController(line, host))
        return steerItems(line, host);
    if (auto problem = whyNotOnAll(line))
        return tl::unexpected(*std::move(problem));
    return steerController(line, host, PauseController{line.span, line.reason}, "paused");
}

CtlAnswer resume(const CtlLine &line, CtlHost host)
{
    if (!isForController(line, host))
        return steerItems(line, host);
    if (auto problem = whyNotOnAll(line))
        return tl::unexpected(*std::move(problem));
    return steerController(line, host, ResumeController{}, "goes on");
}

CtlAnswer resync(const CtlLine &line, CtlHost host)
{
    return steerController(line, host, ResyncNow{}, "lists now");
}

CtlAnswer options(const CtlLine &line, CtlHost host)
{
    const auto controller = namedController(line, host, std::max<std::size_t>(line.words.size(), 2),
                                            "options photos maxRetries=5");
    if (!controller)
        return tl::unexpected(controller.error());
    if (line.words.size() == 2)
        return showOptions(line, controller->options);
    if (auto problem = whyNotSteered(*controller))
        return tl::unexpected(*std::move(problem));
    ControllerOptions changed = controller->options;
    std::vector<Action> actions; // all of them, before the first is done
    for (std::size_t i = 2; i < line.words.size(); ++i) {
        auto action = changeOf(changed, line.words[i]);
        if (!action)
            return tl::unexpected(action.error());
        changed = withChange(changed, *action);
        actions.push_back(*std::move(action));
    }
    if (const auto wrong = validate(changed))
        return tl::unexpected(badLine(line.words[1] + ": " + *wrong));
    std::string done;
    for (Action &action : actions) {
        const std::string what = (done.empty() ? "" : ", ") + describe(action);
        if (!line.dryRun) {
            const auto ticket = submit(host, {controller->id, std::move(action)});
            if (!ticket)
                return tl::unexpected(afterSome(done, ticket.error()));
        }
        done += what;
    }
    return answer(line, done);
}

CtlAnswer drain(const CtlLine &line, CtlHost host)
{
    const auto controller = steeredController(line, host, 2, "drain photos");
    if (!controller)
        return tl::unexpected(controller.error());
    if (line.dryRun)
        return answer(line, describe(RemoveController{}));
    const std::string what = "drain and remove the controller " + line.words[1];
    if (!line.yes && !isConfirmed(what))
        return tl::unexpected(notConfirmed(what));
    const auto ticket = submit(host, {controller->id, RemoveController{}});
    if (!ticket)
        return tl::unexpected(ticket.error());
    return answer(line, "drains, and is removed then");
}

} // namespace qontroller
