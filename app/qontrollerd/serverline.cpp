// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/qontrollerd/serverline.h"

#include "app/cli/controlsocket.h"
#include "app/serve/servecontrol.h"

namespace qontroller {

namespace {

constexpr std::string_view AfterOptions = R"(
A DURATION is a number and ms, s, m, h or d, as in 250ms, 1.5s or 90d; ten years at most.
Plugins are looked for in --plugin-path, in $QONTROLLER_PLUGIN_PATH and in the installation's
own folder, in this order.

Exit status: 0 all well; 1 internal error, a plugin that called exit(), closed descriptors of the
program or did not return from a call, output that could not be written, or threads,
descriptors, memory or controllers that could not be had at the start; 2 bad command line or
session; 3 ended with failed, parked or held objects, with objects in back-off or left undone,
with a controller whose last list was not complete, that was not started because its plugin
crashed, or whose own process was not stopped in order, with operations on members that have not
ended, with a journal that could not be written, or after a session that could not be applied;
130 or 143 after SIGINT or SIGTERM, 129 when its terminal has gone, whatever was left: the log and
the summary tell. Without a signal 1 goes before 3. Before every end what is queued and running
has 30s; calls that still run are then asked to stop, and have 2s. A second signal ends at once.
SIGHUP, as long as the terminal is there, has it read the session file again: what is new starts,
what is gone stops, what is the same goes on.
)";

std::vector<Option> optionsOf(ServerLine &line)
{
    return {
        demoOption(line),
        {"--state-dir", "DIR", "/var/lib/qontroller",
         "Keep state in this folder; it is made if it is missing.", toText(line.folder)},
        pluginPathOption(line),
        disablePluginOption(line),
        trustOption(line),
        trustPathOption(line),
        metricsPublicOption(line),
        metricsPasswordFileOption(line),
        metricsTlsOption(line),
        metricsOption(line, "ADDR:PORT|off",
                      "Serve metrics for Prometheus at this address, 127.0.0.1:9464 by default; "
                      "port 0 takes a free one."),
        controlOption(line,
                      "Let qontrollerctl and windows of other programs see and steer the "
                      "controllers, through this Unix socket, or at this address, with "
                      "--control-tls. The default is control.sock in $RUNTIME_DIRECTORY, else in "
                      "$XDG_RUNTIME_DIR/qontroller/NAME, where NAME is that of the session's file; "
                      "there is no socket if neither variable is set."),
        controlTlsOption(line),
        journalOption(line),
        {"--check", "", "",
         "Validate the session, name all that is wrong, then quit. The folder of --state-dir is "
         "made if it is missing.",
         toFlag(line.check)},
        {"--run-for", "DURATION", "30s", "Quit after this time.", toDuration(line.runFor)},
        {"--until-idle", "", "",
         "Quit when every controller has handled its first list, nothing is queued, running, in "
         "back-off or waits for something else, and no operation on a member goes on by itself. "
         "Until then resyncs wait while anything is queued or runs. A controller whose first five "
         "lists have failed is not waited for.",
         toFlag(line.untilIdle)},
        {"--only", "CONTROLLER[/ID]", "photos/a.jpg",
         "Run this controller of the session alone, or handle this object of it alone.",
         toText(line.only)},
        {"--once", "", "",
         "List once, handle each object once, log what was done with it, then quit. No metrics are "
         "served unless --metrics is given. Stop the server of this session first: both could "
         "handle one object at the same time.",
         toFlag(line.once)},
        {"--dry-run", "", "",
         "As --once, but only list and read, and log for which objects add or remove would be "
         "called: add for each that exists, also if it is in order. Changes nothing; may run "
         "beside the server of the same session.",
         toFlag(line.dryRun)},
        {"--status-interval", "DURATION", "10s", "Print a status line this often.",
         toDuration(line.statusInterval, std::chrono::milliseconds(10))},
        {"--json", "", "", "Print status lines, and the final summary, as JSON lines.",
         toFlag(line.json)},
        {"--log-level", "LEVEL", "debug",
         "Leave lines below this level out of the log: debug (which has each retry), info (the "
         "default), warning or error.",
         toOneOf<LogLevel>(line.log.least, {{"debug", LogLevel::Debug},
                                            {"info", LogLevel::Info},
                                            {"warning", LogLevel::Warning},
                                            {"error", LogLevel::Error}})},
        {"--log", "text|json", "json",
         "Write the log as lines of text or of JSON. Without this option it is text, or fields of "
         "systemd's journal if standard error goes there.",
         toOneOf<std::optional<LogStyle>>(line.log.style,
                                          {{"text", LogStyle::Text}, {"json", LogStyle::Json}})},
        helpOption(line.help),
        versionOption(line.version),
    };
}

/// What no option can see by itself.
Complaint judgeAll(const ServerLine &line)
{
    if (auto complaint = judge(line))
        return complaint;
    if (line.session.empty() && !line.demo)
        return "no session file is given: name one, make one with \"qontrollerctl init PLUGIN\" "
               "(examples are in share/doc/qontroller/resources/examples of the installation), or "
               "use --demo"
               + seeHelp(serverText());
    if (line.check && line.demo)
        return "--check validates a session file: name one instead of --demo";
    if (!line.only.empty() && line.demo)
        return "--only chooses from a session file: name one instead of --demo";
    return std::nullopt;
}

} // namespace

std::string ServerLine::socket() const
{
    if (isControlNamed)
        return control;
    return endsWhenIdle() ? "" : defaultSocket(hostName(session));
}

const ProgramText &serverText()
{
    static constexpr ProgramText Text{"qontrollerd", "session file", "SESSION.json",
                                      "Runs the controllers of a session without a window.",
                                      AfterOptions};
    return Text;
}

tl::expected<ServerLine, std::string> parseServerLine(const std::vector<std::string> &arguments)
{
    ServerLine line;
    line.metrics = DefaultMetrics;
    auto read = parseLine(serverText(), arguments, std::move(line), &ServerLine::session, optionsOf,
                          judgeAll);
    if (read && read->reach() != Reach::Always && !read->isMetricsNamed)
        read->metrics.clear();
    return read;
}

std::string serverHelp()
{
    ServerLine line;
    return helpText(serverText(), optionsOf(line));
}

} // namespace qontroller
