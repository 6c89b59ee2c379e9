// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/script/scriptparts.h"

#include "app/plugins/script/scriptadapter.h"
#include "app/plugins/script/scriptcommands.h"
#include "app/plugins/script/scripthandler.h"
#include "app/plugins/script/scriptsource.h"
#include "core/members/consist/consistparts.h"
#include "core/plugins/process/environment.h"
#include "core/plugins/process/program.h"

#include <algorithm>

namespace qontroller::script {

namespace {

/// Finds programs, and notes what is wrong with them and with the folder that they run in.
class ProgramFinder
{
public:
    explicit ProgramFinder(const ScriptOptions &options)
        : m_options(options)
        , m_path(searchPath(options.environment))
    {
        if (const std::string why = whyNotWorkingFolder(options.workingDirectory); !why.empty()) {
            m_isFolderWrong = true;
            m_problems = "workingDirectory " + why;
        }
    }

    std::string find(const char *key, const ScriptOptions::Words &words)
    {
        if (words.empty() || (m_isFolderWrong && isBelowFolder(words.front())))
            return {};
        auto found = findProgram(words.front(), m_path, m_options.workingDirectory);
        if (found)
            return *std::move(found);
        m_problems += (m_problems.empty() ? "" : "\n") + std::string(key) + "[0] " + found.error();
        return {};
    }
    /// A line for the folder if it is wrong, and for each program that was not found.
    [[nodiscard]] const std::string &problems() const { return m_problems; }

private:
    static bool isBelowFolder(const std::string &program)
    {
        return program.find('/') != std::string::npos && program.front() != '/';
    }

    const ScriptOptions &m_options;
    std::string m_path;
    std::string m_problems;
    bool m_isFolderWrong = false;
};

} // namespace

tl::expected<ControllerParts, std::string> makeScriptParts(const ScriptOptions &options,
                                                           const std::string &controller)
{
    ProgramFinder finder(options);
    ScriptCommands::Programs programs{finder.find("list", options.list),
                                      finder.find("watch", options.watch),
                                      finder.find("get", options.get),
                                      finder.find("add", options.add),
                                      finder.find("delete", options.remove),
                                      finder.find("afterBurst", options.afterBurst),
                                      {}};
    for (const auto &[name, words] : options.consist)
        programs.consist[name] = finder.find(("consist." + name).c_str(), words);
    ConsistRules preCheck = options.preCheck;
    if (!preCheck.command.empty())
        preCheck.command.front() = finder.find("consist.preCheck.command", preCheck.command);
    if (!finder.problems().empty())
        return tl::unexpected(finder.problems());

    const auto commands = std::make_shared<const ScriptCommands>(options, programs, controller);
    const auto handler = std::make_shared<ScriptHandler>(commands);
    if (!options.consist.empty()) {
        ConsistOptions consist;
        consist.followLifecycle = options.followLifecycle;
        consist.preCheck = std::move(preCheck);
        consist.employeeKind = "member of " + controller;
        std::replace(consist.employeeKind.begin(), consist.employeeKind.end(), '/', '-');
        return makeConsistController<ScriptAdapter, std::string>(
            std::make_shared<ScriptAdapter>(commands, controller),
            std::make_shared<ScriptSource>(commands), handler, std::move(consist));
    }
    ControllerParts parts;
    parts.listerWatcher = std::make_shared<ScriptSource>(commands);
    parts.reconciler = qontroller::makeReconciler<std::string>(handler, handler);
    if (!options.afterBurst.empty())
        parts.afterBurst = AfterBurstId;
    return parts;
}

} // namespace qontroller::script
