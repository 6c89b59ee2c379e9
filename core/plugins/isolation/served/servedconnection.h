// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/mutex.h"
#include "core/engine/api/controllerparts.h"
#include "core/plugins/isolation/served/callanswers.h"

#include <atomic>
#include <stop_token>
#include <string>
#include <thread>

namespace qontroller::isolation {

/// Serves the calls of one connection, one after the other, on a thread of its own.
///
/// All but the thread is for one caller. The destructor asks the call under way to
/// stop and waits for it.
class ServedConnection
{
public:
    /// \a parts outlive it.
    ServedConnection(Connection connection, const ControllerParts &parts, std::string controller);
    ~ServedConnection();
    ServedConnection(const ServedConnection &) = delete;
    ServedConnection &operator=(const ServedConnection &) = delete;

    /// Asks that call to stop, whether it is still to come, under way or over.
    void cancel(std::uint64_t call);
    /// Asks all calls to stop; none comes after it.
    void stop();
    /// The other side has closed it.
    [[nodiscard]] bool isOver() const { return m_isOver; }

private:
    void run();
    /// False: the frame is no call.
    [[nodiscard]] bool serve(Frame &frame);
    [[nodiscard]] std::stop_token begin(std::uint64_t call);

    Connection m_connection;
    CallAnswers m_answers;
    const ControllerParts &m_parts;
    const std::string m_controller;
    std::atomic<bool> m_isOver = false;

    Mutex m_mutex;
    std::uint64_t m_call QONTROLLER_GUARDED_BY(m_mutex) = 0;      // the last one that began
    std::uint64_t m_cancelled QONTROLLER_GUARDED_BY(m_mutex) = 0; // and all before it
    std::stop_source m_stop QONTROLLER_GUARDED_BY(m_mutex);       // of m_call

    std::thread m_thread;
};

} // namespace qontroller::isolation
