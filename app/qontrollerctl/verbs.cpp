// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/qontrollerctl/verbs.h"

#include "app/qontrollerctl/alarmverbs.h"
#include "app/qontrollerctl/choosehost.h"
#include "app/qontrollerctl/jobverbs.h"
#include "app/qontrollerctl/journalverb.h"
#include "app/qontrollerctl/looking.h"
#include "app/qontrollerctl/needs.h"
#include "app/qontrollerctl/records.h"
#include "app/qontrollerctl/sessionverbs.h"
#include "app/qontrollerctl/showoperations.h"
#include "app/qontrollerctl/steering.h"
#include "app/qontrollerctl/top/top.h"

#include <algorithm>
#include <array>

namespace qontroller {

namespace {

constexpr std::string_view OnMany = "--filter --pace --yes --dry-run";
constexpr std::string_view OnManyRun = "--filter --pace --yes --dry-run --wait";
constexpr std::string_view OnManyPaused = "--filter --pace --yes --dry-run --for --reason";

Verb verbOf(ItemVerb verb)
{
    const ItemVerbFacts facts = factsOf(verb);
    return {facts.name, steer, nullptr, true,
            facts.hasTerms      ? OnManyPaused
            : facts.asksForRuns ? OnManyRun
                                : OnMany};
}

Verb verbOf(ControllerVerb verb)
{
    const ControllerVerbFacts facts = factsOf(verb);
    return {facts.typed, steer, nullptr, true, facts.asksBack ? "--yes --dry-run" : "--dry-run"};
}

const std::vector<Verb> Verbs{
    {"init", nullptr, draftSession},
    {"hosts", nullptr, showHosts, false},
    {"status", showStatus, nullptr, false},
    {"needs", showNeeds, nullptr, false},
    {"alarms", showAlarms, nullptr, false},
    {"top", nullptr, top::showTop, false, "--sort"},
    {"items", showItems, nullptr, true, "--filter --sort --limit"},
    {"why", showWhy},
    {"describe", showDescription},
    {"attempts", showAttempts},
    {"failures", showFailures, nullptr, false},
    {"locks", showLocks, nullptr, false},
    {"operations", showOperations, nullptr, false},
    {"events", showEvents, nullptr, true, "--limit -f"},
    {"log", showOperatorLog, nullptr, false},
    {"session", showSession, nullptr, false, "--save"},
    {"plugins", showPlugins, nullptr, false},
    {"journal", showJournal},
    {"apply", applySession, nullptr, true, "--yes --dry-run"},
    verbOf(ItemVerb::Requeue),
    verbOf(ItemVerb::Pause),
    verbOf(ItemVerb::Resume),
    verbOf(ItemVerb::Discard),
    verbOf(ItemVerb::Remove),
    verbOf(ItemVerb::Keep),
    {"ack", acknowledge, nullptr, true, "--for --reason"},
    {"unack", withdrawAcknowledgement},
    {"jobs", showJobs, nullptr, false},
    {"stop", stopJob, nullptr, true, "--dry-run"},
    {"workers", workers, nullptr, true, "--for --dry-run"},
    verbOf(ControllerVerb::Resync),
    {"options", options, nullptr, true, "--go-back --dry-run"},
    verbOf(ControllerVerb::Take),
    verbOf(ControllerVerb::Remove),
};

/// What verbs were called before.
struct Alias
{
    std::string_view name;
    std::string_view verb;
};
constexpr std::array Aliases{Alias{"confirm", "remove"}, Alias{"refuse", "keep"}};

} // namespace

std::string_view verbCalled(std::string_view name)
{
    const auto alias = std::ranges::find(Aliases, name, &Alias::name);
    return alias == Aliases.end() ? name : alias->verb;
}

const Verb *findVerb(std::string_view name)
{
    const auto found = std::ranges::find(Verbs, verbCalled(name), &Verb::name);
    return found == Verbs.end() ? nullptr : &*found;
}

std::string verbNames()
{
    std::string names;
    for (const Verb &verb : Verbs)
        names += (names.empty() ? "" : ", ") + std::string(verb.name);
    return names;
}

} // namespace qontroller
