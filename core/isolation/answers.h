// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/mutex.h"
#include "core/isolation/connection.h"

#include <atomic>
#include <string>

namespace qontroller::isolation {

/// Sends what a call answers. Thread-safe: parts may report from threads of their own.
class Answers
{
public:
    /// \a connection outlives it.
    explicit Answers(Connection &connection)
        : m_connection(connection)
    {}

    /// Sends the frame that \a write makes. What is too large is an exception for the caller.
    template<class Write>
    void send(Write write)
    {
        MutexLock lock(m_mutex);
        write(m_writer);
        if (!m_writer.fits()) {
            const std::string text = "an answer of " + std::to_string(m_writer.size())
                                     + " bytes is larger than " + std::to_string(FrameLimit);
            m_writer.begin(Message::Threw).text(text);
        }
        if (!m_connection.send(m_writer))
            m_hasFailed = true;
    }

    void send(Message type)
    {
        send([type](FrameWriter &writer) { writer.begin(type); });
    }
    void sendText(Message type, std::string_view text)
    {
        send([&](FrameWriter &writer) { writer.begin(type).text(text); });
    }

    /// Nobody hears any more.
    [[nodiscard]] bool failed() const { return m_hasFailed; }

private:
    Connection &m_connection;
    std::atomic<bool> m_hasFailed = false;
    Mutex m_mutex;
    FrameWriter m_writer QONTROLLER_GUARDED_BY(m_mutex);
};

} // namespace qontroller::isolation
