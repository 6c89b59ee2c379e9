// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/log/systemdjournal.h"

#include "core/base/files/unixsocket.h"

#include <QtCore/QByteArray>

#include <utility>

#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

namespace qontroller {

namespace {

constexpr const char *MachineSocket = "/run/systemd/journal/socket";

/// As systemd writes it: `DEVICE:INODE`.
std::string identityOfStandardError()
{
    struct stat status = {};
    if (::fstat(STDERR_FILENO, &status) != 0)
        return "none";
    return std::to_string(status.st_dev) + ':' + std::to_string(status.st_ino);
}

} // namespace

SystemdJournal::SystemdJournal(std::string socket)
    : m_path(std::move(socket))
    , m_socket(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0))
{}

std::unique_ptr<SystemdJournal> SystemdJournal::ofStandardError()
{
    if (qgetenv("JOURNAL_STREAM").toStdString() != identityOfStandardError())
        return nullptr;
    return std::make_unique<SystemdJournal>(MachineSocket);
}

// Not connected: a journal that is started again has another socket of the same name.
bool SystemdJournal::take(std::string_view entry) const
{
    const auto address = socketAddress(m_path);
    if (!address)
        return false;
    const void *to = &*address;
    const auto sent = ::sendto(m_socket.get(), entry.data(), entry.size(), MSG_NOSIGNAL,
                               static_cast<const sockaddr *>(to), sizeof *address);
    return sent == static_cast<ssize_t>(entry.size());
}

} // namespace qontroller
