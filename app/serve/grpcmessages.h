// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

namespace qontroller {

/// Makes what gRPC says of itself lines of the log, as logQtMessages() does with Qt's.
void logGrpcMessages();

} // namespace qontroller
