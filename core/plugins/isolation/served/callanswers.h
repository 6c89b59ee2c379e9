// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/faults/callforeign.h"
#include "core/base/threads/mutex.h"
#include "core/plugins/isolation/wire/connection.h"

#include <atomic>
#include <string>

namespace qontroller::isolation {

/// Sends what a call answers, with the call's number and nothing after its end: what a part
/// still says then is dropped. Thread-safe: parts may report from threads of their own.
class CallAnswers
{
public:
    /// \a connection outlives it.
    explicit CallAnswers(Connection &connection)
        : m_connection(connection)
    {}

    /// What is sent from now on answers \a call.
    void begin(std::uint64_t call)
    {
        MutexLock lock(m_mutex);
        m_call = call;
        m_isOver = false;
    }

    /// Sends an answer with the fields that \a write puts in. One that is too large becomes
    /// an exception for the caller, which ends the call.
    template<class Write>
    void send(Message type, Write write)
    {
        MutexLock lock(m_mutex);
        if (m_isOver)
            return;
        write(m_writer.begin(type).number(m_call));
        if (!m_writer.fits()) {
            const std::string text = "an answer of " + std::to_string(m_writer.size())
                                     + " bytes is larger than " + std::to_string(FrameLimit);
            type = Message::Threw;
            m_writer.begin(type).number(m_call).number(Thrown::Kind::Fault).text(text);
        }
        m_isOver = endsCall(type);
        if (!m_connection.send(m_writer))
            m_hasFailed = true;
    }

    void send(Message type)
    {
        send(type, [](FrameWriter &) {});
    }
    void sendText(Message type, std::string_view text)
    {
        send(type, [text](FrameWriter &writer) { writer.text(text); });
    }

    /// The connection is closed: what is sent is dropped.
    [[nodiscard]] bool failed() const { return m_hasFailed; }

private:
    Connection &m_connection;
    std::atomic<bool> m_hasFailed = false;
    Mutex m_mutex;
    std::uint64_t m_call QONTROLLER_GUARDED_BY(m_mutex) = 0;
    bool m_isOver QONTROLLER_GUARDED_BY(m_mutex) = true; // its last answer is sent
    FrameWriter m_writer QONTROLLER_GUARDED_BY(m_mutex);
};

} // namespace qontroller::isolation
