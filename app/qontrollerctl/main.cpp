// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/cli/controlsocket.h"
#include "app/qontrollerctl/hosts.h"
#include "app/qontrollerctl/snapshot.h"
#include "app/qontrollerctl/verbs.h"

#include <clocale>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

namespace qontroller {

namespace {

int fail(const CtlProblem &problem)
{
    if (problem.shown == Shown::AsAnswer) {
        const int printed = say(problem.sentence);
        return printed == 0 ? static_cast<int>(problem.status) : printed;
    }
    std::fprintf(stderr, "qontrollerctl: %s\n", problem.sentence.c_str());
    return static_cast<int>(problem.status);
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
    const auto line = parseCtlLine(arguments);
    if (!line)
        return fail({CtlStatus::Refused, line.error()});
    if (line->help)
        return say(ctlHelp());
    if (line->version)
        return say(versionText(ctlText()));
    const CtlAnswer text = answer(*line);
    return text ? say(*text) : fail(text.error());
}

} // namespace

} // namespace qontroller

int main(int argc, char **argv)
{
    std::setlocale(LC_CTYPE, "C.UTF-8"); // how wide characters are; texts are UTF-8 here
    try {
        return qontroller::run({argv + 1, argv + argc});
    } catch (const std::exception &error) {
        std::fprintf(stderr, "qontrollerctl: %s\n", error.what());
        return static_cast<int>(qontroller::CtlStatus::Failed);
    }
}
