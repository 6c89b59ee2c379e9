// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/qontrollerctl/top/topmodel.h"
#include "core/remote/client/selectcall.h"

#include <string>
#include <utility>
#include <vector>

/// What a host could say, for tests without one.
namespace qontroller::top {

inline TimePoint at(int seconds)
{
    return TimePoint(std::chrono::seconds(1000 + seconds));
}

inline Listing controllersListing(const std::vector<std::string> &names)
{
    StatusAnswer status;
    for (const std::string &each : names)
        status.lines.push_back(
            {each, {}, {}, static_cast<std::uint32_t>(status.lines.size() + 1), false});
    return listingOf(status);
}

/// … of which one has \a number needs, each since another second.
inline Listing needsListing(int number)
{
    StatusAnswer status{at(0), {{"photos", {}, {}, 1}}};
    for (int i = 1; i <= number; ++i)
        status.lines.front().attentions.push_back({.kind = AttentionKind::Failed,
                                                   .count = 2,
                                                   .since = at(-i),
                                                   .cause = "error " + std::to_string(i)});
    return listingOf(status);
}

/// Objects of the controller `photos`.
inline Listing objectsListing(const std::vector<std::string> &ids, const std::string &filter = {})
{
    remote::SelectAnswer items{at(0), ids.size(), {}};
    for (const std::string &each : ids) {
        ItemRow row;
        row.id = each;
        row.since = at(-60);
        items.objects.push_back({7, "photos", std::move(row)});
    }
    return listingOf(items, filter);
}

/// \a model is told that the host said \a listing to what it asks now.
inline void answer(TopModel &model, Listing listing, TimePoint asked = at(0))
{
    model.take(Answer{model.question(), 1, asked, std::move(listing)});
}

inline void refuse(TopModel &model, CtlStatus status, const std::string &sentence)
{
    model.take(Answer{model.question(), 1, at(0), tl::unexpected(CtlProblem{status, sentence})});
}

inline std::optional<Steering> press(TopModel &model, Key key)
{
    return model.press({key, {}}, at(0));
}

inline std::optional<Steering> type(TopModel &model, const std::string &ascii)
{
    std::optional<Steering> last;
    for (const char each : ascii)
        last = model.press({Key::Text, std::string(1, each)}, at(0));
    return last;
}

} // namespace qontroller::top
