// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/qontrollerctl/top/listing.h"

#include "app/qontrollerctl/itemlines.h"
#include "app/qontrollerctl/needs.h"
#include "app/qontrollerctl/snapshot.h"
#include "core/base/text/readabletext.h"
#include "core/engine/observe/items/itemdetail.h"
#include "core/engine/observe/items/itemmark.h"
#include "core/remote/client/selectcall.h"

namespace qontroller::top {

namespace {

using Listed = tl::expected<Listing, CtlProblem>;

Tone toneOf(Health health)
{
    switch (health) {
    case Health::Healthy:
    case Health::Working: return Tone::Plain;
    case Health::Degraded: return Tone::Warning;
    case Health::Failing: break;
    }
    return Tone::Bad;
}

Tone toneOf(const ItemRow &row)
{
    switch (row.state) {
    case ItemState::Failed:
    case ItemState::Parked:
    case ItemState::Held:
    case ItemState::Stuck: return Tone::Bad;
    case ItemState::BackOff:
    case ItemState::Paused: return Tone::Warning;
    default: return isMarked(row, Mark::Failing) ? Tone::Warning : Tone::Plain;
    }
}

Tone toneOf(const Need &need)
{
    if (need.acknowledged || need.facts().severity == Severity::Notice)
        return Tone::Plain;
    return need.facts().severity == Severity::Fault ? Tone::Bad : Tone::Warning;
}

void addNeeds(Listing &listing, const StatusAnswer &status)
{
    const std::vector<Need> needs = needsOf(status);
    listing.needs = needTable(needs, status.moment());
    for (const Need &each : needs)
        listing.needTones.push_back(toneOf(each));
}

Listed controllers(CtlHost host)
{
    return statusOf(host).map([](const StatusAnswer &status) { return listingOf(status); });
}

Listed objects(const std::string &filter, const std::string &sort, CtlHost host)
{
    const auto items = host.calls.select({filter, sort, MostObjects});
    if (!items)
        return tl::unexpected(problemOf(items.error()));
    return listingOf(*items, filter);
}

Listed why(const RowName &object, CtlHost host)
{
    const auto snapshot = takeSnapshot(host.ports);
    if (!snapshot)
        return tl::unexpected(snapshot.error());
    const ControllerView *controller = snapshot->find(object.controller);
    if (!controller)
        return tl::unexpected(notThere(object.controller, host));
    const auto detail = host.ports.detail(controller->id, object.id);
    if (!detail)
        return tl::unexpected(problemOf(host.ports.problem().value()));
    Listing listing;
    listing.lines = whyLines(*detail, snapshot->now);
    listing.note = object.text();
    return listing;
}

std::string countOf(const remote::SelectAnswer &items)
{
    std::string text = std::to_string(items.total) + (items.total == 1 ? " object" : " objects");
    if (items.objects.size() < items.total)
        text += ", " + std::to_string(items.objects.size()) + " of them here";
    return text;
}

} // namespace

Listed listingFor(const Question &question, const std::string &sort, CtlHost host)
{
    switch (question.page) {
    case Page::Controllers: return controllers(host);
    case Page::Objects: return objects(question.filter, sort, host);
    case Page::Why: break;
    }
    return why(question.object, host);
}

Listing listingOf(const StatusAnswer &status)
{
    Listing listing;
    listing.table = statusTable(status.lines);
    for (const StatusLine &line : status.lines)
        listing.rows.push_back(
            {{line.name, {}}, line.id, line.isPaused, toneOf(line.health.health)});
    addNeeds(listing, status);
    listing.note = std::to_string(status.lines.size())
                   + (status.lines.size() == 1 ? " controller" : " controllers");
    if (!status.operationsUnknown.empty())
        listing.note = "operations are not known: " + readableText(status.operationsUnknown);
    return listing;
}

Listing listingOf(const remote::SelectAnswer &items, const std::string &filter)
{
    Listing listing;
    listing.table = itemsTable(items);
    for (const auto &[controller, name, row] : items.objects)
        listing.rows.push_back({{name, row.id}, controller, row.paused, toneOf(row)});
    listing.note = countOf(items) + (filter.empty() ? "" : ": " + readableText(filter));
    return listing;
}

std::string filterFor(const std::string &controller)
{
    // An expression, for words would find others that contain the name, too.
    constexpr std::string_view Special = R"(\^$.[]|()?*+{}/)";
    std::string expression;
    for (const char each : controller) {
        if (Special.find(each) != std::string_view::npos)
            expression += '\\';
        expression += each;
    }
    return "controller:/^" + expression + "$/";
}

} // namespace qontroller::top
