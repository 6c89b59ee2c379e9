// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/loadbalancer/member.h"
#include "app/plugins/loadbalancer/serverstate.h"

#include <string>
#include <string_view>
#include <vector>

/// Which commands bring a server of HAProxy nearer to what it should be. Pure.
namespace qontroller::loadbalancer {

/// A command of the runtime API, and how an answer begins that says that it was obeyed. Any other
/// answer is a refusal.
struct Order
{
    std::string command;
    std::vector<std::string_view> goodAnswers{}; ///< empty: an empty answer

    [[nodiscard]] bool isObeyed(std::string_view answer) const;

    friend bool operator==(const Order &, const Order &) = default;
};

struct Plan
{
    std::vector<Order> orders;
    /// Once they are obeyed all is as it should be; else it has to be looked at again.
    bool isLast = true;
    std::string obstacle = {}; ///< why it comes no nearer; empty: nothing is in its way

    friend bool operator==(const Plan &, const Plan &) = default;
};

/// Where a server is in HAProxy: `BACKEND/NAME`.
using ServerPath = std::string;

/// Makes the server at \a path what \a expected says. \a now is null where there is none.
///
/// One that is to get no traffic is added in maintenance and stays there. One that had traffic is
/// drained first, so that sessions which are bound to it may go on. When it has none it goes into
/// maintenance, where not even those come in, and it counts as out when it has none there either:
/// a session that was on its way to it when the drain began has arrived by then.
///
/// One that comes back, and that HAProxy checks, waits in drain until its check has found it: it
/// counts as down there from the beginning. A new one gets traffic at once, as in a HAProxy that
/// starts, and its first check decides.
[[nodiscard]] Plan planFor(const Member &expected, const ServerPath &path, const ServerState *now);
/// Takes the server out, and then away.
[[nodiscard]] Plan planToRemove(const ServerPath &path, const ServerState *now);

/// What a check found, in words: `no connection` for "L4CON".
[[nodiscard]] std::string meaningOfCheck(std::string_view code);

[[nodiscard]] Member::Traffic trafficOf(const ServerState &server);

} // namespace qontroller::loadbalancer
