// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/journal/resumedchanges.h"

#include "core/engine/api/optiontable.h"

#include <algorithm>

namespace qontroller {

namespace {

/// False: it does not hold.
bool change(ControllerOptions &options, const ChangedOption &changed,
            const ControllerOptions &given)
{
    const ControllerOption *const option = findOption(changed.name);
    const auto value = option && option->isLive ? option->parse(changed.value) : std::nullopt;
    if (!value || option->whyNot(*value) || valueText(option->in(given)) != changed.given)
        return false;
    option->set(options, *value);
    return true;
}

ChangedOption asChange(const TemporaryWorkers &workers)
{
    return {optionOf(&ControllerOptions::workers).fullName(), std::to_string(workers.workers),
            std::to_string(workers.before)};
}

/// Which is no difference any more.
bool saysTheSame(const ControllerOptions &given, const ChangedOption &changed)
{
    const ControllerOption *const option = findOption(changed.name);
    return option && valueText(option->in(given)) == changed.value;
}

} // namespace

ResumedChanges resume(const ControllerChanges &changes, const ControllerOptions &given,
                      WallTime now)
{
    ResumedChanges resumed{.options = given};
    for (const ChangedOption &each : changes.options) {
        if (change(resumed.options, each, given))
            resumed.kept.options.push_back(each);
        else if (!saysTheSame(given, each))
            resumed.overruled.push_back(each);
    }
    if (auto workers = changes.workers) {
        workers->until = std::min(workers->until, now + workers->time); // a calendar may go back
        resumed.hasRunOut = workers->until <= now;
        if (!resumed.hasRunOut && resumed.options.workers == workers->before) {
            resumed.options.workers = workers->workers;
            resumed.kept.workers = workers;
        } else if (!resumed.hasRunOut) {
            resumed.overruled.push_back(asChange(*workers));
        }
    }
    if (!validate(resumed.options))
        return resumed;
    ResumedChanges none{.options = given,
                        .overruled = changes.options,
                        .hasRunOut = resumed.hasRunOut};
    if (changes.workers && !resumed.hasRunOut)
        none.overruled.push_back(asChange(*changes.workers));
    return none;
}

ControllerOptions withOwn(ControllerOptions options, const ControllerOptions &own,
                          const ControllerOptions &given)
{
    for (const ControllerOption &each : optionTable()) {
        if (each.in(own) != each.in(given))
            each.set(options, each.in(own));
    }
    return options;
}

} // namespace qontroller
