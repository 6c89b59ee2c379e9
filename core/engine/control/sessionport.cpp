// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/control/sessionport.h"

#include <array>
#include <ranges>

namespace qontroller {

namespace {

struct Words
{
    SessionStep::Kind kind;
    std::string_view doing;
    std::string_view done;
};

constexpr std::array AllWords{
    Words{SessionStep::Kind::Start, "start", "started"},
    Words{SessionStep::Kind::Restart, "start anew", "started anew"},
    Words{SessionStep::Kind::Stop, "stop", "stopped"},
    Words{SessionStep::Kind::Change, "change", "changed"},
};

void addCount(std::string &text, std::size_t count, std::string_view what)
{
    if (count > 0)
        text += (text.empty() ? "" : ", ") + std::to_string(count) + ' ' + std::string(what);
}

/// `photos (workers 8), thumbs`, the first ones.
std::string namesIn(const std::vector<SessionStep> &steps)
{
    constexpr std::size_t Most = 20;
    std::string text;
    for (const SessionStep &step : steps | std::views::take(Most)) {
        text += (text.empty() ? "" : ", ") + step.controller;
        if (!step.what.empty())
            text += step.controller.empty() ? step.what : " (" + step.what + ')';
    }
    if (steps.size() > Most)
        text += " and " + std::to_string(steps.size() - Most) + " more";
    return text;
}

} // namespace

std::string_view name(SessionStep::Kind kind)
{
    return std::ranges::find(AllWords, kind, &Words::kind)->doing;
}

std::string describe(const SessionStep &step)
{
    return (step.controller.empty() ? "" : step.controller + ": ") + stepText(step);
}

std::string stepText(const SessionStep &step)
{
    std::string text(name(step.kind));
    if (!step.what.empty())
        text += " (" + step.what + ')';
    if (step.state == SessionStep::State::Failed)
        text += ": failed: " + step.why;
    return text;
}

std::string summary(const ApplyStatus &status)
{
    if (!status.problems.empty())
        return "not applied: " + status.problems.front();
    std::string text;
    for (const Words &each : AllWords) {
        const auto isDone = [&each](const SessionStep &step) {
            return step.kind == each.kind && step.state == SessionStep::State::Done;
        };
        addCount(text, std::ranges::count_if(status.steps, isDone), each.done);
    }
    addCount(text,
             std::ranges::count(status.steps, SessionStep::State::Failed, &SessionStep::state),
             "failed");
    addCount(text, status.untouched, "untouched");
    return text.empty() ? "nothing is to be done" : text;
}

std::string appliedText(const ApplyStatus &status)
{
    const std::string names = status.problems.empty() ? namesIn(status.steps) : std::string();
    return summary(status) + (names.empty() ? "" : ": " + names);
}

std::string savedText(const ApplyStatus &status)
{
    if (!status.problems.empty())
        return "not saved: " + status.problems.front();
    const std::string names = namesIn(status.steps);
    return names.empty() ? "nobody has changed an option" : names;
}

} // namespace qontroller
