// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/files/uniquefd.h"

#include <QtCore/QRandomGenerator>
#include <QtCore/QtGlobal>

#include <netinet/in.h>
#include <sys/socket.h>

#include <cstdint>

namespace qontroller::test {

/// A port of 127.0.0.1 that nobody listens at, and that no client is given: those are above.
inline std::uint16_t freePort()
{
    for (int tries = 0; tries < 1000; ++tries) {
        const auto port = static_cast<std::uint16_t>(
            QRandomGenerator::global()->bounded(20'000, 32'000));
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(port);
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        const UniqueFd socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
        if (::bind(socket.get(), reinterpret_cast<const sockaddr *>(&address), sizeof(address))
            == 0)
            return port;
    }
    qFatal("there is no free port");
}

} // namespace qontroller::test
