// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/members/run/answers.h"
#include "core/members/run/consiststore.h"
#include "core/members/run/firstlooks.h"
#include "core/members/run/lifecycletally.h"
#include "core/members/run/looks.h"
#include "core/members/run/members.h"
#include "core/members/run/sightings.h"

#include <functional>
#include <memory>
#include <string>

namespace qontroller::consist {

/// What a host knows of its consist controllers and of their employees. Each part is thread-safe
/// and calls nothing but those before it.
struct Knowledge
{
    /// Takes a sentence for who runs the host.
    using Log = std::function<void(const std::string &)>;

    std::shared_ptr<ConsistStore> store;
    Clock &clock;
    Log log;  ///< what an operator should look at
    Log note; ///< what happens in good order; may be empty
    Members members = {};
    FirstLooks firstLooks = {};
    Sightings sightings = {};
    LifecycleTally tally = {};
    Looks looks = {};
    Answers answers{clock};
};

} // namespace qontroller::consist
