// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/plugins/isolation/served/servedconnection.h"

#include "core/plugins/isolation/served/servecall.h"

#include <algorithm>
#include <cstdio>
#include <limits>
#include <system_error>
#include <thread>
#include <utility>

namespace qontroller::isolation {

ServedConnection::ServedConnection(Connection connection, const ControllerParts &parts,
                                   std::string controller)
    : m_connection(std::move(connection))
    , m_answers(m_connection)
    , m_parts(parts)
    , m_controller(std::move(controller))
    , m_thread([this] { run(); })
{}

ServedConnection::~ServedConnection()
{
    stop();
    m_thread.join();
}

void ServedConnection::stop()
{
    m_connection.endReceiving();
    cancel(std::numeric_limits<std::uint64_t>::max());
}

// The stop is requested without the lock, and not on this thread, which takes connections and
// cancels: its callbacks are the plugin's, and may block.
void ServedConnection::cancel(std::uint64_t call)
{
    std::stop_source stop(std::nostopstate);
    {
        MutexLock lock(m_mutex);
        m_cancelled = std::max(m_cancelled, call);
        if (m_call <= m_cancelled)
            stop = m_stop;
    }
    if (!stop.stop_possible() || stop.stop_requested())
        return;
    try {
        std::thread([stop]() mutable { stop.request_stop(); }).detach();
    } catch (const std::system_error &) { // no thread to be had
        stop.request_stop();
    }
}

std::stop_token ServedConnection::begin(std::uint64_t call)
{
    std::stop_source stop;
    MutexLock lock(m_mutex);
    m_call = call;
    m_stop = stop;
    if (m_call <= m_cancelled)
        stop.request_stop(); // it has no listeners yet
    return stop.get_token();
}

void ServedConnection::run()
{
    for (;;) {
        auto frame = m_connection.receive();
        const bool goesOn = frame && serve(*frame);
        if (goesOn && !m_answers.failed())
            continue;
        if (frame ? !goesOn : frame.error() != ClosedConnection)
            std::fprintf(stderr, "qontroller-pluginhost: the engine %s\n",
                         frame ? "does not keep to the protocol: it made a call that there is not"
                               : frame.error().c_str());
        break;
    }
    m_connection.end();
    m_isOver = true;
}

bool ServedConnection::serve(Frame &frame)
{
    const auto call = frame.fields.number<std::uint64_t>();
    if (!frame.fields.isGood())
        return false;
    m_answers.begin(call);
    return serveCall(frame, {m_parts, m_controller, begin(call)}, m_answers);
}

} // namespace qontroller::isolation
