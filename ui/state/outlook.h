// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/remote/link/hostlink.h"
#include "ui/state/livestate.h"
#include "ui/state/pausebook.h"
#include "ui/state/shownneed.h"

#include <map>

namespace qontroller::ui {

/// What an Outlook is made of.
struct OutlookFacts
{
    const LiveState &state;
    OperationViews operations = {};            ///< of all hosts
    std::map<HostId, AlarmStatus> alarms = {}; ///< as the hosts told them
    std::map<HostId, JournalStatus> journals = {}; ///< likewise
    PauseBook pauses = {};
    bool maySteer = true;                      ///< else it is only looked at
    /// For how long the window has seen hosts that are connected not answer; 0: the program's own.
    std::map<HostId, Duration> silent = {};
};

/// Whether anything needs a person, of all that the window shows. What is not well is for the
/// engine to say (attentionsOf(), healthOf()); but whether a host is reached only a front end
/// knows.
[[nodiscard]] Outlook outlookOf(const OutlookFacts &facts);

} // namespace qontroller::ui
