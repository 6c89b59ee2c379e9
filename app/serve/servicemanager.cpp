// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/serve/servicemanager.h"

#include "app/log/log.h"
#include "core/base/files/uniquefd.h"

#include <QtCore/QByteArray>

#include <cerrno>
#include <cstddef>
#include <cstring>
#include <string_view>
#include <system_error>

#include <sys/socket.h>
#include <sys/un.h>

namespace qontroller {

namespace {

constexpr std::string_view Ready = "READY=1";

/// An errno; 0: it was sent.
int sendReady(QByteArray path)
{
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (std::size_t(path.size()) >= sizeof address.sun_path)
        return ENAMETOOLONG;
    if (path.startsWith('@'))
        path[0] = '\0'; // in the abstract namespace, where each byte of the length counts
    std::memcpy(address.sun_path, path.constData(), std::size_t(path.size()));
    const auto length = socklen_t(offsetof(sockaddr_un, sun_path) + std::size_t(path.size()));
    const UniqueFd socket(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    const void *to = &address;
    const auto sent = ::sendto(socket.get(), Ready.data(), Ready.size(), MSG_NOSIGNAL,
                               static_cast<const sockaddr *>(to), length);
    return sent == static_cast<ssize_t>(Ready.size()) ? 0 : errno;
}

} // namespace

void tellThatServiceRuns()
{
    const QByteArray path = qgetenv("NOTIFY_SOCKET");
    if (path.isEmpty())
        return;
    if (const int error = sendReady(path); error != 0)
        log(LogLevel::Warning,
            "systemd cannot be told that this service runs: " + path.toStdString() + ": "
                + std::generic_category().message(error));
}

} // namespace qontroller
