// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/common/commandline.h"

#include "app/common/helpframe.h"
#include "core/base/duration.h"
#include "core/metrics/metricsserver.h"
#include "core/plugins/pluginfile.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace qontroller {

namespace {

using Complaint = std::optional<std::string>;

enum Programs : unsigned char {
    DesktopOnly = 1,
    ServerOnly = 2,
    Both = 3,
    ConformanceOnly = 4,
    AllButDesktop = 6,
    All = 7,
};

Programs bitOf(Program program)
{
    switch (program) {
    case Program::Desktop: return DesktopOnly;
    case Program::Server: return ServerOnly;
    case Program::Conformance: break;
    }
    return ConformanceOnly;
}

/// One option: how it is written, what --help says of it and where its value goes.
struct Option
{
    std::string_view name;
    std::string_view value;   ///< what stands for the value in --help; empty: it takes none
    std::string_view example; ///< of a value
    Programs programs;
    std::string_view help;
    Complaint (*apply)(CommandLine &, const std::string &value);
};

template<auto Member>
Complaint setFlag(CommandLine &line, const std::string &)
{
    line.*Member = true;
    return std::nullopt;
}

template<auto Member>
Complaint setText(CommandLine &line, const std::string &value)
{
    line.*Member = value;
    return std::nullopt;
}

template<auto Member>
Complaint addText(CommandLine &line, const std::string &value)
{
    (line.*Member).push_back(value);
    return std::nullopt;
}

Complaint addTrusted(CommandLine &line, const std::string &value)
{
    if (!isSha256(value))
        return "must be the SHA-256 of a plugin's file, 64 digits as sha256sum prints them, but "
               "is \""
               + value + '"';
    line.trustedPlugins.push_back(value);
    return std::nullopt;
}

template<auto Member>
Complaint setDuration(CommandLine &line, const std::string &value)
{
    const auto duration = parseDuration(value);
    if (!duration)
        return duration.error();
    line.*Member = *duration;
    return std::nullopt;
}

template<auto Member>
Complaint setLimit(CommandLine &line, const std::string &value)
{
    if (auto complaint = setDuration<Member>(line, value))
        return complaint;
    if (*(line.*Member) <= Duration::zero())
        return "must be more than 0, but is " + value;
    return std::nullopt;
}

template<auto Member, std::uint64_t Least>
Complaint setNumber(CommandLine &line, const std::string &value)
{
    std::uint64_t number = 0;
    const char *const end = value.data() + value.size();
    const auto [rest, error] = std::from_chars(value.data(), end, number);
    constexpr std::uint64_t Most = 999'999'999'999'999; // a JSON number holds it exactly
    if (error != std::errc() || rest != end || number < Least || number > Most)
        return "must be a whole number from " + std::to_string(Least) + " to "
               + std::to_string(Most) + ", but is \"" + value + '"';
    line.*Member = number;
    return std::nullopt;
}

Complaint setStatusInterval(CommandLine &line, const std::string &value)
{
    if (auto complaint = setDuration<&CommandLine::statusInterval>(line, value))
        return complaint;
    if (*line.statusInterval < std::chrono::milliseconds(10))
        return "must be at least 10ms, but is " + value;
    return std::nullopt;
}

Complaint setMetrics(CommandLine &line, const std::string &value)
{
    if (value == "off") {
        line.metrics.clear();
        return std::nullopt;
    }
    line.metrics = value;
    return validateMetricsAddress(value);
}

constexpr std::string_view DefaultMetrics = "127.0.0.1:9464";

const std::array Options{
    Option{"--demo", "", "", Both, "Run the built-in demonstration instead of a session.",
           setFlag<&CommandLine::demo>},
    Option{"--profile", "DIR", "~/.config/qontroller", DesktopOnly,
           "Keep settings and state in this folder.", setText<&CommandLine::profile>},
    Option{"--state-dir", "DIR", "/var/lib/qontroller", ServerOnly,
           "Keep state in this folder; it is made if it is missing.",
           setText<&CommandLine::stateDir>},
    Option{"--plugin-path", "DIR", "/opt/plugins", Both,
           "Look for plugins here first; may be given more than once.",
           addText<&CommandLine::pluginPaths>},
    Option{"--disable-plugin", "ID", "folder-mirror", Both,
           "Leave this plugin out; may be given more than once.",
           addText<&CommandLine::disabledPlugins>},
    Option{
        "--trust", "SHA256", "$(sha256sum < plugin.so | cut -c -64)", Both,
        "Use plugin files of this content although they are outside the installation's folder or "
        "others can write them; may be given more than once.",
        addTrusted},
    Option{"--safe-mode", "", "", DesktopOnly, "Load no plugin.", setFlag<&CommandLine::safeMode>},
    Option{"--read-only", "", "", DesktopOnly, "Look, but never steer.",
           setFlag<&CommandLine::readOnly>},
    Option{"--screenshot", "FILE", "window.png", DesktopOnly,
           "Write the window as a PNG picture, then quit; needs --after.",
           setText<&CommandLine::screenshot>},
    Option{"--after", "DURATION", "5s", DesktopOnly, "When to take the picture.",
           setDuration<&CommandLine::after>},
    Option{"--metrics", "ADDR:PORT", DefaultMetrics, DesktopOnly,
           "Serve metrics for Prometheus at this address; port 0 takes a free one.", setMetrics},
    Option{
        "--metrics", "ADDR:PORT|off", DefaultMetrics, ServerOnly,
        "Serve metrics for Prometheus at this address, 127.0.0.1:9464 by default; port 0 takes a "
        "free one.",
        setMetrics},
    Option{"--check", "", "", ServerOnly, "Validate the session, then quit.",
           setFlag<&CommandLine::check>},
    Option{"--run-for", "DURATION", "30s", ServerOnly, "Quit after this time.",
           setDuration<&CommandLine::runFor>},
    Option{
        "--until-idle", "", "", ServerOnly,
        "Quit when the first list of every controller is handled and nothing is queued, running or "
        "in back-off.",
        setFlag<&CommandLine::untilIdle>},
    Option{"--status-interval", "DURATION", "10s", ServerOnly, "Print a status line this often.",
           setStatusInterval},
    Option{"--parameters", "FILE", "mirror.json", ConformanceOnly,
           "The plugin's parameters and the commands that change and show its world, as JSON.",
           setText<&CommandLine::parameters>},
    Option{"--only", "CHECK", "idempotent", ConformanceOnly,
           "Run this check and no other; may be given more than once.",
           addText<&CommandLine::only>},
    Option{"--seed", "N", "42", ConformanceOnly,
           "Make the same random choices as the run that printed this number.",
           setNumber<&CommandLine::seed, 0>},
    Option{"--rounds", "N", "20", ConformanceOnly,
           "Repeat each check so often, with a seed one higher each time; 5 by default.",
           setNumber<&CommandLine::rounds, 1>},
    Option{"--stop-limit", "DURATION", "10s", ConformanceOnly,
           "How soon a call has to return once it was asked to stop; 5s by default.",
           setLimit<&CommandLine::stopLimit>},
    Option{"--settle-limit", "DURATION", "2m", ConformanceOnly,
           "How long a call may take, and a controller to bring everything in order after the last "
           "change; 30s by default.",
           setLimit<&CommandLine::settleLimit>},
    Option{"--json", "", "", AllButDesktop,
           "Print status lines or verdicts, and the final summary, as JSON lines.",
           setFlag<&CommandLine::json>},
    Option{"--help", "", "", All, "Print this help, then quit.", setFlag<&CommandLine::help>},
    Option{"--version", "", "", All, "Print the version, then quit.",
           setFlag<&CommandLine::version>},
};

bool belongsTo(const Option &option, Program program)
{
    return (option.programs & bitOf(program)) != 0;
}

const Option *findOption(Program program, std::string_view name)
{
    const auto it = std::find_if(Options.begin(), Options.end(), [&](const Option &option) {
        return option.name == name && belongsTo(option, program);
    });
    return it == Options.end() ? nullptr : &*it;
}

std::string seeHelp(Program program)
{
    return "; see " + std::string(name(program)) + " --help";
}

/// Goes through the arguments from left to right.
class Parser
{
public:
    Parser(Program program, const std::vector<std::string> &arguments)
        : m_program(program)
        , m_arguments(arguments)
    {}

