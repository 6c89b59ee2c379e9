// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

namespace qontroller {

/// If this is process 1, as in a container, it goes on as a child of that. Process 1 itself passes
/// signals on to the child, reaps what nobody waits for, and ends as the child ends. To be called
/// first, before there is a thread. Where no child can be made, all stays as it is.
void leaveProcessOne();

} // namespace qontroller
