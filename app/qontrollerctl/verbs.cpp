// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/qontrollerctl/verbs.h"

#include "app/qontrollerctl/choosehost.h"
#include "app/qontrollerctl/jobverbs.h"
#include "app/qontrollerctl/looking.h"
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

constexpr std::array Verbs{
    Verb{"init", nullptr, draftSession},
    Verb{"hosts", nullptr, showHosts, false},
    Verb{"status", showStatus, nullptr, false},
    Verb{"top", nullptr, top::showTop, false, "--sort"},
    Verb{"items", showItems, nullptr, true, "--filter --sort --limit"},
    Verb{"why", showWhy},
    Verb{"describe", showDescription},
    Verb{"attempts", showAttempts},
    Verb{"failures", showFailures, nullptr, false},
    Verb{"locks", showLocks, nullptr, false},
    Verb{"operations", showOperations, nullptr, false},
    Verb{"events", showEvents, nullptr, true, "--limit -f"},
    Verb{"log", showOperatorLog, nullptr, false},
    Verb{"session", showSession, nullptr, false},
    Verb{"plugins", showPlugins, nullptr, false},
    Verb{"apply", applySession, nullptr, true, "--yes --dry-run"},
    Verb{"requeue", steerItems, nullptr, true, OnManyRun},
    Verb{"pause", pause, nullptr, true, OnManyPaused},
    Verb{"resume", resume, nullptr, true, OnMany},
    Verb{"discard", steerItems, nullptr, true, OnMany},
    Verb{"remove", steerItems, nullptr, true, OnManyRun},
    Verb{"keep", steerItems, nullptr, true, OnMany},
    Verb{"jobs", showJobs, nullptr, false},
    Verb{"stop", stopJob, nullptr, true, "--dry-run"},
    Verb{"workers", workers, nullptr, true, "--for --dry-run"},
    Verb{"resync", resync, nullptr, true, "--dry-run"},
    Verb{"options", options, nullptr, true, "--dry-run"},
    Verb{"drain", drain, nullptr, true, "--yes --dry-run"},
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
