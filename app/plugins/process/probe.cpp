// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/process/probe.h"

#include "app/plugins/common/transfer.h"
#include "core/plugins/process/environment.h"
#include "core/plugins/process/program.h"
#include "core/plugins/programs/programrun.h"

namespace qontroller::supervision {

namespace {

using Reason = std::optional<std::string>;

Reason probeCommand(const ProcessSpec &spec, const std::vector<std::string> &environment,
                    const std::stop_token &stop)
{
    const ReadinessProbe &readiness = spec.readiness;
    const auto program = findProgram(readiness.command.front(), valueIn(environment, "PATH"),
                                     spec.workingDirectory);
    if (!program)
        return "readiness.command[0] " + program.error();
    ProgramLimits limits;
    limits.timeout = readiness.timeout;
    limits.grace = Duration::zero();
    const ProgramEnd end = runToEnd({*program, readiness.command, environment,
                                     spec.workingDirectory},
                                    {}, limits, stop);
    if (end.kind == ProgramEnd::Kind::NotStarted)
        throwIfShort(*program, end.error);
    if (end.exitedWith(0))
        return std::nullopt;
    switch (end.kind) {
    case ProgramEnd::Kind::Ended: return "its probe " + end.exit.sentence();
    case ProgramEnd::Kind::NotStarted: return whyNotStarted(*program, end.error);
    case ProgramEnd::Kind::TimedOut: return std::string("its probe took too long");
    case ProgramEnd::Kind::TooMuchOutput: return std::string("its probe printed too much");
    case ProgramEnd::Kind::Stopped: break;
    }
    return std::string("its probe was stopped");
}

Reason probeTcp(const ReadinessProbe &readiness, const std::stop_token &stop)
{
    const std::string address = readiness.tcpHost + ':' + std::to_string(readiness.tcpPort);
    Transfer transfer("http://" + address, readiness.timeout, stop);
    transfer.set(CURLOPT_CONNECT_ONLY, 1L);
    const Reason problem = transfer.perform();
    return problem ? Reason(address + ": " + *problem) : std::nullopt;
}

Reason probeHttp(const ReadinessProbe &readiness, const std::stop_token &stop)
{
    Transfer transfer(readiness.http, readiness.timeout, stop);
    transfer.set(CURLOPT_NOBODY, 1L); // the head says it; a body may be huge, or have no end
    transfer.set(CURLOPT_CUSTOMREQUEST, "GET"); // else it is HEAD, which not all answer alike
    if (const Reason problem = transfer.perform())
        return readiness.http + ": " + *problem;
    if (const long status = transfer.status(); status < 200 || status >= 400)
        return readiness.http + " answers with status " + std::to_string(status);
    return std::nullopt;
}

} // namespace

std::optional<std::string> probe(const ProcessSpec &spec,
                                 const std::vector<std::string> &environment,
                                 const std::stop_token &stop)
{
    if (!spec.readiness.command.empty())
        return probeCommand(spec, environment, stop);
    if (!spec.readiness.tcpHost.empty())
        return probeTcp(spec.readiness, stop);
    if (!spec.readiness.http.empty())
        return probeHttp(spec.readiness, stop);
    return std::nullopt;
}

} // namespace qontroller::supervision
