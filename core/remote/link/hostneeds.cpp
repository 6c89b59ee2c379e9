// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/remote/link/hostneeds.h"

#include <algorithm>
#include <optional>
#include <set>

namespace qontroller {

namespace {

void add(std::vector<Need> &needs, AttentionKind kind, const std::string &why)
{
    if (!why.empty())
        needs.push_back({{}, {.kind = kind, .text = why}});
}

/// What of it needs a person, at \a moment, which is \a now on the calendar; nothing: nothing does.
std::optional<Attention> attentionOf(const consist::OperationView &view, WallTime now,
                                     TimePoint moment)
{
    const std::string member(view.employee.qualifiedName());
    Attention attention{.kind = AttentionKind::FailingOperation, .cause = view.operation.id};
    if (view.waiting.isStuck) {
        attention.kind = AttentionKind::StuckDrain;
        attention.since = moment - (now - view.waiting.since);
        attention.text = "the drain of " + member + " has made no progress for "
                         + spanInWords(now - view.waiting.since) + " (operation "
                         + view.operation.id + ")";
    } else if (!view.failure.empty()) {
        attention.text = "the work of operation " + view.operation.id + " on " + member
                         + " fails: " + view.failure;
    } else {
        return std::nullopt;
    }
    return attention;
}

Attention attentionOf(const TemporaryWorkers &workers, const Moment &moment)
{
    return {.kind = AttentionKind::Temporary,
            .count = static_cast<std::uint64_t>(std::max(workers.workers, 0)),
            .of = static_cast<std::uint64_t>(std::max(workers.before, 0)),
            .wait = workers.until - moment.wall,
            .since = moment.timeOf(workers.until - workers.time),
            .text = workers.who};
}

} // namespace

std::vector<Need> needsOf(const JournalStatus &journal, const Moment &moment)
{
    std::vector<Need> needs;
    add(needs, AttentionKind::JournalNotWritten, journal.whyNotWritten);
    add(needs, AttentionKind::JournalNotWhole, journal.lost);
    for (const JournalStatus::Controller &each : journal.controllers) {
        if (const auto &workers = each.changes.workers; workers && workers->until > moment.wall)
            needs.push_back({each.name, attentionOf(*workers, moment)});
    }
    return needs;
}

std::vector<Need> needsOf(const SessionText &session)
{
    std::vector<Need> needs;
    add(needs, AttentionKind::NotApplied, session.notApplied);
    add(needs, AttentionKind::NotSaved, session.notSaved);
    for (const NotStarted &each : session.notStarted)
        needs.push_back({each.controller,
                         {.kind = AttentionKind::NotStarted, .text = "not started: " + each.why}});
    return needs;
}

std::vector<Need> needsOf(const consist::LifecycleAnswer &members, TimePoint now)
{
    std::vector<Need> needs;
    for (const consist::OperationView &view : members.operations) {
        const auto attention = attentionOf(view, members.now, now);
        if (!attention)
            continue;
        std::set<std::string> controllers;
        for (const consist::EmployerName &each : view.employers)
            controllers.insert(each.controller);
        for (const std::string &each : controllers)
            needs.push_back({each, *attention});
    }
    return needs;
}

} // namespace qontroller
