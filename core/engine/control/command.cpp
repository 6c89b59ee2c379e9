// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/control/command.h"

#include "core/base/text/duration.h"

#include <algorithm>

namespace qontroller {

namespace {

std::string objectsOf(const ItemsAction &action)
{
    const std::size_t count = action.ids.size();
    const std::string held = factsOf(action.verb).isOfHeld ? "held " : "";
    if (count == 0 && !held.empty())
        return "all held objects";
    return std::to_string(count) + ' ' + held + (count == 1 ? "object" : "objects");
}

template<class SomeAction>
auto termsIn(SomeAction &action) -> decltype(&std::get<ItemsAction>(action).terms)
{
    if (auto *items = std::get_if<ItemsAction>(&action))
        return factsOf(items->verb).hasTerms ? &items->terms : nullptr;
    auto *all = std::get_if<ControllerAction>(&action);
    return all && factsOf(all->verb).hasTerms ? &all->terms : nullptr;
}

struct Describe
{
    std::string operator()(const ItemsAction &a) const
    {
        return std::string(factsOf(a.verb).name) + ' ' + objectsOf(a);
    }
    std::string operator()(const ControllerAction &a) const
    {
        return std::string(factsOf(a.verb).name);
    }
    std::string operator()(const SetOptions &a) const
    {
        std::string text;
        for (const OptionChange &each : a.changes)
            text += (text.empty() ? "set " : ", ") + each.option->fullName() + " to "
                    + valueText(each.value);
        return text;
    }
};

} // namespace

ControllerOptions withLiveOptions(const ControllerOptions &running, ControllerOptions wanted)
{
    for (const ControllerOption &each : optionTable()) {
        if (!each.isLive)
            each.set(wanted, each.in(running));
    }
    return wanted;
}

SetOptions setOptions(const ControllerOptions &options, const ControllerOptions &wanted)
{
    SetOptions set;
    for (const ControllerOption &each : optionTable()) {
        if (each.isLive && each.in(options) != each.in(wanted))
            set.changes.push_back({&each, each.in(wanted)});
    }
    return set;
}

ControllerOptions withChange(ControllerOptions options, const Action &action)
{
    if (const auto *set = std::get_if<SetOptions>(&action)) {
        for (const OptionChange &each : set->changes)
            each.option->set(options, each.value);
    }
    return options;
}

PauseTerms *termsOf(Action &action)
{
    return termsIn(action);
}

const PauseTerms *termsOf(const Action &action)
{
    return termsIn(action);
}

bool namesWorkers(const Action &action)
{
    const auto *set = std::get_if<SetOptions>(&action);
    const ControllerOption *workers = &optionOf(&ControllerOptions::workers);
    return set
           && std::ranges::find(set->changes, workers, &OptionChange::option) != set->changes.end();
}

std::string withTerms(std::string text, const PauseTerms &terms)
{
    if (terms.expiry)
        text += " for " + lengthInWords(*terms.expiry);
    if (!terms.reason.empty())
        text += ": " + terms.reason;
    return text;
}

std::string describe(const Action &action)
{
    std::string text = std::visit(Describe{}, action);
    const PauseTerms *terms = termsOf(action);
    return terms ? withTerms(std::move(text), *terms) : text;
}

} // namespace qontroller
