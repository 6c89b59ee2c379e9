// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/members/run/answers.h"

#include <utility>

namespace qontroller::consist {

bool isOpen(const Lifecycle &state, const Question &question)
{
    const Operation *operation = find(state, question.operation);
    if (!operation)
        return false;
    switch (question.ask) {
    case Ask::PreCheck: return operation->phase == Phase::PreCheck;
    case Ask::PostCheck: return operation->phase >= Phase::Operated;
    case Ask::Operate: return awaitsOperator(*operation);
    case Ask::Delete: return operation->phase == Phase::Operating;
    case Ask::Wishes: break;
    }
    return false;
}

bool Answers::note(const EmployeeKey &employee, const Question &question, ProgramAnswer answer)
{
    MutexLock lock(m_mutex);
    const auto [place, isNew] = m_answers[employee].try_emplace(question);
    const bool isNews = isNew || place->second.said != answer;
    place->second = {std::move(answer), m_clock.now()};
    return isNews;
}

bool Answers::mayAsk(const EmployeeKey &employee, const Question &question) const
{
    MutexLock lock(m_mutex);
    const auto answers = m_answers.find(employee);
    if (answers == m_answers.end())
        return true;
    const auto answer = answers->second.find(question);
    if (answer == answers->second.end())
        return true;
    return !isCurrent(question, answer->second);
}

bool Answers::isCurrent(const Question &question, const Answer &answer) const
{
    return (answer.said.succeeded && question.ask != Ask::PreCheck)
           || m_clock.now() < answer.at + AskInterval;
}

std::map<Question, ProgramAnswer> Answers::about(const EmployeeKey &employee) const
{
    std::map<Question, ProgramAnswer> said;
    MutexLock lock(m_mutex);
    const auto answers = m_answers.find(employee);
    if (answers == m_answers.end())
        return said;
    for (const auto &[question, answer] : answers->second) {
        if (!answer.said.succeeded || isCurrent(question, answer))
            said.emplace(question, answer.said);
    }
    return said;
}

void Answers::forget(const EmployeeKey &employee, const Question &question)
{
    MutexLock lock(m_mutex);
    const auto answers = m_answers.find(employee);
    if (answers != m_answers.end())
        answers->second.erase(question);
}

void Answers::forgetClosed(const EmployeeKey &employee, const Lifecycle &state)
{
    MutexLock lock(m_mutex);
    const auto answers = m_answers.find(employee);
    if (answers == m_answers.end())
        return;
    std::erase_if(answers->second, [&](const auto &one) { return !isOpen(state, one.first); });
    if (answers->second.empty())
        m_answers.erase(answers);
}

} // namespace qontroller::consist
