// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/qontrollerctl/ctlline.h"

#include "app/qontrollerctl/verbs.h"
#include "core/base/text/text.h"

#include <algorithm>
#include <charconv>

namespace qontroller {

namespace {

constexpr std::string_view AfterOptions = R"(
To begin, without a host:
  init PLUGIN [NAME]           Prints a session to fill in, with a controller NAME of this plugin:
                               every parameter with its default, and what it means. Without
                               PLUGIN, which plugins there are.

To look:
  hosts                        The hosts that can be reached from here.
  status                       A line for each controller: what it does, and what is wrong.
  needs                        What a person should look at, worst first, and what helps.
  alarms                       What alarms now, and what is acknowledged.
  top                          The status live, with keys to look closer and to steer.
  items [FILTER]               Objects, as the window's filter finds them: state:failed error:disk
  why CONTROLLER[/ID]          Why nothing happens to an object now, or how a controller stands.
  describe CONTROLLER/ID       What an object should be, what it is, and what is
                               kept for its handler.
  attempts CONTROLLER/ID       The last attempts of an object that had trouble.
  failures                     What fails, grouped by error.
  locks                        Objects whose locks are held here, or that wait for them.
  operations                   Operations on members that are under way, and what each waits for.
  workers [CONTROLLER]         Workers, and what each does now.
  events [CONTROLLER] [-f]     What happened; with -f also what happens from now on.
  log                          What operators asked for, also before the last start.
  session, plugins             What the host runs, and what it has found; session --save
                               writes options that differ from its file into that file.
  journal [compact]            What the host keeps for its next start, and what this one found;
                               compact makes the file small.

To steer, objects by name or with --filter:
  requeue, pause, resume, discard CONTROLLER/ID…
  pause, resume CONTROLLER         All of it, what comes later too.
  remove, keep CONTROLLER/ID…      Lets removals go that are held back, or keeps the objects
                                   (also called confirm and refuse).
  ack KEY…                         Of what needs shows: somebody has seen it. It alarms nobody until
                                   it changes, or --for a DURATION.
  unack KEY…                       Takes that back.
  jobs, stop JOB                   A command on objects is a job of the host: it goes on when this
                                   program has ended.
  workers CONTROLLER N             Changes the number of workers.
  options CONTROLLER [KEY=VALUE]…  Shows or changes options of a controller that runs.
  options CONTROLLER --go-back [KEY]…  Has them as the session says again.
  resync CONTROLLER                Lists now.
  take CONTROLLER                  Takes over what another controller, mostly that of another
                                   host, has marked as its own: for when that one has ended, or
                                   is to stop there.
  drain CONTROLLER                 Ends its work within 30 s and removes it, until the host starts
                                   again or another session is applied.
  apply [FILE]                     Gives the host the session of a file: what is the same goes on,
                                   and what is to end has 30 s for it. Without FILE the host reads
                                   its own again.

A DURATION is a number and ms, s, m, h or d, as in 250ms, 1.5s or 90d; ten years at most.

Exit status: 0 done; 2 bad command line; 3 something failed, was stopped or found no room, the
output could not be written, a restart would forget the command, for the journal cannot be written,
or a named object, or every object of the filter, was skipped (those that are so already do not
count); 4 a named controller or object does not exist; 5 the host was not reached; 6 not allowed;
130, 143 or 129 when a signal ended top, or its terminal has gone.
)";

/// A number of objects a second, as in `10/s`.
TakeValue toPace(double &pace)
{
    return [&pace](const std::string &word) -> Complaint {
        const std::string_view number = std::string_view(word).substr(0, word.find("/s"));
        const char *end = number.data() + number.size();
        const auto [last, error] = std::from_chars(number.data(), end, pace);
        const bool isWhole = number.size() == word.size() || number.size() + 2 == word.size();
        if (error != std::errc() || last != end || !isWhole || pace <= 0)
            return "\"" + word + "\" is no pace: write objects a second, as in 10/s or 0.5/s";
        return std::nullopt;
    };
}

std::vector<Option> optionsOf(CtlLine &line)
{
    return {
        {"--host", "ADDRESS", "ssh://server/photos",
         "The host: its name here, the path of its control socket, ssh://[USER@]MACHINE[/NAME] or "
         "MACHINE:PORT; without it the only one here.",
         toText(line.host)},
        {"-o", "FORMAT", "json", "table, wide (no column is cut), json or jsonl.",
         toOneOf<Output>(line.output, {{"table", Output::Table},
                                       {"wide", Output::Wide},
                                       {"json", Output::Json},
                                       {"jsonl", Output::JsonLines}})},
        {"--filter", "FILTER", "state:failed", "The objects that a command is meant for.",
         toText(line.filter)},
        {"--sort", "KEY", "age", "Of items: id, state, attempts or age.", toText(line.sort)},
        {"--limit", "N", "20", "Of items and events: not more than so many.",
         toNumber(line.limit, 1)},
        {"--pace", "N/s", "10/s", "So many objects a second, for a command on many.",
         toPace(line.pace)},
        {"-f", "", "", "Of events: goes on with those that come.", toFlag(line.follow)},
        {"--for", "DURATION", "2h",
         "A pause or an acknowledgement ends, and a number of workers goes back, after this time.",
         toLimit(line.span)},
        {"--reason", "TEXT", "night", "Why something is paused or acknowledged.",
         toText(line.reason)},
        {"--yes", "", "", "Do not ask.", toFlag(line.yes)},
        {"--wait", "", "",
         "For requeue and remove: return when the runs that the command asked for have ended, with "
         "status 3 if one failed. For others, with --pace: return when the job has ended.",
         toFlag(line.wait)},
        {"--dry-run", "", "", "Say what a command is meant for or would change, and do nothing.",
         toFlag(line.dryRun)},
        {"--save", "", "",
         "Of session: write options that differ from its file into that file. Numbers of workers "
         "for a time stay out.",
         toFlag(line.save)},
        {"--go-back", "", "",
         "Of options: what differs from the session, or of this what is named, is as the session "
         "says again, workers for a time too.",
         toFlag(line.goBack)},
        helpOption(line.help),
        versionOption(line.version),
    };
}

/// The options of \a line that not all verbs know.
std::vector<std::string_view> givenOptions(const CtlLine &line)
{
    std::vector<std::string_view> given;
    const auto note = [&given](bool isGiven, std::string_view option) {
        if (isGiven)
            given.push_back(option);
    };
    note(!line.filter.empty(), "--filter");
    note(!line.sort.empty(), "--sort");
    note(line.limit.has_value(), "--limit");
    note(line.pace > 0, "--pace");
    note(line.follow, "-f");
    note(line.span.has_value(), "--for");
    note(!line.reason.empty(), "--reason");
    note(line.yes, "--yes");
    note(line.wait && line.pace <= 0, "--wait"); // a job with a pace can be waited for
    note(line.dryRun, "--dry-run");
    note(line.save, "--save");
    note(line.goBack, "--go-back");
    return given;
}

bool knows(const Verb &verb, std::string_view option)
{
    for (std::string_view rest = verb.options; !rest.empty();) {
        if (takeWord(rest) == option)
            return true;
    }
    return false;
}

Complaint judgeOptions(const CtlLine &line, const Verb &verb)
{
    for (const std::string_view option : givenOptions(line)) {
        if (!knows(verb, option))
            return std::string(option) + " means nothing to " + line.verb() + ": leave it out"
                   + seeHelp(ctlText());
    }
    return std::nullopt;
}

Complaint judgeAll(const CtlLine &line)
{
    if (line.words.empty())
        return "a verb is missing, as in qontrollerctl status" + seeHelp(ctlText());
    const Verb *const verb = findVerb(line.verb());
    if (!verb)
        return line.verb() + " is no verb of qontrollerctl; the verbs are " + verbNames()
               + seeHelp(ctlText());
    if (!verb->takesWords && line.words.size() > 1)
        return line.verb() + " stands alone: leave out \"" + line.words[1] + '"'
               + seeHelp(ctlText());
    return judgeOptions(line, *verb);
}

} // namespace

const ProgramText &ctlText()
{
    static constexpr ProgramText Text{"qontrollerctl", "", "VERB [ARGUMENT]…",
                                      "Looks into a host that runs, and steers it.", AfterOptions};
    return Text;
}

tl::expected<CtlLine, std::string> parseCtlLine(const std::vector<std::string> &arguments)
{
    CtlLine line;
    const auto takeWord = [&line](const std::string &word) -> Complaint {
        line.words.push_back(word);
        return std::nullopt;
    };
    auto complaint = readArguments(ctlText(), optionsOf(line), arguments, takeWord);
    if (!line.words.empty())
        line.words.front() = verbCalled(line.verb());
    if (!complaint && !line.help && !line.version)
        complaint = judgeAll(line);
    if (complaint)
        return tl::unexpected(std::move(*complaint));
    return line;
}

std::string ctlHelp()
{
    CtlLine line;
    return helpText(ctlText(), optionsOf(line));
}

} // namespace qontroller
