// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/cli/commandline.h"

#include "app/cli/exitstatus.h"
#include "core/base/text/readabletext.h"
#include "core/base/text/text.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <system_error>

namespace qontroller {

namespace {

/// Goes through the arguments from left to right.
class Parser
{
public:
    Parser(const ProgramText &program, const std::vector<Option> &options,
           const std::vector<std::string> &arguments, const TakeValue &takeWord)
        : m_program(program)
        , m_options(options)
        , m_arguments(arguments)
        , m_takeWord(takeWord)
    {}

    Complaint parse()
    {
        bool optionsOver = false;
        while (m_next < m_arguments.size()) {
            const std::string &argument = m_arguments[m_next++];
            Complaint complaint;
            if (!optionsOver && argument == "--")
                optionsOver = true;
            else if (!optionsOver && argument.size() > 1 && argument.front() == '-')
                complaint = takeOption(argument);
            else
                complaint = m_takeWord(argument);
            if (complaint)
                return complaint;
        }
        return std::nullopt;
    }

private:
    Complaint takeOption(const std::string &argument)
    {
        const std::size_t equals = argument.find('=');
        const std::string optionName = argument.substr(0, equals);
        const auto option = std::ranges::find(m_options, optionName, &Option::name);
        if (option == m_options.end())
            return optionName + " is not an option of " + std::string(m_program.name)
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
        auto complaint = option->take(value);
        return complaint ? Complaint(optionName + ": " + *complaint) : std::nullopt;
    }

    static bool looksLikeOption(const std::string &argument)
    {
        return argument.rfind("--", 0) == 0;
    }

    const ProgramText &m_program;
    const std::vector<Option> &m_options;
    const std::vector<std::string> &m_arguments;
    const TakeValue &m_takeWord;
    std::size_t m_next = 0;
};

std::string wrapped(std::string_view text, std::size_t indent, std::size_t width)
{
    std::string result;
    std::size_t column = indent;
    while (!text.empty()) {
        const std::string_view word = takeWord(text);
        if (column > indent && column + 1 + word.size() > width) {
            result += '\n' + std::string(indent, ' ');
            column = indent;
        } else if (column > indent) {
            result += ' ';
            ++column;
        }
        result += word;
        column += word.size();
    }
    return result;
}

} // namespace

Complaint readArguments(const ProgramText &program, const std::vector<Option> &options,
                        const std::vector<std::string> &arguments, const TakeValue &takeWord)
{
    return Parser(program, options, arguments, takeWord).parse();
}

TakeValue toFile(const ProgramText &program, std::string &file)
{
    return [&program, &file](const std::string &argument) -> Complaint {
        const std::string what(program.file);
        if (argument.empty())
            return "the name of the " + what + " is empty: name a file" + seeHelp(program);
        if (!file.empty())
            return "one " + what + " can be given, but \"" + file + "\" and \"" + argument
                   + "\" are two";
        file = argument;
        return std::nullopt;
    };
}

Option helpOption(bool &help)
{
    return {"--help", "", "", "Print this help, then quit.", toFlag(help)};
}

Option versionOption(bool &version)
{
    return {"--version", "", "", "Print the version, then quit.", toFlag(version)};
}

std::string seeHelp(const ProgramText &program)
{
    return "; see " + std::string(program.name) + " --help";
}

std::string helpText(const ProgramText &program, const std::vector<Option> &options)
{
    constexpr std::size_t Indent = 31;
    constexpr std::size_t Width = 100;
    std::string text = "Usage: " + std::string(program.name) + " [OPTION]… "
                       + std::string(program.arguments) + '\n' + std::string(program.purpose)
                       + "\n\n";
    for (const Option &option : options) {
        std::string head = "  " + std::string(option.name);
        if (!option.value.empty())
            head += ' ' + std::string(option.value);
        head.resize(std::max(head.size() + 1, Indent), ' ');
        text += head + wrapped(option.help, Indent, Width) + '\n';
    }
    text += program.end;
    return text;
}

std::string versionText(const ProgramText &program)
{
    return std::string(program.name) + " " QONTROLLER_VERSION "\n";
}

Complaint print(const std::string &text)
{
    const bool isWritten = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
    if (isWritten && std::fflush(stdout) == 0)
        return std::nullopt;
    return notPrinted(std::generic_category().message(errno));
}

std::string notPrinted(const std::string &reason)
{
    return "cannot write the output: " + reason;
}

int say(const ProgramText &program, const std::string &text)
{
    if (const Complaint complaint = print(text))
        return refuse(program, *complaint, ExitStatus::InternalError);
    return numberOf(ExitStatus::Well);
}

int refuse(const ProgramText &program, const std::string &sentence, ExitStatus status)
{
    // It may have the words of a plugin, and the terminal obeys what is not readable in them.
    const std::string shown = readableLines(sentence);
    std::fprintf(stderr, "%s: %s\n", std::string(program.name).c_str(), shown.c_str());
    return numberOf(status);
}

} // namespace qontroller
