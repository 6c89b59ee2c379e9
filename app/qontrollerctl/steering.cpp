// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/qontrollerctl/steering.h"

#include "app/qontrollerctl/selecting.h"
#include "app/qontrollerctl/snapshot.h"
#include "core/json/jsonwriter.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <iostream>
#include <map>
#include <set>
#include <thread>

#include <unistd.h>

namespace qontroller {

namespace {

constexpr auto Glance = std::chrono::milliseconds(50);

using Chosen = std::map<ControllerId, Ids>;

struct ItemVerb
{
    std::string_view name;
    Action (*action)(const CtlLine &line, Ids ids);
};

constexpr std::array ItemVerbs{
    ItemVerb{"requeue",
             [](const CtlLine &, Ids ids) { return Action(RequeueItems{std::move(ids)}); }},
    ItemVerb{"pause",
             [](const CtlLine &line, Ids ids) {
                 return Action(PauseItems{std::move(ids), line.span, line.reason});
             }},
    ItemVerb{"resume",
             [](const CtlLine &, Ids ids) { return Action(ResumeItems{std::move(ids)}); }},
    ItemVerb{"discard",
             [](const CtlLine &, Ids ids) { return Action(DiscardItems{std::move(ids)}); }},
    ItemVerb{"confirm",
             [](const CtlLine &, Ids ids) { return Action(RemoveHeld{std::move(ids)}); }},
    ItemVerb{"refuse", [](const CtlLine &, Ids ids) { return Action(KeepHeld{std::move(ids)}); }},
};

std::size_t countOf(const Chosen &chosen)
{
    std::size_t count = 0;
    for (const auto &[controller, ids] : chosen)
        count += ids.size();
    return count;
}

tl::expected<Chosen, CtlProblem> chooseNamed(const CtlLine &line, const Snapshot &snapshot)
{
    Chosen chosen;
    for (std::size_t i = 1; i < line.words.size(); ++i) {
        auto object = findObject(snapshot, line.words[i]);
        if (!object)
            return tl::unexpected(object.error());
        chosen[object->controller].push_back(std::move(object->id));
    }
    return chosen;
}

tl::expected<Chosen, CtlProblem> chooseFiltered(const CtlLine &line, remote::RemoteHost &host)
{
    const auto snapshot = takeSnapshot(host, Reads::Everything);
    if (!snapshot)
        return tl::unexpected(snapshot.error());
    const auto items = selectItems(line, *snapshot);
    if (!items)
        return tl::unexpected(items.error());
    Chosen chosen;
    for (const SelectedItem &each : items->shown)
        chosen[each.controller->id].push_back(each.row->id);
    return chosen;
}

tl::expected<Chosen, CtlProblem> choose(const CtlLine &line, remote::RemoteHost &host)
{
    const bool isNamed = line.words.size() > 1;
    if (isNamed == !line.filter.empty())
        return tl::unexpected(
            CtlProblem{CtlStatus::Refused, line.verb()
                                               + " needs objects or --filter, as in "
                                                 "qontrollerctl "
                                               + line.verb() + " photos/a.jpg"});
    if (!isNamed)
        return chooseFiltered(line, host);
    const auto snapshot = takeSnapshot(host, Reads::Events);
    if (!snapshot)
        return tl::unexpected(snapshot.error());
    return chooseNamed(line, *snapshot);
}

/// Objects that are named are meant; those that a filter found are asked for.
bool isMeant(const CtlLine &line, std::size_t count)
{
    if (line.yes || line.filter.empty())
        return true;
    if (::isatty(STDIN_FILENO) == 0)
        return false;
    std::cerr << line.verb() << ' ' << count << (count == 1 ? " object" : " objects") << "? [y/N] "
              << std::flush;
    std::string answer;
    std::getline(std::cin, answer);
    return answer == "y" || answer == "yes";
}

/// How the runs ended that tickets asked for.
struct Ends
{
    std::uint64_t succeeded = 0;
    std::uint64_t failed = 0;
};

std::string report(const CtlLine &line, std::size_t eligible, const Ends &ends)
{
    if (line.isJson()) {
        JsonWriter writer(JsonWriter::Style::Line);
        writer.beginObject().key("eligible").value(static_cast<qint64>(eligible));
        writer.key("skipped").beginArray().endArray();
        writer.key("done").beginObject();
        writer.key("succeeded").value(static_cast<qint64>(ends.succeeded));
        writer.key("failed").value(static_cast<qint64>(ends.failed)).endObject().endObject();
        return writer.text().toStdString() + '\n';
    }
    std::string text = (line.dryRun ? "would " : "") + line.verb() + ' ' + std::to_string(eligible)
                       + (eligible == 1 ? " object" : " objects");
    if (line.wait && !line.dryRun)
        text += ": " + std::to_string(ends.succeeded) + " succeeded, " + std::to_string(ends.failed)
                + " failed";
    return text + '\n';
}

/// Waits until as many runs as \a runs have ended that one of \a tickets asked for.
tl::expected<Ends, CtlProblem> waitForEnds(remote::RemoteHost &host, FeedReader &reader,
                                           const std::set<Ticket> &tickets, std::uint64_t runs)
{
    Ends ends;
    while (ends.succeeded + ends.failed < runs) {
        const Delta delta = reader.pull();
        if (const auto problem = host.problem())
            return tl::unexpected(problemOf(*problem));
        for (const ControllerDelta &controller : delta.controllers) {
            for (const EventRecord &end : controller.ticketEnds) {
                if (!tickets.contains(end.ticket))
                    continue;
                const bool isGood = end.said.kind == Said::Kind::Done
                                    || end.said.kind == Said::Kind::Removed
                                    || end.said.kind == Said::Kind::DoneForNow
                                    || end.said.kind == Said::Kind::Ignored;
                ++(isGood ? ends.succeeded : ends.failed);
            }
        }
        std::this_thread::sleep_for(Glance);
    }
    return ends;
}

tl::expected<Ticket, CtlProblem> submit(remote::RemoteHost &host, Command command)
{
    const Ticket ticket = host.submit(std::move(command));
    if (ticket == 0)
        return tl::unexpected(problemOf(host.problem().value()));
    return ticket;
}

/// The controller that is named by the first word after the verb.
tl::expected<ControllerId, CtlProblem> namedController(const CtlLine &line,
                                                       remote::RemoteHost &host, std::size_t words,
                                                       const char *example)
{
    if (line.words.size() != words)
        return tl::unexpected(
            CtlProblem{CtlStatus::Refused, std::string("write it as in qontrollerctl ") + example});
    const auto snapshot = takeSnapshot(host, Reads::Events);
    if (!snapshot)
        return tl::unexpected(snapshot.error());
    const ControllerDelta *found = snapshot->find(line.words[1]);
    if (!found)
        return tl::unexpected(
            CtlProblem{CtlStatus::NotKnown, line.words[1] + ": there is no such controller"});
    return found->id;
}

} // namespace

CtlAnswer steerItems(const CtlLine &line, remote::RemoteHost &host)
{
    auto chosen = choose(line, host);
    if (!chosen)
        return tl::unexpected(chosen.error());
    const std::size_t count = countOf(*chosen);
    if (line.dryRun)
        return report(line, count, {});
    if (count == 0)
        return tl::unexpected(
            CtlProblem{CtlStatus::NotKnown, "no object is meant: nothing was done"});
    if (!isMeant(line, count))
        return tl::unexpected(
            CtlProblem{CtlStatus::Refused, line.verb() + " " + std::to_string(count)
                                               + " objects: not confirmed; --yes does it unasked"});
    const auto verb = std::ranges::find(ItemVerbs, line.verb(), &ItemVerb::name);
    FeedReader reader(host, Reads::Events);
    if (line.wait)
        static_cast<void>(reader.pull()); // what ended before does not count
    std::set<Ticket> tickets;
    for (auto &[controller, ids] : *chosen) {
        const auto ticket = submit(host, {controller, verb->action(line, std::move(ids))});
        if (!ticket)
            return tl::unexpected(ticket.error());
        tickets.insert(*ticket);
    }
    if (!line.wait || verb->name != "requeue")
        return report(line, count, {});
    const auto ends = waitForEnds(host, reader, tickets, count);
    if (!ends)
        return tl::unexpected(ends.error());
    if (ends->failed > 0)
        return tl::unexpected(CtlProblem{CtlStatus::Failed, report(line, count, *ends)});
    return report(line, count, *ends);
}

CtlAnswer setWorkers(const CtlLine &line, remote::RemoteHost &host)
{
    const auto controller = namedController(line, host, 3, "workers photos 8");
    if (!controller)
        return tl::unexpected(controller.error());
    const std::string &text = line.words[2];
    int workers = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), workers);
    if (error != std::errc() || end != text.data() + text.size() || workers < 0 || workers > 10'000)
        return tl::unexpected(
            CtlProblem{CtlStatus::Refused, "\"" + text
                                               + "\" is no number of workers: write one "
                                                 "from 0 to 10000"});
    const auto ticket = submit(host, {*controller, SetWorkers{workers}});
    if (!ticket)
        return tl::unexpected(ticket.error());
    return line.words[1] + ": " + text + (workers == 1 ? " worker\n" : " workers\n");
}

CtlAnswer resync(const CtlLine &line, remote::RemoteHost &host)
{
    const auto controller = namedController(line, host, 2, "resync photos");
    if (!controller)
        return tl::unexpected(controller.error());
    const auto ticket = submit(host, {*controller, ResyncNow{}});
    if (!ticket)
        return tl::unexpected(ticket.error());
    return line.words[1] + ": lists now\n";
}

} // namespace qontroller
