// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/qontrollerctl/verbs.h"

#include <string>

namespace qontroller {

/// How it stands with what the host keeps for its next life; `journal compact` makes it small
/// before.
[[nodiscard]] CtlAnswer showJournal(const CtlLine &line, CtlHost host);

/// \a text, which says that a command was done; says besides, and ends with Failed, that a restart
/// would forget it, for the journal cannot be written.
[[nodiscard]] CtlAnswer ifKept(CtlHost host, std::string text);

/// That the start did not find all; empty: it did.
[[nodiscard]] std::string lostText(const JournalStatus &status);
/// A line on each option that operators have changed: what differs from the session.
[[nodiscard]] std::string changesText(const JournalStatus &status);
/// That a restart would forget what happens; the journal is not written.
[[nodiscard]] std::string notKept(const JournalStatus &status);

} // namespace qontroller
