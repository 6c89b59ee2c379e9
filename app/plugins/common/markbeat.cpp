// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/common/markbeat.h"

#include <sys/timerfd.h>
#include <unistd.h>

#include <cstdint>
#include <utility>

namespace qontroller {

MarkBeat::MarkBeat(OwnersMark &mark, WatchSink &sink)
    : m_mark(mark)
    , m_sink(sink)
    , m_timer(::timerfd_create(CLOCK_BOOTTIME, TFD_CLOEXEC | TFD_NONBLOCK))
{
    constexpr auto Seconds = std::chrono::ceil<std::chrono::seconds>(OwnersMark::RenewInterval);
    itimerspec beat{};
    beat.it_interval.tv_sec = Seconds.count();
    beat.it_value.tv_sec = Seconds.count();
    if (m_timer && ::timerfd_settime(m_timer.get(), 0, &beat, nullptr) != 0)
        m_timer.reset();
}

void MarkBeat::look()
{
    std::uint64_t ignored = 0;
    [[maybe_unused]] const auto read = ::read(m_timer.get(), &ignored, sizeof ignored);
    const bool holds = m_mark.holds();
    if (std::exchange(m_held, holds) && !holds)
        m_sink.missed(m_mark.whose());
}

} // namespace qontroller
