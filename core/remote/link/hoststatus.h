// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"
#include "core/engine/observe/events/keys.h"

#include <cstdint>
#include <string>

namespace qontroller {

enum class HostState : std::uint8_t {
    Connecting, ///< for the first time
    Connected,
    Lost,    ///< it is tried again
    Refused, ///< it does not want this caller; it is tried again, for that may change
};

/// How it stands with a host that runs elsewhere. A plain value.
struct HostStatus
{
    HostId id = 0;
    std::uint32_t run = 0; ///< the latest that was seen of it
    std::string name;    ///< as it is shown; no other host that is shown has it
    std::string address; ///< as an operator has written it
    std::string place;   ///< … without what says how it is shown
    std::string colour;  ///< `#rrggbb`; empty: none
    std::string secured; ///< what keeps others from reading along: `TLS`; empty: none of it leaves
                         ///< this computer
    HostState state = HostState::Connecting;
    TimePoint since;       ///< in this state
    TimePoint heard;       ///< when it answered last; TimePoint{}: never
    TimePoint nextTry;     ///< while it is not connected
    std::string why;       ///< it is lost or refused, as a sentence; empty while it is connected
    std::string version;   ///< of its program, as far as it has said it
    std::string who;       ///< the operator, as its log names them
    bool maySteer = false; ///< the operator may, and not only look

    friend bool operator==(const HostStatus &, const HostStatus &) = default;
};

} // namespace qontroller
