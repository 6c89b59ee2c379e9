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
    return outcomeOf("add", m_commands->programs().add, m_commands->add(attempt, object));
}

Outcome ScriptHandler::remove(const Attempt &attempt)
{
    const ScriptOptions &options = m_commands->options();
    if (options.remove.empty() || isAfterBurst(attempt))
        return Outcome::done();
    return outcomeOf("delete", m_commands->programs().remove, m_commands->remove(attempt));
}

Outcome ScriptHandler::afterBurst(const Attempt &attempt)
{
    // A list may come before a run that was to come again.
    if (attempt.cause == AttemptCause::Resync && attempt.lastError.empty() && !m_owesAfterBurst)
        return Outcome::done("nothing has asked for it");
    m_owesAfterBurst = true;
    Outcome outcome = outcomeOf("afterBurst", m_commands->programs().afterBurst,
                                m_commands->afterBurst(attempt));
    m_owesAfterBurst = outcome.kind() != Outcome::Kind::Done;
    return outcome;
}

// What it has made may be known by that text alone, so it must not look like a success.
Outcome ScriptHandler::outcomeOf(std::string_view verb, const std::string &program,
                                 const ScriptChange &change) const
{
    Outcome outcome = answer::outcome({verb, program, m_commands->options(), change});
    if (change.notKept.empty() || outcome.isError())
        return outcome;
    return Outcome::retry(change.notKept);
}

bool ScriptHandler::isAfterBurst(const Attempt &attempt) const
{
    return attempt.id == AfterBurstId && !m_commands->options().afterBurst.empty();
}

} // namespace qontroller::script
