// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/qontrollerctl/statuslines.h"

#include "app/qontrollerctl/snapshot.h"
#include "core/base/text/duration.h"
#include "core/remote/link/hostneeds.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace qontroller {

namespace {

template<ItemState State>
std::uint64_t in(const Gauges &gauges)
{
    return gauges.states[static_cast<std::size_t>(State)];
}

constexpr std::array Counts{
    StatusCount{"known", "KNOWN", [](const Gauges &g) { return g.known; }},
    StatusCount{"queued", "QUEUED", [](const Gauges &g) { return g.depth; }},
    StatusCount{"running", "RUNNING", [](const Gauges &g) { return g.running; }},
    StatusCount{"backoff", "BACK-OFF", in<ItemState::BackOff>},
    StatusCount{"failed", "FAILED", [](const Gauges &g) { return g.failed(); }},
    StatusCount{"parked", "PARKED", in<ItemState::Parked>},
    StatusCount{"paused", "PAUSED", in<ItemState::Paused>},
    StatusCount{"held", "HELD", in<ItemState::Held>},
};

void worsen(StatusLine &line, const std::vector<Attention> &troubles)
{
    std::string reason = line.health.reason;
    reason += (reason.empty() ? "" : "; ") + troubles.front().text;
    if (troubles.size() > 1)
        reason += ", and " + std::to_string(troubles.size() - 1) + " more like it";
    Health health = line.health.health;
    for (const Attention &each : troubles)
        health = std::max(health, factsOf(each.kind).health);
    line.health = {health, reason};
    line.attentions.insert(line.attentions.end(), troubles.begin(), troubles.end());
}

StatusLine notStarted(const std::string &controller, const std::string &why)
{
    StatusLine line{controller, {Health::Failing, why}};
    line.attentions.push_back({.kind = AttentionKind::NotStarted, .text = why});
    return line;
}

bool isPaused(const ControllerView &controller)
{
    return controller.state == ControllerState::Paused && controller.gauges.workers > 0;
}

} // namespace

std::span<const StatusCount> statusCounts()
{
    return Counts;
}

void addOperations(std::vector<StatusLine> &lines, const consist::LifecycleAnswer &members,
                   TimePoint now)
{
    std::map<std::string, std::vector<Attention>> troubles; // by controller
    for (Need &each : needsOf(members, now))
        troubles[each.controller].push_back(std::move(each.attention));
    for (const auto &[controller, all] : troubles) {
        auto line = std::ranges::find(lines, controller, &StatusLine::name);
        if (line == lines.end())
            line = lines.insert(lines.end(), notStarted(controller, "it does not run"));
        worsen(*line, all);
    }
}

void addJournal(StatusAnswer &status)
{
    for (Need &each : needsOf(status.journal, status.moment())) {
        const auto line = std::ranges::find(status.lines, each.controller, &StatusLine::name);
        if (each.controller.empty())
            status.ofHost.push_back(std::move(each));
        else if (line != status.lines.end())
            line->attentions.push_back(std::move(each.attention));
    }
}

tl::expected<StatusAnswer, CtlProblem> statusOf(CtlHost host)
{
    const auto snapshot = takeSnapshot(host.ports);
    if (!snapshot)
        return tl::unexpected(snapshot.error());
    const auto session = host.calls.session();
    if (!session)
        return tl::unexpected(problemOf(session.error()));
    StatusAnswer status{snapshot->now, {}, session->notApplied, session->notSaved};
    status.wall = SteadyClock::instance().wallNow();
    for (const ControllerView &each : snapshot->controllers) {
        std::vector<Attention> attentions = attentionsOf(each, status.now);
        HealthReport health = healthOf(attentions, status.moment());
        status.lines.push_back({each.name, std::move(health), each.gauges, each.id, isPaused(each),
                                each.lists.wasComplete, std::move(attentions),
                                status.moment().wallOf(each.pausedUntil)});
    }
    if (auto journal = host.calls.journal()) // an older host keeps none
        status.journal = *std::move(journal);
    if (auto alarms = host.calls.alarms()) // an older host has none
        status.acknowledged = std::move(alarms->acknowledged);
    addJournal(status);
    for (Need &each : needsOf(*session)) {
        if (each.controller.empty())
            status.ofHost.push_back(std::move(each));
        else
            status.lines.push_back(notStarted(each.controller, each.attention.text));
    }
    if (const auto members = host.calls.members({}))
        addOperations(status.lines, *members, status.now);
    else // a plugin may hang: what is known of controllers is told all the same
        status.operationsUnknown = members.error().sentence;
    return status;
}

TextTable statusTable(const std::vector<StatusLine> &lines)
{
    std::vector<TextTable::Column> columns{{.name = "CONTROLLER", .fit = TextTable::Fit::Above},
                                           {"HEALTH"}};
    for (const StatusCount &count : Counts)
        columns.push_back({count.title, TextTable::Align::Right, true});
    columns.push_back({"LIST", TextTable::Align::Right});
    columns.push_back({.name = "WHY", .fit = TextTable::Fit::Below});
    TextTable table(std::move(columns));
    for (const StatusLine &line : lines) {
        std::vector<std::string> row{line.name, std::string(name(line.health.health))};
        for (const StatusCount &count : Counts)
            row.push_back(std::to_string(count.of(line.gauges)));
        row.push_back(spanInWords(line.gauges.listAge));
        row.push_back(line.health.reason);
        table.add(std::move(row));
    }
    return table;
}

} // namespace qontroller
