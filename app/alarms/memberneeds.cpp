// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/alarms/memberneeds.h"

#include "core/remote/link/hostneeds.h"

#include <system_error>
#include <utility>

namespace qontroller {

MemberNeeds::MemberNeeds(Members members)
    : m_members(std::move(members))
{}

std::vector<Need> MemberNeeds::at(TimePoint now)
{
    if (m_question && m_thread.hasEnded())
        take(now);
    if (m_question || now < m_next)
        return m_needs;
    m_next = now + Age;
    auto members = m_members();
    if (!members)
        return m_needs;
    m_question = std::make_shared<Question>(Question{std::move(members), {}});
    try {
        m_thread = OwnedThread(m_question, [question = m_question.get()] {
            if (auto answer = question->members->look({}))
                question->answer = *std::move(answer);
        });
    } catch (const std::system_error &) { // none can be had: the next time
        m_question.reset();
    }
    return m_needs;
}

void MemberNeeds::take(TimePoint now)
{
    if (m_question->answer) // else what was told before is the best there is
        m_needs = needsOf(*m_question->answer, now);
    m_question.reset();
}

} // namespace qontroller
