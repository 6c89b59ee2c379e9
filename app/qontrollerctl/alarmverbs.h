// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/qontrollerctl/verbs.h"
#include "core/engine/control/acknowledgement.h"
#include "core/plugins/json/jsonwriter.h"

/// What alarms, and who has seen what needs a person.
namespace qontroller {

/// `alarms`.
[[nodiscard]] CtlAnswer showAlarms(const CtlLine &line, CtlHost host);
/// `ack`, of one key or several.
[[nodiscard]] CtlAnswer acknowledge(const CtlLine &line, CtlHost host);
/// `unack`, likewise.
[[nodiscard]] CtlAnswer withdrawAcknowledgement(const CtlLine &line, CtlHost host);

/// How long it is so: `for 3 h`.
[[nodiscard]] std::string untilWords(const Acknowledgement &acknowledgement);

/// As an object.
void writeAcknowledgement(JsonWriter &writer, const Acknowledgement &acknowledgement);

} // namespace qontroller
