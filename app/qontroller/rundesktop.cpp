// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/qontroller/rundesktop.h"

#include "app/cli/exitstatus.h"
#include "app/log/log.h"
#include "app/program/runprogram.h"
#include "app/qontroller/attacheddesktop.h"
#include "app/qontroller/desktop.h"
#include "app/serve/endwatch.h"
#include "app/serve/exitguard.h"
#include "app/serve/grpcmessages.h"

#include <QtWidgets/QApplication>

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

namespace qontroller {

namespace {

int failInternally(const std::string &sentence)
{
    std::fprintf(stderr, "qontroller: %s\n", sentence.c_str());
    return numberOf(ExitStatus::InternalError);
}

/// Qt would end the program with a core dump and a page of advice.
bool hasDisplay()
{
    const auto names = {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"};
    return std::ranges::any_of(names,
                               [](const char *name) { return !qEnvironmentVariableIsEmpty(name); });
}

/// Calls \a run with a QApplication.
template<class Run>
int withDisplay(char *program, Run run)
{
    if (!hasDisplay())
        return failInternally("there is no display: start it in a graphical session, or use "
                              "qontrollerd, which needs none");
    int count = 1;
    char *arguments[] = {program, nullptr};
    const QApplication application(count, arguments);
    QApplication::setApplicationName(QStringLiteral("qontroller"));
    QApplication::setDesktopFileName(QStringLiteral("org.qontroller.Qontroller"));
    return run();
}

int show(const DesktopLine &line, DesktopSetup setup)
{
    Desktop desktop(line, std::move(setup));
    if (const auto started = desktop.start(); !started)
        return refuse(desktopText(), started.error());
    const int status = desktop.run();
    watchEnd(status);
    return status;
}

int showAttached(const DesktopLine &line, char *program)
{
    auto setup = prepareAttached(line);
    if (!setup)
        return refuse(desktopText(), setup.error());
    return withDisplay(program, [&] { return AttachedDesktop(line, std::move(*setup)).run(); });
}

int run(const std::vector<std::string> &arguments, char *program)
{
    const auto line = parseDesktopLine(arguments);
    if (const auto answered = answerAlone(desktopText(), line, desktopHelp))
        return *answered;
    logQtMessages();
    logGrpcMessages();
    if (!line->attach.empty())
        return showAttached(*line, program);
    const ExitGuard guard;
    auto setup = prepareDesktop(*line);
    if (!setup)
        return refuse(desktopText(), setup.error());
    return withDisplay(program, [&] { return show(*line, std::move(*setup)); });
}

} // namespace

int runDesktop(int argc, char **argv)
{
    return runProgram([&] { return run({argv + 1, argv + argc}, argv[0]); });
}

} // namespace qontroller
