// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/qontrollerctl/snapshot.h"

#include <algorithm>
#include <iterator>

namespace qontroller {

namespace {

void merge(Snapshot &snapshot, Delta delta)
{
    snapshot.now = delta.now;
    for (ControllerDelta &news : delta.controllers) {
        const auto known = std::ranges::find(snapshot.controllers, news.id, &ControllerDelta::id);
        if (known == snapshot.controllers.end()) {
            snapshot.controllers.push_back(std::move(news));
            continue;
        }
        std::vector<ItemRow> rows = std::move(known->changed);
        std::ranges::move(news.changed, std::back_inserter(rows));
        *known = std::move(news);
        known->changed = std::move(rows);
    }
}

bool isWhole(const Snapshot &snapshot)
{
    return std::ranges::all_of(snapshot.controllers,
                               [](const ControllerDelta &each) { return each.rowsPending == 0; });
}

/// Of rows that came twice, because they changed meanwhile, the last one counts.
void keepLast(ControllerDelta &controller)
{
    auto &rows = controller.changed;
    std::ranges::stable_sort(rows, {}, &ItemRow::key);
    const auto sameKey = [](const ItemRow &a, const ItemRow &b) { return a.key == b.key; };
    rows.erase(rows.begin(), std::unique(rows.rbegin(), rows.rend(), sameKey).base());
}

} // namespace

const ControllerDelta *Snapshot::find(std::string_view name) const
{
    const auto found = std::ranges::find(controllers, name, &ControllerDelta::name);
    return found == controllers.end() ? nullptr : &*found;
}

CtlProblem problemOf(const remote::RemoteError &error)
{
    using Kind = remote::RemoteError::Kind;
    switch (error.kind) {
    case Kind::NotReached: return {CtlStatus::NotReached, error.sentence};
    case Kind::NotAllowed: return {CtlStatus::NotAllowed, error.sentence};
    case Kind::NotKnown: return {CtlStatus::NotKnown, error.sentence};
    case Kind::Refused: break;
    }
    return {CtlStatus::Failed, error.sentence};
}

tl::expected<Snapshot, CtlProblem> takeSnapshot(remote::RemoteHost &host, Reads reads)
{
    Snapshot snapshot;
    FeedReader reader(host, reads);
    do {
        merge(snapshot, reader.pull());
        if (const auto problem = host.problem())
            return tl::unexpected(problemOf(*problem));
    } while (!isWhole(snapshot));
    std::ranges::for_each(snapshot.controllers, keepLast);
    return snapshot;
}

tl::expected<ObjectName, CtlProblem> findObject(const Snapshot &snapshot, const std::string &text)
{
    const ControllerDelta *longest = nullptr;
    for (const ControllerDelta &each : snapshot.controllers) {
        if (text.starts_with(each.name + '/')
            && (!longest || each.name.size() > longest->name.size()))
            longest = &each;
    }
    if (!longest)
        return tl::unexpected(
            CtlProblem{CtlStatus::NotKnown,
                       text
                           + ": there is no such controller: write CONTROLLER/ID, "
                             "as qontrollerctl items shows them"});
    return ObjectName{longest->id, longest->name, text.substr(longest->name.size() + 1)};
}

} // namespace qontroller
