// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/control/journalport.h"

#include <qontroller.pb.h>

/// How it stands with the journal of a host.
namespace qontroller::remote {

void write(const JournalStatus &status, v1::Journal &message);
[[nodiscard]] JournalStatus read(const v1::Journal &message);

} // namespace qontroller::remote
