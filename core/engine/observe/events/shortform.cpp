// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/observe/events/shortform.h"

#include "core/base/text/concealer.h"
#include "core/base/text/text.h"

#include <cstddef>

namespace qontroller {

namespace {

constexpr std::size_t Longest = 1024;
constexpr std::string_view LineEnds = "\r\n";
constexpr std::string_view Blanks = " \t\r\n\v\f";

bool mayBeAnError(Said::Kind kind)
{
    switch (kind) {
    case Said::Kind::Text:
    case Said::Kind::Done:
    case Said::Kind::Removed:
    case Said::Kind::DoneForNow:
    case Said::Kind::WaitsFor:
    case Said::Kind::Failed:
    case Said::Kind::Parked:
    case Said::Kind::LockServiceAway:
    case Said::Kind::ListPartial:
    case Said::Kind::ListFailed:
    case Said::Kind::ChangesMissed:
    case Said::Kind::HostIsShort: return true;
    default: return false;
    }
}

} // namespace

std::string shortForm(std::string_view text)
{
    const std::size_t last = text.find_last_not_of(Blanks);
    if (last == std::string_view::npos)
        return {};
    text = text.substr(0, last + 1);
    std::string_view line = text.substr(text.find_last_of(LineEnds) + 1);
    line.remove_prefix(line.find_first_not_of(Blanks));
    if (line.size() <= Longest)
        return std::string(line);
    return std::string(BeginCutMark) + std::string(lastBytes(line, Longest - BeginCutMark.size()));
}

Said inShort(Said said)
{
    if (mayBeAnError(said.kind))
        said.text = shortForm(said.text);
    return said;
}

Said inShort(const EventRecord &event)
{
    return event.kind == EventRecord::Kind::Notice ? event.said : inShort(event.said);
}

} // namespace qontroller
