// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/script/scriptanswer.h"
#include "app/plugins/script/scriptoptions.h"
#include "core/engine/api/attempt.h"
#include "core/members/consist/consistadapter.h"
#include "core/plugins/process/earlierlife.h"
#include "core/plugins/programs/programrun.h"

#include <map>
#include <stop_token>
#include <string>
#include <string_view>

namespace qontroller::script {

class ReportLines;

/// Of the object whose handler is the command `afterBurst`.
inline constexpr std::string_view AfterBurstId = "afterBurst";

/// The end of a command that changes the world.
struct ScriptChange : ProgramEnd
{
    std::string notKept; ///< as ReportLines::notKept()
};

/// Runs the commands of one controller with the arguments and the environment that
/// the contract promises them. Thread-safe: nothing changes after it was made.
class ScriptCommands final
{
public:
    /// The paths of the programs, one for each command that there is.
    struct Programs
    {
        std::string list;
        std::string watch;
        std::string get;
        std::string add;
        std::string remove;
        std::string afterBurst;
        std::map<std::string, std::string> consist; ///< by the command's name
    };

    ScriptCommands(ScriptOptions options, Programs programs, const std::string &controller);

    [[nodiscard]] const ScriptOptions &options() const { return m_options; }
    [[nodiscard]] const std::string &controller() const { return m_controller; }
    [[nodiscard]] const Programs &programs() const { return m_programs; }

    /// Ends commands that an earlier life of this program has left at work; see endEarlier().
    [[nodiscard]] EarlierEnd endEarlier(const std::stop_token &stop) const;

    [[nodiscard]] ProgramEnd list(const std::stop_token &stop) const;
    [[nodiscard]] ProgramEnd watch(const std::stop_token &stop, ProgramListener &listener) const;
    [[nodiscard]] ProgramEnd get(const Attempt &attempt) const;
    [[nodiscard]] ScriptChange add(const Attempt &attempt, std::string_view object) const;
    [[nodiscard]] ScriptChange remove(const Attempt &attempt) const;
    [[nodiscard]] ScriptChange afterBurst(const Attempt &attempt) const;
    /// \a name is one of ScriptOptions::consist, \a side `employers` or `employees`.
    [[nodiscard]] ProgramEnd consist(const std::string &name, const std::string &side,
                                     const ConsistEmployer &employer, std::string_view input) const;

private:
    /// What the command writes to its descriptor 3 goes to \a attempt.
    [[nodiscard]] ProgramEnd runFor(const Attempt &attempt, std::string_view verb,
                                    const Invocation &made, std::string_view input) const;
    /// … and the command is given what was kept. If it has changed something, \a next is asked for:
    /// `afterBurst`, or nothing.
    [[nodiscard]] ScriptChange change(const Attempt &attempt, std::string_view verb,
                                      Invocation made, std::string_view input,
                                      std::string_view next) const;
    [[nodiscard]] ProgramEnd run(ReportLines &reports, const Attempt &attempt,
                                 const Invocation &made, std::string_view input) const;
    [[nodiscard]] Invocation command(const std::string &program,
                                     const ScriptOptions::Words &words) const;
    [[nodiscard]] Invocation commandFor(const Attempt &attempt, const std::string &program,
                                        const ScriptOptions::Words &words) const;
    [[nodiscard]] ProgramLimits limits() const;

    ScriptOptions m_options;
    Programs m_programs;
    std::string m_controller;
    std::string m_work; ///< as of lifeMark()
    std::vector<std::string> m_environment;
};

} // namespace qontroller::script
