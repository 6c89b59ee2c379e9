// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/qontrollerctl/runctl.h"

#include "app/cli/controlsocket.h"
#include "app/cli/standardstreams.h"
#include "app/qontrollerctl/choosehost.h"
#include "app/qontrollerctl/snapshot.h"
#include "app/qontrollerctl/verbs.h"
#include "core/base/text/readabletext.h"
#include "core/remote/wire/grpclog.h"

#include <clocale>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

namespace qontroller {

namespace {

int complain(CtlStatus status, const std::string &sentence)
{
    // It may have words of the command line or of a host, which a terminal would obey.
    std::fprintf(stderr, "qontrollerctl: %s\n", readableLines(sentence).c_str());
    return static_cast<int>(status);
}

/// Prints \a text; gives \a status, or Failed if that cannot be.
int show(const std::string &text, CtlStatus status = CtlStatus::Well)
{
    if (const Complaint complaint = print(text))
        return complain(CtlStatus::Failed, *complaint);
    return static_cast<int>(status);
}

int fail(const CtlProblem &problem)
{
    return problem.shown == Shown::AsAnswer ? show(problem.sentence, problem.status)
                                            : complain(problem.status, problem.sentence);
}

CtlAnswer answer(const CtlLine &line)
{
    const Verb &verb = *findVerb(line.verb());
    if (!verb.run)
        return verb.runAlone(line);
    const auto address = chooseHost(line.host);
    if (!address)
        return tl::unexpected(address.error());
    const auto host = remote::RemoteHost::connect(*address);
    if (!host)
        return tl::unexpected(problemOf(host.error()));
    remote::HostCalls calls(**host);
    return verb.run(line, {**host, calls});
}

int run(const std::vector<std::string> &arguments)
{
    // What cannot be done is the answer; lines of gRPC's own would spoil a screen or a table.
    remote::takeGrpcLog([](LogLevel, const std::string &) {});
    const auto line = parseCtlLine(arguments);
    if (!line)
        return fail({CtlStatus::Refused, line.error()});
    if (line->help)
        return show(ctlHelp());
    if (line->version)
        return show(versionText(ctlText()));
    const CtlAnswer text = answer(*line);
    return text ? show(*text) : fail(text.error());
}

} // namespace

int runCtl(int argc, char **argv)
{
    fillStandardStreams();
    // How wide characters are; texts are UTF-8 here. NOLINTNEXTLINE(concurrency-mt-unsafe)
    std::setlocale(LC_CTYPE, "C.UTF-8");
    try {
        return run({argv + 1, argv + argc});
    } catch (const std::exception &error) {
        return complain(CtlStatus::Failed, error.what());
    }
}

} // namespace qontroller
