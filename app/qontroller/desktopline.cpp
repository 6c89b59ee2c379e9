// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/qontroller/desktopline.h"

#include "core/remote/client/address.h"
#include "ui/window/windowoptions.h"

#include <algorithm>

namespace qontroller {

namespace {

constexpr std::string_view AfterOptions = R"(
A DURATION is a number and ms, s, m, h or d, as in 250ms, 1.5s or 90d; ten years at most.
Plugins are looked for in --plugin-path, in $QONTROLLER_PLUGIN_PATH and in the installation's
own folder, in this order.

Exit status: 0 all well; 1 internal error, no display, no picture (--screenshot), output that
could not be written, or a plugin that called exit() or does not return from a call; 2 bad
command line or session; 3 what happened last is not in the journal; 130, 143 or 129 after SIGINT,
SIGTERM or SIGHUP. A second signal ends at once.
)";

TakeValue toAddresses(std::vector<std::string> &addresses)
{
    return [&addresses](const std::string &value) -> Complaint {
        if (const auto address = remote::parseAddress(value); !address)
            return address.error();
        addresses.push_back(value);
        return std::nullopt;
    };
}

TakeValue toTab(int &tab)
{
    return [&tab](const std::string &value) -> Complaint {
        const auto *const found = std::ranges::find(ui::TabNames, value);
        if (found == ui::TabNames.end()) {
            std::string names;
            for (const std::string_view name : ui::TabNames)
                names.append(names.empty() ? "" : ", ").append(name);
            return "must be one of " + names + ", not \"" + value + '"';
        }
        tab = static_cast<int>(found - ui::TabNames.begin());
        return std::nullopt;
    };
}

std::vector<Option> optionsOf(DesktopLine &line)
{
    return {
        demoOption(line),
        {"--profile", "DIR", "~/.config/qontroller", "Keep settings and state in this folder.",
         toText(line.folder)},
        pluginPathOption(line),
        disablePluginOption(line),
        trustOption(line),
        trustPathOption(line),
        {"--attach", "ADDRESS", "ssh://server/photos",
         "Show a host that runs elsewhere: its name here, the path of its control socket, "
         "ssh://[USER@]MACHINE[/NAME] or MACHINE:PORT, and behind it ,name=TEXT and "
         ",colour=#RRGGBB. May be given several times.",
         toAddresses(line.attach)},
        {"--safe-mode", "", "", "Load no plugin.", toFlag(line.safeMode)},
        {"--read-only", "", "", "Look, but never steer.", toFlag(line.readOnly)},
        {"--tab", "NAME", "operations",
         "Show this tab first: overview, objects, controllers, locks, failures, workers or "
         "operations.",
         toTab(line.tab)},
        {"--screenshot", "FILE", "window.png",
         "Write the window as a PNG picture, then quit; needs --after.", toText(line.screenshot)},
        {"--after", "DURATION", "5s", "When to take the picture.", toDuration(line.after)},
        metricsPublicOption(line),
        metricsPasswordFileOption(line),
        metricsTlsOption(line),
        metricsOption(line, "ADDR:PORT",
                      "Serve metrics for Prometheus at this address; port 0 takes a free one."),
        controlOption(line,
                      "Let qontrollerctl and windows of other programs see and steer the "
                      "controllers of this one, through this Unix socket, or at this address, with "
                      "--control-tls. Without it nobody else does."),
        controlTlsOption(line),
        journalOption(line),
        helpOption(line.help),
        versionOption(line.version),
    };
}

/// Hosts elsewhere have sessions and plugins of their own.
Complaint judgeAttached(const DesktopLine &line)
{
    const std::string begin = "--attach shows hosts that run elsewhere: leave ";
    if (!line.session.empty())
        return begin + "out the session " + line.session;
    if (line.demo)
        return begin + "out --demo";
    if (!line.metrics.empty())
        return begin + "out --metrics, which each host serves by itself";
    if (!line.control.empty())
        return begin + "out --control, where each host listens by itself";
    if (!line.isJournaled)
        return begin + "out --journal, which each host keeps by itself";
    if (line.safeMode || !line.pluginPaths.empty() || !line.disabledPlugins.empty()
        || !line.trustedPlugins.empty() || !line.trustedFolders.empty())
        return begin + "out what is said of plugins, which each host loads by itself";
    return std::nullopt;
}

/// What no option can see by itself.
Complaint judgeAll(const DesktopLine &line)
{
    if (!line.attach.empty()) {
        if (auto complaint = judgeAttached(line))
            return complaint;
    }
    if (auto complaint = judge(line))
        return complaint;
    if (!line.screenshot.empty() && !line.after)
        return "--screenshot needs --after, as in --after 5s";
    if (line.after && line.screenshot.empty())
        return "--after says when to take a --screenshot: name its file, as in --screenshot "
               "window.png";
    return std::nullopt;
}

} // namespace

const ProgramText &desktopText()
{
    static constexpr ProgramText Text{"qontroller", "session file", "[SESSION.json]",
                                      "Runs the controllers of a session and shows what they do.",
                                      AfterOptions};
    return Text;
}

tl::expected<DesktopLine, std::string> parseDesktopLine(const std::vector<std::string> &arguments)
{
    return parseLine(desktopText(), arguments, DesktopLine(), &DesktopLine::session, optionsOf,
                     judgeAll);
}

std::string desktopHelp()
{
    DesktopLine line;
    return helpText(desktopText(), optionsOf(line));
}

} // namespace qontroller
