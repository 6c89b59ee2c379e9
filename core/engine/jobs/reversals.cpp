// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/jobs/reversals.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace qontroller {

int Reversals::add(Reversal reversal)
{
    const auto earlier = std::ranges::find(m_all, reversal.controller, &Reversal::controller);
    if (earlier == m_all.end()) {
        m_all.push_back(std::move(reversal));
        return m_all.back().before;
    }
    if (reversal.words == earlier->words + 1) // no command besides the two
        reversal.before = earlier->before;
    *earlier = std::move(reversal);
    return earlier->before;
}

void Reversals::setWorkers(const std::string &controller, int workers)
{
    const auto found = std::ranges::find(m_all, controller, &Reversal::controller);
    if (found != m_all.end())
        found->workers = workers;
}

std::vector<Reversals::Reversal> Reversals::takeDue(TimePoint now)
{
    std::vector<Reversal> due;
    std::ranges::copy_if(m_all, std::back_inserter(due),
                         [now](const Reversal &each) { return each.at <= now; });
    std::erase_if(m_all, [now](const Reversal &each) { return each.at <= now; });
    return due;
}

void Reversals::keep(Reversal reversal)
{
    if (std::ranges::find(m_all, reversal.controller, &Reversal::controller) == m_all.end())
        m_all.push_back(std::move(reversal));
}

TimePoint Reversals::next() const
{
    TimePoint next = TimePoint::max();
    for (const Reversal &each : m_all)
        next = std::min(next, each.at);
    return next;
}

} // namespace qontroller
