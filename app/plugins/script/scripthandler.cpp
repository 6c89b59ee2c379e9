// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/script/scripthandler.h"

namespace qontroller::script {

Fetched<std::string> ScriptHandler::get(const Attempt &attempt)
{
    const ScriptOptions &options = m_commands->options();
    if (options.get.empty() || isAfterBurst(attempt))
        return Fetched<std::string>::assumed(std::make_shared<const std::string>(attempt.id));
    const ProgramEnd end = m_commands->get(attempt);
    return answer::fetched({"get", m_commands->programs().get, options, end});
}

Outcome ScriptHandler::add(const std::string &object, const Attempt &attempt)
{
    if (isAfterBurst(attempt))
        return afterBurst(attempt);
    const ProgramEnd end = m_commands->add(attempt, object);
    return answer::outcome({"add", m_commands->programs().add, m_commands->options(), end});
}

Outcome ScriptHandler::remove(const Attempt &attempt)
{
    const ScriptOptions &options = m_commands->options();
    if (options.remove.empty() || isAfterBurst(attempt))
        return Outcome::done();
    const ProgramEnd end = m_commands->remove(attempt);
    return answer::outcome({"delete", m_commands->programs().remove, options, end});
}

Outcome ScriptHandler::afterBurst(const Attempt &attempt)
{
    // A list may come before a run that was to come again.
    if (attempt.cause == AttemptCause::Resync && attempt.lastError.empty() && !m_owesAfterBurst)
        return Outcome::done("nothing has asked for it");
    m_owesAfterBurst = true;
    const ProgramEnd end = m_commands->afterBurst(attempt);
    Outcome outcome = answer::outcome(
        {"afterBurst", m_commands->programs().afterBurst, m_commands->options(), end});
    m_owesAfterBurst = outcome.kind() != Outcome::Kind::Done;
    return outcome;
}

bool ScriptHandler::isAfterBurst(const Attempt &attempt) const
{
    return attempt.id == AfterBurstId && !m_commands->options().afterBurst.empty();
}

} // namespace qontroller::script
