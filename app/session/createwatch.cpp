// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/session/createwatch.h"

#include "app/program/log.h"

#include <system_error>
#include <utility>

namespace qontroller {

namespace {

constexpr Duration Limit = std::chrono::seconds(10);

} // namespace

CreateWatch::CreateWatch(std::string controller, std::string plugin, Clock &clock)
    : m_controller(std::move(controller))
    , m_plugin(std::move(plugin))
    , m_clock(clock)
    , m_limit(clock.now() + Limit)
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
}

void CreateWatch::run()
{
    {
        MutexLock lock(m_mutex);
        while (!m_hasReturned && m_clock.now() < m_limit)
            m_clock.waitUntil(m_changed, lock, m_limit);
        if (m_hasReturned)
            return;
    }
    log(LogLevel::Warning, {.controller = m_controller,
                            .text = "create() of the plugin " + m_plugin
                                    + " (or loading it) has not returned for 10 s"});
}

} // namespace qontroller
