// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/script/scripthandler.h"

namespace qontroller::script {

Fetched<std::string> ScriptHandler::get(const Attempt &attempt)
{
    const ScriptOptions &options = m_commands->options();
    if (options.get.empty())
        return Fetched<std::string>::assumed(std::make_shared<const std::string>(attempt.id));
    const CommandEnd end = m_commands->get(attempt);
    return answer::fetched({"get", m_commands->programs().get, options, end});
}

Outcome ScriptHandler::add(const std::string &object, const Attempt &attempt)
{
    const CommandEnd end = m_commands->add(attempt, object);
    return answer::outcome({"add", m_commands->programs().add, m_commands->options(), end});
}

Outcome ScriptHandler::remove(const Attempt &attempt)
{
    const ScriptOptions &options = m_commands->options();
    if (options.remove.empty())
        return Outcome::done();
    const CommandEnd end = m_commands->remove(attempt);
    return answer::outcome({"delete", m_commands->programs().remove, options, end});
}

} // namespace qontroller::script
