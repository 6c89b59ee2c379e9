// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/process/notedprocess.h"

#include "core/plugins/process/earlierlife.h"
#include "core/plugins/process/processstat.h"

#include <utility>

namespace qontroller::supervision {

namespace {

/// The host was killed before it could note the number: the process is known by its mark.
std::optional<NotedProcess> findMarked(const StartRecord &record)
{
    for (EarlierProcess &one : findEarlier(record.start, EarlierKind::Leaders)) {
        const auto process = identityOf(one.pid);
        if (process && one.end)
            return NotedProcess{*process, std::move(one.end)};
    }
    return std::nullopt;
}

} // namespace

std::optional<NotedProcess> findNoted(const StartRecord &record)
{
    if (!record.isOfThisBoot())
        return std::nullopt;
    if (record.process.pid < 0)
        return findMarked(record);
    UniqueFd end = openProcess(record.process);
    const auto stat = end ? processStat(record.process.pid) : std::nullopt;
    if (!stat || stat->group != record.process.pid)
        return std::nullopt;
    return NotedProcess{record.process, std::move(end)};
}

std::string whyLeftAlone(const StartRecord &record, const std::string &original)
{
    const std::string process = record.process.pid > 0
                                    ? "process " + std::to_string(record.process.pid)
                                    : std::string("the process");
    return "its note is a copy of that in the state folder \"" + original + "\": " + process
           + ", which that folder has started, is left alone";
}

} // namespace qontroller::supervision
