// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/process/logwriter/journalsink.h"

#include "core/base/files/unixsocket.h"

#include <poll.h>
#include <sys/socket.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace qontroller::supervision {

namespace {

constexpr int PatienceMilliseconds = 1000;

/// What the journal wants to know first: name, unit, priority "info", that a line may begin with
/// another one, and that nothing is forwarded to syslog, kernel and console.
std::string headerOf(const std::string &name)
{
    return name + "\n\n6\n1\n0\n0\n0\n";
}

} // namespace

JournalSink::JournalSink(std::string socket, std::string name)
    : m_socket(std::move(socket))
    , m_header(headerOf(name))
{}

// A journal that was started anew has another socket: one more try.
Taken JournalSink::write(std::string_view text)
{
    const std::size_t all = text.size();
    int error = m_fd ? send(text) : 0;
    if (!m_fd || (error != 0 && error != EAGAIN)) {
        error = connect();
        if (error == 0)
            error = send(text);
    }
    if (error == 0)
        return {all, {}};
    if (error != EAGAIN)
        m_fd.reset();
    return {all - text.size(), "the journal (" + m_socket + ") cannot be written: "
                                   + std::generic_category().message(error)};
}

int JournalSink::connect()
{
    m_fd.reset(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (!m_fd)
        return errno;
    const auto address = socketAddress(m_socket);
    if (!address)
        return ENAMETOOLONG;
    if (const int error = connectSocket(*address, m_fd.get()); error != 0)
        return error;
    std::string_view header = m_header;
    return send(header);
}

int JournalSink::send(std::string_view &text) const
{
    while (!text.empty()) {
        const ssize_t sent = ::send(m_fd.get(), text.data(), text.size(), MSG_NOSIGNAL);
        if (sent >= 0) {
            text.remove_prefix(static_cast<std::size_t>(sent));
            continue;
        }
        pollfd room{m_fd.get(), POLLOUT, 0};
        if (errno != EINTR && (errno != EAGAIN || ::poll(&room, 1, PatienceMilliseconds) <= 0))
            return errno;
    }
    return 0;
}

} // namespace qontroller::supervision
