// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QString>

#include "core/remote/link/hoststatus.h"

/// Hosts elsewhere, in the operator's language.
namespace qontroller::ui {

/// It lets this operator look, and not steer. Not before it has answered.
[[nodiscard]] bool isViewedOnly(const HostStatus &host);
/// What is shown of \a host is old: it is not connected, or has not answered for two seconds.
[[nodiscard]] bool isStale(const HostStatus &host, TimePoint now);

/// How it stands with it, in a few words: `connected`, `connected, TLS`, `lost for 12 s`.
[[nodiscard]] QString stateText(const HostStatus &host, TimePoint now);

/// The same with its name, why, and when it is tried again: a line.
[[nodiscard]] QString hostLine(const HostStatus &host, TimePoint now);

/// Why nothing of it can be steered now; empty: it can.
[[nodiscard]] QString whyNotSteered(const HostStatus &host, TimePoint now);

} // namespace qontroller::ui
