// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/remote/wire/grpclog.h"

#include <grpc/support/log.h>

#include <atomic>

namespace qontroller::remote {

namespace {

std::atomic<void (*)(LogLevel, const std::string &)> s_take = nullptr;

LogLevel levelOf(gpr_log_severity severity)
{
    switch (severity) {
    case GPR_LOG_SEVERITY_DEBUG: return LogLevel::Debug;
    case GPR_LOG_SEVERITY_INFO: return LogLevel::Info;
    case GPR_LOG_SEVERITY_ERROR: break;
    }
    return LogLevel::Error;
}

void pass(gpr_log_func_args *said)
{
    if (const auto take = s_take.load())
        take(levelOf(said->severity), std::string("gRPC: ") + said->message);
}

} // namespace

void takeGrpcLog(void (*take)(LogLevel, const std::string &))
{
    s_take = take;
    gpr_set_log_function(pass);
}

} // namespace qontroller::remote
