// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/common/helpframe.h"

namespace qontroller {

namespace {

constexpr std::string_view DesktopEnd = R"(
A DURATION is written 250ms, 30s, 5m or 1h. Plugins are looked for in --plugin-path, in
$QONTROLLER_PLUGIN_PATH and in the installation's own folder, in this order.
)";
constexpr std::string_view ServerEnd = R"(
A DURATION is written 250ms, 30s, 5m or 1h. Plugins are looked for in --plugin-path, in
$QONTROLLER_PLUGIN_PATH and in the installation's own folder, in this order.

Exit status: 0 all well; 1 internal error; 2 bad command line or session; 3 ended with
failed, parked or held objects, or with operations on members that have not ended; 130 or
143 after SIGINT or SIGTERM and a drain of at most 30s. A second signal ends at once.
)";
constexpr std::string_view ConformanceEnd = R"(
FILE is a JSON object:
  "parameters"  the plugin's own, as in a session
  "world"       commands, each a list of a program and its arguments, without a shell:
    "make"      makes the world, still empty; runs once in each new folder (may be left out)
    "change"    gets two more arguments, create, modify or delete and a number to choose by
    "desired"   prints what should be, "actual" what is: a line for each object, its id, a tab,
                and any text that is the same in both when the object is in order
    "spoil"     damages some of what is; gets a number to choose by (may be left out)
    "away"      takes the source of objects away as an outage does, "back" brings it back (may
                be left out)
  "leftovers"   false if the plugin's lists cannot name what was deleted while nothing ran
In all texts {world} is the world's folder, a new temporary one for each, where commands run;
{here} is the folder of FILE. The same numbers should make the same objects. Without "world"
only outcomes can be judged, and the report says what was not.

The plugin's code runs, in child processes of this program: naming its file is to trust it.

Exit status: 0 no check failed; 1 internal error; 2 bad command line, FILE, plugin or world;
3 a check failed; 130 or 143 after SIGINT or SIGTERM. A DURATION is written 250ms, 30s or 5m.
)";

} // namespace

HelpFrame helpFrame(Program program)
{
    switch (program) {
    case Program::Desktop:
        return {"[SESSION.json]", "Runs the controllers of a session and shows what they do.",
                DesktopEnd};
    case Program::Server:
        return {"SESSION.json", "Runs the controllers of a session without a window.", ServerEnd};
    case Program::Conformance: break;
    }
    return {"PLUGIN --parameters FILE",
            "Finds out whether a controller plugin keeps the rules: loses events, cuts lists and "
            "calls\n"
            "short, repeats and damages, and looks whether all is in order in the end.",
            ConformanceEnd};
}

std::string_view name(Program program)
{
    switch (program) {
    case Program::Desktop: return "qontroller";
    case Program::Server: return "qontrollerd";
    case Program::Conformance: break;
    }
    return "qontroller-conformance";
}

} // namespace qontroller
