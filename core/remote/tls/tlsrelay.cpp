// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/remote/tls/tlsrelay.h"

#include <openssl/err.h>
#include <openssl/ssl.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <string_view>
#include <utility>

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace qontroller::remote {

namespace {

/// What is on its way in one direction.
class Pipe
{
public:
    [[nodiscard]] bool isEmpty() const { return m_size == 0; }
    [[nodiscard]] std::string_view waiting() const { return {m_bytes.data() + m_begin, m_size}; }
    [[nodiscard]] char *room() { return m_bytes.data(); }
    [[nodiscard]] static constexpr std::size_t capacity() { return Size; }
    void filled(std::size_t size)
    {
        m_begin = 0;
        m_size = size;
    }
    void taken(std::size_t size)
    {
        m_begin += size;
        m_size -= size;
    }

private:
    static constexpr std::size_t Size = std::size_t{32} << 10U;
    std::array<char, Size> m_bytes{};
    std::size_t m_begin = 0;
    std::size_t m_size = 0;
};

enum class Step : unsigned char {
    Done,
    Wait,
    Over,
};

/// What came of a call of OpenSSL; \a wants are the events that it waits for.
Step stepOf(SSL *ssl, int result, short &wants)
{
    switch (::SSL_get_error(ssl, result)) {
    case SSL_ERROR_NONE: return Step::Done;
    case SSL_ERROR_WANT_READ: wants |= POLLIN; return Step::Wait;
    case SSL_ERROR_WANT_WRITE: wants |= POLLOUT; return Step::Wait;
    default: return Step::Over;
    }
}

/// OpenSSL writes to connections that have ended, in programs that may not ignore the signal.
void ignorePipes()
{
    sigset_t pipe;
    ::sigemptyset(&pipe);
    ::sigaddset(&pipe, SIGPIPE);
    ::pthread_sigmask(SIG_BLOCK, &pipe, nullptr); // of this thread
}

Step stepOf(ssize_t result)
{
    if (result > 0)
        return Step::Done;
    return result < 0 && (errno == EAGAIN || errno == EINTR) ? Step::Wait : Step::Over;
}

Step fromNetwork(SSL *ssl, Pipe &pipe, short &wants)
{
    ::ERR_clear_error();
    const int size = ::SSL_read(ssl, pipe.room(), static_cast<int>(Pipe::capacity()));
    const Step step = stepOf(ssl, size, wants);
    if (step == Step::Done)
        pipe.filled(static_cast<std::size_t>(size));
    return step;
}

Step toNetwork(SSL *ssl, Pipe &pipe, short &wants)
{
    ::ERR_clear_error();
    const std::string_view bytes = pipe.waiting();
    const int size = ::SSL_write(ssl, bytes.data(), static_cast<int>(bytes.size()));
    const Step step = stepOf(ssl, size, wants);
    if (step == Step::Done)
        pipe.taken(static_cast<std::size_t>(size));
    return step;
}

Step fromInside(int inside, Pipe &pipe)
{
    const ssize_t size = ::recv(inside, pipe.room(), Pipe::capacity(), 0);
    if (size > 0)
        pipe.filled(static_cast<std::size_t>(size));
    return stepOf(size);
}

Step toInside(int inside, Pipe &pipe)
{
    const std::string_view bytes = pipe.waiting();
    const ssize_t size = ::send(inside, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (size > 0)
        pipe.taken(static_cast<std::size_t>(size));
    return stepOf(size);
}

} // namespace

TlsRelay::TlsRelay(const Certificates &certificates, UniqueFd connection, std::string machine,
                   Ready ready, Duration patience)
    : m_certificates(certificates)
    , m_patience(patience)
    , m_connection(std::move(connection))
    , m_thread([this, machine = std::move(machine), ready = std::move(ready)] {
        run(machine, ready);
        m_isOver = true;
    })
{}

TlsRelay::~TlsRelay()
{
    m_end.request_stop();
    m_thread.join();
}

void TlsRelay::run(const std::string &machine, const Ready &ready)
{
    ignorePipes();
    const Certificates::Ssl ssl = m_certificates.begin(m_connection.get(), machine);
    if (auto shaken = shakeHands(ssl.get()); !shaken) {
        ready(tl::unexpected(std::move(shaken.error())), {});
        return partInPeace();
    }
    const TlsPeer peer{Certificates::nameOf(ssl.get()), m_certificates.trustOf(ssl.get())};
    if (peer.trust == Trust::None)
        return ready(tl::unexpected(std::string("its certificate is not trusted")), peer);
    std::array<int, 2> ends{};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends.data()) != 0)
        return ready(tl::unexpected(std::string("there is no descriptor left for it")), peer);
    const UniqueFd inside(ends[0]);
    ready(UniqueFd(ends[1]), peer);
    relay(ssl.get(), inside.get());
    ::SSL_shutdown(ssl.get());
    ::ERR_clear_error();
}

