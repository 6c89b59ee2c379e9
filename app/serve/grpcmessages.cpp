// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/serve/grpcmessages.h"

#include "app/log/log.h"
#include "core/remote/wire/grpclog.h"

namespace qontroller {

void logGrpcMessages()
{
    remote::takeGrpcLog(
        [](LogLevel level, const std::string &text) { logForeign(level, {.text = text}); });
}

} // namespace qontroller
