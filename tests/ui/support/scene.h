// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "fakefeed.h"

namespace qontroller::ui {
class DeltaPump;
}

namespace qontroller::test {

enum class Mood {
    Calm,
    Alarm
};

/// Fills \a feed with three controllers and items in every state.
void setScene(FakeFeed &feed, Mood mood);

/// Lets two minutes go by with a plausible load, so that charts have a past.
void playHistory(FakeFeed &feed, ui::DeltaPump &pump, Mood mood);

} // namespace qontroller::test
