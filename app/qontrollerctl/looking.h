// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/qontrollerctl/verbs.h"

/// The verbs that look.
namespace qontroller {

[[nodiscard]] CtlAnswer showStatus(const CtlLine &line, remote::RemoteHost &host);
[[nodiscard]] CtlAnswer showItems(const CtlLine &line, remote::RemoteHost &host);
[[nodiscard]] CtlAnswer showWhy(const CtlLine &line, remote::RemoteHost &host);
[[nodiscard]] CtlAnswer showDescription(const CtlLine &line, remote::RemoteHost &host);
[[nodiscard]] CtlAnswer showAttempts(const CtlLine &line, remote::RemoteHost &host);

} // namespace qontroller