    Complaint parse(CommandLine &line)
    {
        bool optionsOver = false;
        while (m_next < m_arguments.size()) {
            const std::string &argument = m_arguments[m_next++];
            Complaint complaint;
            if (!optionsOver && argument == "--")
                optionsOver = true;
            else if (!optionsOver && argument.size() > 1 && argument.front() == '-')
                complaint = takeOption(line, argument);
            else
                complaint = takeFile(line, argument);
            if (complaint)
                return complaint;
        }
        return std::nullopt;
    }

private:
    Complaint takeFile(CommandLine &line, const std::string &argument)
    {
        const bool isPlugin = m_program == Program::Conformance;
        const std::string what = isPlugin ? "plugin file" : "session file";
        std::string &file = isPlugin ? line.plugin : line.session;
        if (argument.empty())
            return "the name of the " + what + " is empty: name a file" + seeHelp(m_program);
        if (!file.empty())
            return "one " + what + " can be given, but \"" + file + "\" and \"" + argument
                   + "\" are two";
        file = argument;
        return std::nullopt;
    }

    Complaint takeOption(CommandLine &line, const std::string &argument)
    {
        const std::size_t equals = argument.find('=');
        const std::string optionName = argument.substr(0, equals);
        const Option *option = findOption(m_program, optionName);
        if (!option)
            return optionName + " is not an option of " + std::string(name(m_program))
                   + seeHelp(m_program);
        const bool attached = equals != std::string::npos;
        if (option->value.empty() && attached)
            return optionName + " takes no value: write it alone";

        std::string value = attached ? argument.substr(equals + 1) : std::string();
        if (!option->value.empty() && !attached && m_next < m_arguments.size()
            && !looksLikeOption(m_arguments[m_next]))
            value = m_arguments[m_next++];
        if (!option->value.empty() && value.empty())
            return optionName + " needs a value, as in " + optionName + ' '
                   + std::string(option->example);
        auto complaint = option->apply(line, value);
        return complaint ? Complaint(optionName + ": " + *complaint) : std::nullopt;
    }

