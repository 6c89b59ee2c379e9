// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/session/createwatch.h"

#include "app/log/log.h"
#include "app/serve/drain.h"
#include "app/serve/ending.h"
#include "core/base/files/descriptors.h"
#include "core/base/text/duration.h"

#include <system_error>
#include <utility>

namespace qontroller {

using namespace std::chrono_literals;

namespace {

constexpr Duration Limit = 10s;
/// How soon a signal is heard.
constexpr Duration AskInterval = 200ms;

} // namespace

CreateWatch::CreateWatch(std::string controller, std::string plugin, Slow slow, Clock &clock)
    : m_controller(std::move(controller))
    , m_plugin(std::move(plugin))
    , m_clock(clock)
    , m_limit(slow == Slow::IsSaid ? clock.now() + Limit : TimePoint::max())
{
    try {
        m_thread = std::thread([this] { run(); });
    } catch (const std::system_error &) { // what is watched needs none
    }
}

CreateWatch::~CreateWatch()
{
    {
        MutexLock lock(m_mutex);
        m_hasReturned = true;
        m_changed.notifyAll();
    }
    if (m_thread.joinable())
        m_thread.join();
    if (areDescriptorsClosed())
        endWithoutDescriptors(m_controller, "create() of the plugin " + m_plugin);
}

void CreateWatch::run()
{
    TimePoint slow = m_limit;
    TimePoint end = TimePoint::max();
    while (wait()) {
        const TimePoint now = m_clock.now();
        if (now >= slow) {
            slow = TimePoint::max();
            say("has not returned for 10 s");
        }
        const auto signal = askedEnd();
        if (signal && end == TimePoint::max()) {
            end = now + Drain::TimeLimit;
            say("holds up the end of this program, for " + formatDuration(Drain::TimeLimit)
                + " at the most; a second signal ends it within 2s");
        }
        if (now >= end) {
            say("does not return: the program ends without it");
            endWithoutDestructors(128 + *signal, [] {});
        }
    }
}

bool CreateWatch::wait()
{
    const TimePoint until = m_clock.now() + AskInterval;
    MutexLock lock(m_mutex);
    while (!m_hasReturned && m_clock.now() < until)
        m_clock.waitUntil(m_changed, lock, until);
    return !m_hasReturned;
}

void CreateWatch::say(const std::string &text) const
{
    log(LogLevel::Warning,
        {.controller = m_controller,
         .text = "create() of the plugin " + m_plugin + " (or loading it) " + text});
}

} // namespace qontroller
