// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/qontrollerd/runserver.h"

#include "app/cli/exitstatus.h"
#include "app/log/log.h"
#include "app/program/runprogram.h"
#include "app/qontrollerd/server.h"
#include "app/serve/endwatch.h"
#include "app/serve/exitguard.h"
#include "app/serve/grpcmessages.h"
#include "app/serve/servicemanager.h"

#include <csignal>
#include <string>
#include <vector>

namespace qontroller {

namespace {

std::string noErrors(const ServerLine &line, const Setup &setup)
{
    const std::size_t count = setup.controllers.size();
    return line.session + ": " + std::to_string(count)
           + (count == 1 ? " controller, no errors\n" : " controllers, no errors\n");
}

/// A check names all that is wrong, a start the first.
int refuse(const ServerLine &line, const NotPrepared &why)
{
    const std::size_t count = line.check ? why.sentences.size() : 1;
    for (std::size_t i = 0; i + 1 < count; ++i)
        static_cast<void>(refuse(serverText(), why.sentences[i]));
    return refuse(serverText(), why.sentences[count - 1], why.status);
}

int run(const std::vector<std::string> &arguments)
{
    const auto line = parseServerLine(arguments);
    if (const auto answered = answerAlone(serverText(), line, serverHelp))
        return *answered;

    setLog(line->log);
    logQtMessages();
    logGrpcMessages();
    const ExitGuard guard;
    auto setup = prepare(*line);
    if (!setup)
        return refuse(*line, setup.error());
    if (line->check)
        return say(serverText(), noErrors(*line, *setup));
    Server server(*line, std::move(*setup));
    if (const auto started = server.start(); !started)
        return refuse(serverText(), started.error().sentence, started.error().status);
    ExitGuard::renew();
    tellThatServiceRuns();
    const int status = server.run();
    watchEnd(status);
    return status;
}

} // namespace

int runServer(int argc, char **argv)
{
    return runProgram([&] {
        std::signal(SIGXFSZ, SIG_IGN); // a file that may not grow is an error like others
        return run({argv + 1, argv + argc});
    });
}

} // namespace qontroller
