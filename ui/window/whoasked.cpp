// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/whoasked.h"

#include "ui/words/format.h"

#include "core/base/text/duration.h"

#include <algorithm>

namespace qontroller::ui {

namespace {

/// A command that a host takes is written down a little before it takes effect.
constexpr qint64 MostApartMs = 10'000;

qint64 msSince1970(WallTime time)
{
    using Milliseconds = std::chrono::milliseconds;
    return std::chrono::duration_cast<Milliseconds>(time.time_since_epoch()).count();
}

/// "job 7: " of "pause 60 objects, job 7"; empty: it is of no job.
std::string beginningOfJob(std::string_view text)
{
    constexpr std::string_view Mark = ", job ";
    const auto at = text.rfind(Mark);
    return at == std::string_view::npos ? std::string()
                                        : std::string(text.substr(at + Mark.size() - 4)) + ": ";
}

/// "1 h" of "set workers to 3, for 1h", of which the controller itself was told the first part:
/// its host ends it.
QString howLong(std::string_view asked, std::string_view told)
{
    constexpr std::string_view Mark = ", for ";
    if (!asked.starts_with(told) || !asked.substr(told.size()).starts_with(Mark))
        return {};
    const auto term = parseDuration(asked.substr(told.size() + Mark.size()));
    return term ? formatTerm(*term) : QString();
}

} // namespace

Asker whoAsked(const ForeignCommand &command, std::string_view controller, const Moment &moment,
               const OperatorLines &asked)
{
    const std::string job = beginningOfJob(command.text);
    const qint64 at = wallTimeOf(command.at, moment).toMSecsSinceEpoch();
    qint64 least = MostApartMs;
    Asker who;
    for (const OperatorLine &each : asked) {
        const bool isSame = job.empty() ? each.text.starts_with(command.text)
                                        : each.text.starts_with(job);
        // One for all controllers, or of a job over several, is of no single one.
        if (!isSame || (!each.controller.empty() && each.controller != controller))
            continue;
        const qint64 apart = std::abs(msSince1970(each.at) - at);
        if (!job.empty() || apart <= least) {
            least = job.empty() ? apart : least;
            who = {toLine(each.who), howLong(each.text, command.text)};
        }
    }
    return who;
}

QString whoPaused(std::string_view controller, std::string_view reason, const OperatorLines &asked)
{
    const std::string pause = describe(ControllerVerb::Pause);
    const auto found = std::find_if(asked.rbegin(), asked.rend(), [&](const OperatorLine &each) {
        return (each.controller.empty() || each.controller == controller)
               && each.text.starts_with(pause) && each.text.ends_with(reason);
    });
    return found == asked.rend() ? QString() : toLine(found->who);
}

} // namespace qontroller::ui