    static bool looksLikeOption(const std::string &argument)
    {
        return argument.rfind("--", 0) == 0;
    }

    Program m_program;
    const std::vector<std::string> &m_arguments;
    std::size_t m_next = 0;
};

/// What no option can see by itself.
Complaint judge(Program program, const CommandLine &line)
{
    if (line.demo && !line.session.empty())
        return "--demo runs instead of a session: leave out --demo or \"" + line.session + '"';
    if (program == Program::Conformance && line.plugin.empty())
        return "no plugin file is given: name one" + seeHelp(program);
    if (program == Program::Conformance && line.parameters.empty())
        return "--parameters is missing: name the file with the plugin's parameters and world"
               + seeHelp(program);
    if (program == Program::Server && line.session.empty() && !line.demo)
        return "no session file is given: name one, or use --demo" + seeHelp(program);
    if (line.check && line.demo)
        return "--check validates a session file: name one instead of --demo";
    if (!line.screenshot.empty() && !line.after)
        return "--screenshot needs --after, as in --after 5s";
    if (line.after && line.screenshot.empty())
        return "--after says when to take a --screenshot: name its file, as in --screenshot "
               "window.png";
    return std::nullopt;
}

std::string wrapped(std::string_view text, std::size_t indent, std::size_t width)
{
    std::string result;
    std::size_t column = indent;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        if (column > indent && column + 1 + end > width) {
            result += '\n' + std::string(indent, ' ');
            column = indent;
        } else if (column > indent) {
            result += ' ';
            ++column;
        }
        result += text.substr(0, end);
        column += end;
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return result;
}

} // namespace

tl::expected<CommandLine, std::string> parseCommandLine(Program program,
                                                        const std::vector<std::string> &arguments)
{
    CommandLine line;
    if (program == Program::Server)
        line.metrics = DefaultMetrics;
    auto complaint = Parser(program, arguments).parse(line);
    if (!complaint && !line.help && !line.version)
        complaint = judge(program, line);
    if (complaint)
        return tl::unexpected(std::move(*complaint));
    return line;
}

std::string helpText(Program program)
{
    constexpr std::size_t Indent = 31;
    constexpr std::size_t Width = 100;
    const HelpFrame frame = helpFrame(program);
    std::string text = "Usage: " + std::string(name(program)) + " [OPTION]… "
                       + std::string(frame.arguments) + '\n' + std::string(frame.purpose) + "\n\n";
    for (const Option &option : Options) {
        if (!belongsTo(option, program))
            continue;
        std::string head = "  " + std::string(option.name);
        if (!option.value.empty())
            head += ' ' + std::string(option.value);
        head.resize(std::max(head.size() + 1, Indent), ' ');
        text += head + wrapped(option.help, Indent, Width) + '\n';
    }
    text += frame.end;
    return text;
}

std::string versionText(Program program)
{
    return std::string(name(program)) + " " QONTROLLER_VERSION "\n";
}

} // namespace qontroller
