// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "fakefeed.h"

#include <array>
#include <memory>

namespace qontroller::ui {
class DeltaPump;
}

namespace qontroller::test {

enum class Mood {
    Calm,
    Alarm
};

/// Fills \a feed with three controllers and items in every state. \a owners: whose they are.
void setScene(FakeFeed &feed, Mood mood, const std::array<HostRun, 3> &owners = {});

/// Of the controller 1, which has 3 objects running and 1420 waiting.
[[nodiscard]] std::shared_ptr<const Delta> drainingDelta();

/// Lets two minutes go by with a plausible load, so that charts have a past.
void playHistory(FakeFeed &feed, ui::DeltaPump &pump, Mood mood);

} // namespace qontroller::test
