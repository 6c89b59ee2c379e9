// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/common/commandline.h"
#include "app/common/log.h"
#include "app/qontrollerd/server.h"

#include <csignal>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

namespace qontroller {

namespace {

int refuse(const std::string &sentence)
{
    std::fprintf(stderr, "qontrollerd: %s\n", sentence.c_str());
    return static_cast<int>(ExitStatus::Refused);
}

int say(const std::string &text)
{
    std::fputs(text.c_str(), stdout);
    return static_cast<int>(ExitStatus::Well);
}

std::string verdict(const CommandLine &line, const Setup &setup)
{
    const std::size_t count = setup.controllers.size();
    return line.session + ": " + std::to_string(count)
           + (count == 1 ? " controller, no errors\n" : " controllers, no errors\n");
}

int run(const std::vector<std::string> &arguments)
{
    const auto line = parseCommandLine(Program::Server, arguments);
    if (!line)
        return refuse(line.error());
    if (line->help)
        return say(helpText(Program::Server));
    if (line->version)
        return say(versionText(Program::Server));

    logQtMessages();
    auto setup = prepare(*line);
    if (!setup)
        return refuse(setup.error());
    if (line->check)
        return say(verdict(*line, *setup));
    Server server(*line, std::move(*setup));
    if (const auto started = server.start(); !started)
        return refuse(started.error());
    return server.run();
}

} // namespace

} // namespace qontroller

int main(int argc, char **argv)
{
    // Whoever reads standard output may go away; that ends nothing.
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN); // a file that may not grow is an error like others
    try {
        return qontroller::run({argv + 1, argv + argc});
    } catch (const std::exception &exception) {
        std::fprintf(stderr, "qontrollerd: internal error: %s\n", exception.what());
        return static_cast<int>(qontroller::ExitStatus::InternalError);
    }
}
