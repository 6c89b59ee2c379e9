// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/alarms/need.h"
#include "core/engine/api/error.h"

#include <tl/expected.hpp>

#include <optional>
#include <string>
#include <vector>

namespace qontroller {

/// A rule that holds, and has held for as long as it asks for.
struct Alarm
{
    std::string rule;
    Severity severity = Severity::Fault;
    std::string controller; ///< empty: of the host
    std::string key;        ///< of the need; of a number `photos/depth`
    std::string what = {};  ///< as it was when the host looked last, in English
    WallTime since = {};    ///< it has held without an end
};

/// What a host says of alarms.
struct AlarmStatus
{
    /// Of its journal and its session, and controllers that were not started: what its deltas say
    /// nothing of.
    std::vector<Need> ofHost = {};
    std::vector<Alarm> firing = {};                 ///< the one that began first is first
    std::vector<Acknowledgement> acknowledged = {}; ///< by key
    /// About numbers that are above their limits still, and acknowledged.
    std::vector<Alarm> quiet = {};
};

/// Somebody has seen something.
struct AcknowledgeRequest
{
    std::string key;
    std::string who;
    std::string reason = {};
    std::optional<Duration> time = {}; ///< nothing: until it changes
};

/// The alarms of a host, for front ends. Thread-safe. Each call waits for the host; an error says
/// why nothing was done.
class AlarmPort
{
public:
    virtual ~AlarmPort() = default;

    [[nodiscard]] virtual tl::expected<AlarmStatus, Error> alarms() = 0;
    /// Of a need that there is.
    [[nodiscard]] virtual tl::expected<void, Error> acknowledge(
        const AcknowledgeRequest &request) = 0;
    /// \a who takes that back.
    [[nodiscard]] virtual tl::expected<void, Error> withdraw(const std::string &key,
                                                             const std::string &who) = 0;
};

} // namespace qontroller
