// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/sdk/testing/recordinglist.h"

namespace qontroller::test {

namespace {

/// The cursor of a complete list is not of interest, and the reason of another one is.
std::string endOf(const ListResult &result)
{
    switch (result.kind()) {
    case ListResult::Kind::Complete: return "complete";
    case ListResult::Kind::Partial: return "partial: " + result.text();
    case ListResult::Kind::Failed: break;
    }
    return "failed: " + result.text();
}

} // namespace

std::string RecordingList::text() const
{
    std::string text;
    for (const ObjectId &id : ids)
        text += (text.empty() ? "" : " ") + id;
    for (const ObjectId &id : leftovers)
        text += (text.empty() ? "-" : " -") + id;
    return text;
}

std::string listOf(ListerWatcher &source, const std::stop_token &stop)
{
    RecordingList list;
    const std::string end = endOf(source.list(list, stop));
    const std::string text = list.text();
    return text.empty() ? end : text + ' ' + end;
}

} // namespace qontroller::test
