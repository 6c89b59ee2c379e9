// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/cli/option.h"

#include "app/cli/exitstatus.h"

#include <tl/expected.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// The words that a program is started with, and what --help says of them.
namespace qontroller {

/// What is said of a program besides its options. The texts outlive it.
struct ProgramText
{
    std::string_view name;      ///< as it is called
    std::string_view file;      ///< what its one argument is: "session file"
    std::string_view arguments; ///< as --help shows them
    std::string_view purpose;
    std::string_view end; ///< what --help says after the options
};

/// Gives \a arguments, those after the program's name, to \a options, and those that are no
/// options to \a takeWord. A complaint is a sentence that says what is wrong and what would be
/// right.
[[nodiscard]] Complaint readArguments(const ProgramText &program,
                                      const std::vector<Option> &options,
                                      const std::vector<std::string> &arguments,
                                      const TakeValue &takeWord);

/// Takes the one file of \a program, which it writes to \a file.
[[nodiscard]] TakeValue toFile(const ProgramText &program, std::string &file);

/// The same into \a line, which has what holds unless it is told otherwise; then \a judge says what
/// is wrong with the whole. With --help or --version nothing is judged.
template<class Line, class Base>
[[nodiscard]] tl::expected<Line, std::string> parseLine(const ProgramText &program,
                                                        const std::vector<std::string> &arguments,
                                                        Line line, std::string Base::*file,
                                                        std::vector<Option> (*optionsOf)(Line &),
                                                        Complaint (*judge)(const Line &))
{
    auto complaint = readArguments(program, optionsOf(line), arguments,
                                   toFile(program, line.*file));
    if (!complaint && !line.help && !line.version)
        complaint = judge(line);
    if (complaint)
        return tl::unexpected(std::move(*complaint));
    return line;
}

[[nodiscard]] Option helpOption(bool &help);
[[nodiscard]] Option versionOption(bool &version);

/// What a complaint ends with: where to read more.
[[nodiscard]] std::string seeHelp(const ProgramText &program);

/// What --help prints: of the same options that readArguments() reads.
[[nodiscard]] std::string helpText(const ProgramText &program, const std::vector<Option> &options);

/// What --version prints.
[[nodiscard]] std::string versionText(const ProgramText &program);

/// Writes \a text to standard output at once. The complaint: why it is not all there.
[[nodiscard]] Complaint print(const std::string &text);

/// Prints \a text for the person who asked \a program for it; gives the exit status. Standard error
/// says why it cannot be printed.
[[nodiscard]] int say(const ProgramText &program, const std::string &text);

/// The sentence on output that is lost for \a reason, as `No space left on device`.
[[nodiscard]] std::string notPrinted(const std::string &reason);

/// Says why \a program does not begin; gives the exit status.
[[nodiscard]] int refuse(const ProgramText &program, const std::string &sentence,
                         ExitStatus status = ExitStatus::Refused);

/// Answers a command line that asks for no work: refuses what is none, prints \a help or the
/// version. Gives the exit status; nothing: the work may begin.
template<class Line>
[[nodiscard]] std::optional<int> answerAlone(const ProgramText &program,
                                             const tl::expected<Line, std::string> &line,
                                             std::string (*help)())
{
    if (!line)
        return refuse(program, line.error());
    if (line->help)
        return say(program, help());
    if (line->version)
        return say(program, versionText(program));
    return {};
}

} // namespace qontroller
