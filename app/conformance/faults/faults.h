// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

namespace qontroller::conformance {

/// What goes wrong between the plugin and the engine; each so many times in a
/// hundred unless it says otherwise.
struct Faults
{
    unsigned lostEvents = 0;
    unsigned repeatedEvents = 0;
    unsigned heldBackEvents = 0; ///< come after later ones, or never
    unsigned cutLists = 0;       ///< partial
    /// Which list fails, counted from 1; one only, since the engine then leaves the source
    /// alone for longer and longer.
    unsigned failedList = 0;
    unsigned failedGets = 0;
    unsigned cutCalls = 0; ///< add and remove that are asked to stop and count as failed
};

} // namespace qontroller::conformance
