// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/whoasked.h"

#include "ui/words/format.h"

#include <algorithm>

namespace qontroller::ui {

namespace {

/// A command that a host takes is written down a little before it takes effect.
constexpr qint64 MostApartMs = 10'000;

/// "job 7: " of "pause 60 objects, job 7"; empty: it is of no job.
std::string beginningOfJob(std::string_view text)
{
    constexpr std::string_view Mark = ", job ";
    const auto at = text.rfind(Mark);
    return at == std::string_view::npos ? std::string()
                                        : std::string(text.substr(at + Mark.size() - 4)) + ": ";
}

} // namespace

QString whoAsked(const ForeignCommand &command, std::string_view controller, const Moment &moment,
                 const std::vector<AskedCommand> &asked)
{
    const std::string job = beginningOfJob(command.text);
    const qint64 at = wallTimeOf(command.at, moment).toMSecsSinceEpoch();
    qint64 least = MostApartMs;
    QString who;
    for (const AskedCommand &each : asked) {
        const bool isSame = job.empty() ? each.text.starts_with(command.text)
                                        : each.text.starts_with(job);
        // One for all controllers, or of a job over several, is of no single one.
        if (!isSame || (!each.controller.empty() && each.controller != controller))
            continue;
        const qint64 apart = std::abs(each.at.toMSecsSinceEpoch() - at);
        if (!job.empty() || apart <= least) {
            least = job.empty() ? apart : least;
            who = toLine(each.who);
        }
    }
    return who;
}

} // namespace qontroller::ui
