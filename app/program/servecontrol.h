// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/host/host.h"
#include "core/remote/server/remoteserver.h"

#include <tl/expected.hpp>

#include <memory>
#include <string>

namespace qontroller {

/// Whether \a place is an address, ADDR:PORT, and no path of a socket.
[[nodiscard]] bool isControlAddress(const std::string &place);

/// Lets front ends outside of the program see and steer \a host, which is called \a name, through
/// the socket or the address \a path, and says in the log where, and who gives which command. The
/// folder of the socket is made if it is missing. An address needs \a certificates, a folder. The
/// error is a sentence. Destroy the server before the host.
[[nodiscard]] tl::expected<std::unique_ptr<remote::RemoteServer>, std::string> serveControl(
    const std::string &path, Host &host, const std::string &name,
    const std::string &certificates = {});

} // namespace qontroller
