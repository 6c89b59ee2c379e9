// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/conformance/kitline.h"

namespace qontroller::conformance {

namespace {

constexpr std::string_view AfterOptions = R"(
FILE is a JSON object:
  "parameters"  the plugin's own, as in a session; a secret may be named by where it is
  "world"       commands, each a list of a program and its arguments, without a shell:
    "make"      makes the world, still empty; runs once in each new folder (may be left out)
    "unmake"    ends what still goes on in it, as processes do; runs once in each folder when its
                check is over, however it ended (may be left out)
    "change"    gets two more arguments, create, modify or delete and a number to choose by
    "desired"   prints what should be, "actual" what is: a line for each object, its id, a tab,
                and any text that is the same in both when the object is in order
    "spoil"     damages some of what is; gets a number to choose by (may be left out)
    "traffic"   of a consist controller: prints the name of each member that gets traffic now,
                one on a line, as a client sees it (may be left out)
    "garbage"   puts something into the source that is no object; gets a number to choose by
                (may be left out)
    "away"      takes the source of objects away as an outage does, "back" brings it back (may
                be left out)
  "leftovers"   false if the plugin's lists cannot name what was deleted while nothing ran
In all texts {world} is the world's folder, a new temporary one for each, where commands run;
{here} is the folder of FILE. The same numbers should make the same objects. Without "world"
only outcomes can be judged, and the report says what was not.

The plugin's code runs, in child processes of this program: naming its file is to trust it.

Exit status: 0 no check failed; 1 internal error, or output that could not be written; 2 bad
command line, FILE, plugin or world; 3 a check failed; 130 or 143 after SIGINT or SIGTERM.
A DURATION is a number and ms, s, m, h or d, as in 250ms, 1.5s or 5m.
)";

std::vector<Option> optionsOf(KitLine &line)
{
    return {
        {"--parameters", "FILE", "mirror.json",
         "The plugin's parameters and the commands that change and show its world, as JSON.",
         toText(line.parameters)},
        {"--only", "CHECK", "idempotent",
         "Run this check and no other; may be given more than once.", toList(line.only)},
        {"--seed", "N", "42", "Make the same random choices as the run that printed this number.",
         toNumber(line.seed, 0)},
        {"--rounds", "N", "20",
         "Repeat each check so often, with a seed one higher each time; 5 by default.",
         toNumber(line.rounds, 1)},
        {"--stop-limit", "DURATION", "10s",
         "How soon a call has to return once it was asked to stop; 5s by default.",
         toLimit(line.stopLimit)},
        {"--settle-limit", "DURATION", "2m",
         "How long a call may take, and a controller to bring everything in order after the last "
         "change; 30s by default.",
         toLimit(line.settleLimit)},
        {"--json", "", "", "Print verdicts, and the final summary, as JSON lines.",
         toFlag(line.json)},
        helpOption(line.help),
        versionOption(line.version),
    };
}

/// What no option can see by itself.
Complaint judgeAll(const KitLine &line)
{
    if (line.plugin.empty())
        return "no plugin file is given: name one" + seeHelp(kitText());
    if (line.parameters.empty())
        return "--parameters is missing: name the file with the plugin's parameters and world"
               + seeHelp(kitText());
    return std::nullopt;
}

} // namespace

const ProgramText &kitText()
{
    static constexpr ProgramText
        Text{"qontroller-conformance", "plugin file", "PLUGIN --parameters FILE",
             "Finds out whether a controller plugin keeps the rules: loses events, cuts lists and "
             "calls\n"
             "short, repeats and damages, and looks whether all is in order in the end.",
             AfterOptions};
    return Text;
}

tl::expected<KitLine, std::string> parseKitLine(const std::vector<std::string> &arguments)
{
    return parseLine(kitText(), arguments, KitLine(), &KitLine::plugin, optionsOf, judgeAll);
}

std::string kitHelp()
{
    KitLine line;
    return helpText(kitText(), optionsOf(line));
}

} // namespace qontroller::conformance