// What the other side has sent already is read, else the kernel resets the connection, and the
// other side never learns why it was turned away.
void TlsRelay::partInPeace()
{
    const TimePoint end = SteadyClock::instance().now() + std::chrono::seconds(1);
    ::shutdown(m_connection.get(), SHUT_WR);
    Pipe rest;
    for (Step step = Step::Done; step != Step::Over;) {
        step = fromInside(m_connection.get(), rest);
        const Duration left = end - SteadyClock::instance().now();
        if (left <= Duration::zero() || (step == Step::Wait && !wait(POLLIN, -1, 0, left)))
            return;
    }
}

bool TlsRelay::wait(short network, int inside, short insideEvents, Duration longest)
{
    std::array<pollfd, 3> waiting{
        {{m_stopFd.get(), POLLIN, 0}, {m_connection.get(), network, 0}, {inside, insideEvents, 0}}};
    const auto patience = longest == Duration::max()
                              ? -1
                              : static_cast<int>(
                                  std::chrono::ceil<std::chrono::milliseconds>(longest).count());
    return ::poll(waiting.data(), waiting.size(), patience) != 0 && !m_end.stop_requested();
}

tl::expected<void, std::string> TlsRelay::shakeHands(ssl_st *ssl)
{
    const TimePoint deadline = SteadyClock::instance().now() + m_patience;
    for (;;) {
        ::ERR_clear_error();
        short wants = 0;
        switch (stepOf(ssl, ::SSL_do_handshake(ssl), wants)) {
        case Step::Done: return {};
        case Step::Over: return tl::unexpected(Certificates::whyNot(ssl));
        case Step::Wait: break;
        }
        const Duration left = deadline - SteadyClock::instance().now();
        if (left <= Duration::zero() || !wait(wants, -1, 0, left))
            return tl::unexpected(std::string("the other side does not answer"));
    }
}

// A host judges the certificate of a client after the client has done its part of the handshake.
void TlsRelay::noteRefusal(ssl_st *ssl)
{
    constexpr const char *Alert = "alert";
    std::string why = Certificates::whyNot(ssl);
    if (why.find(Alert) == std::string::npos) { // what the other side said last may be unread
        Pipe rest;
        short wants = 0;
        static_cast<void>(fromNetwork(ssl, rest, wants));
        why = Certificates::whyNot(ssl);
    }
    if (why.find(Alert) == std::string::npos)
        return;
    MutexLock lock(m_mutex);
    m_refusal = std::move(why);
}

std::string TlsRelay::refusal() const
{
    MutexLock lock(m_mutex);
    return m_refusal;
}

// Each direction has room for one portion: who does not read is not read from.
void TlsRelay::relay(ssl_st *ssl, int inside)
{
    Pipe in;
    Pipe out;
    for (;;) {
        short network = 0;
        bool isDone = false;
        const auto goesOn = [&isDone](Step step) {
            isDone = isDone || step == Step::Done;
            return step != Step::Over;
        };
        // Nothing after the first that is over: it would hide why.
        if (!goesOn(in.isEmpty() ? fromNetwork(ssl, in, network) : Step::Wait)
            || !goesOn(in.isEmpty() ? Step::Wait : toInside(inside, in))
            || !goesOn(out.isEmpty() ? fromInside(inside, out) : Step::Wait)
            || !goesOn(out.isEmpty() ? Step::Wait : toNetwork(ssl, out, network)))
            return noteRefusal(ssl);
        const auto wanted = short((in.isEmpty() ? 0 : POLLOUT) | (out.isEmpty() ? POLLIN : 0));
        if (!isDone && !wait(network, inside, wanted, Duration::max()))
            return;
    }
}

} // namespace qontroller::remote
