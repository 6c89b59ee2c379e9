// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/qontrollerctl/verbs.h"

#include "app/qontrollerctl/hosts.h"
#include "app/qontrollerctl/jobverbs.h"
#include "app/qontrollerctl/looking.h"
#include "app/qontrollerctl/operations.h"
#include "app/qontrollerctl/records.h"
#include "app/qontrollerctl/sessionverbs.h"
#include "app/qontrollerctl/steering.h"
#include "app/qontrollerctl/top/top.h"

#include <algorithm>
#include <array>

namespace qontroller {

namespace {

constexpr std::array Verbs{
    Verb{"hosts", nullptr, showHosts, false},
    Verb{"status", showStatus, nullptr, false},
    Verb{"top", nullptr, top::showTop, false},
    Verb{"items", showItems},
    Verb{"why", showWhy},
    Verb{"describe", showDescription},
    Verb{"attempts", showAttempts},
    Verb{"failures", showFailures, nullptr, false},
    Verb{"locks", showLocks, nullptr, false},
    Verb{"operations", showOperations, nullptr, false},
    Verb{"events", showEvents},
    Verb{"log", showOperatorLog, nullptr, false},
    Verb{"session", showSession, nullptr, false},
    Verb{"plugins", showPlugins, nullptr, false},
    Verb{"apply", applySession},
    Verb{"requeue", steerItems},
    Verb{"pause", pause},
    Verb{"resume", resume},
    Verb{"discard", steerItems},
    Verb{"confirm", steerItems},
    Verb{"refuse", steerItems},
    Verb{"jobs", showJobs, nullptr, false},
    Verb{"stop", stopJob},
    Verb{"workers", workers},
    Verb{"resync", resync},
    Verb{"options", options},
    Verb{"drain", drain},
};

} // namespace

const Verb *findVerb(std::string_view name)
{
    const auto found = std::ranges::find(Verbs, name, &Verb::name);
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
