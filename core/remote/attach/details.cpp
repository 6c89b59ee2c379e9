// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/remote/attach/details.h"

#include <utility>

namespace qontroller::remote {

namespace {

/// An answer that nobody took for so long is asked for again.
constexpr Duration FreshFor = std::chrono::seconds(2);

} // namespace

Details::Details(std::shared_ptr<AttachedHost> host, Clock &clock)
    : m_host(std::move(host))
    , m_clock(clock)
    , m_answers(clock, [this] { return make(); })
{}

Details::Answer Details::make()
{
    Question question;
    {
        MutexLock lock(m_mutex);
        question = m_question;
    }
    auto detail = m_host->detail(question.controller, question.id);
    return {std::move(question), std::move(detail), m_clock.now()};
}

std::optional<ItemDetail> Details::take(ControllerId controller, const ObjectId &id,
                                        TimePoint deadline)
{
    const Question question{controller, id};
    {
        MutexLock lock(m_mutex);
        m_question = question;
    }
    for (;;) {
        m_answers.ask();
        auto answer = m_answers.take(deadline);
        if (!answer)
            return std::nullopt;
        if (answer->question == question && m_clock.now() - answer->at < FreshFor)
            return std::move(answer->detail);
    }
}

} // namespace qontroller::remote
