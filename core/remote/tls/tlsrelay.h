// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/files/stopfd.h"
#include "core/base/files/uniquefd.h"
#include "core/base/threads/clock.h"
#include "core/base/threads/mutex.h"
#include "core/remote/tls/certificates.h"

#include <tl/expected.hpp>

#include <atomic>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <thread>

namespace qontroller::remote {

/// Who is at the other end of a connection.
struct TlsPeer
{
    std::string name; ///< the common name of its certificate
    Trust trust = Trust::None;
};

/// One connection with TLS, from its handshake to its end, in a thread of its own. What goes
/// through it comes out of a Unix socket. The destructor ends it.
class TlsRelay final
{
public:
    static constexpr Duration Patience = std::chrono::seconds(10);

    /// Calls \a ready in its thread when the two have shaken hands: with a socket that does not
    /// block, or with why there is none, as the end of a sentence. \a certificates outlive it.
    /// The other side may take \a patience for that. Throws std::system_error if there is no thread
    /// for it.
    using Ready = std::function<void(tl::expected<UniqueFd, std::string> socket, TlsPeer peer)>;
    TlsRelay(const Certificates &certificates, UniqueFd connection, std::string machine,
             Ready ready, Duration patience = Patience);
    ~TlsRelay();
    TlsRelay(const TlsRelay &) = delete;
    TlsRelay &operator=(const TlsRelay &) = delete;

    /// Has it end soon. Thread-safe.
    void requestEnd() { m_end.request_stop(); }
    /// Why the other side turned this one away after the handshake; empty: it has not.
    [[nodiscard]] std::string refusal() const;
    /// It has ended by itself.
    [[nodiscard]] bool isOver() const { return m_isOver; }

private:
    void run(const std::string &machine, const Ready &ready);
    void relay(ssl_st *ssl, int inside);
    void noteRefusal(ssl_st *ssl);
    void partInPeace();
    [[nodiscard]] tl::expected<void, std::string> shakeHands(ssl_st *ssl);
    /// Until one of them can go on; false: the relay is to end.
    [[nodiscard]] bool wait(short network, int inside, short insideEvents, Duration longest);

    const Certificates &m_certificates;
    const Duration m_patience;
    const UniqueFd m_connection;
    std::stop_source m_end;
    StopFd m_stopFd{m_end.get_token()};
    std::atomic<bool> m_isOver = false;
    mutable Mutex m_mutex;
    std::string m_refusal QONTROLLER_GUARDED_BY(m_mutex);
    std::thread m_thread;
};

} // namespace qontroller::remote
