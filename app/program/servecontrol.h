// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/host/host.h"
#include "core/remote/server/remoteserver.h"

#include <tl/expected.hpp>

#include <memory>
#include <string>

namespace qontroller {

/// Lets front ends outside of the program see and steer \a host, which is called \a name, through
/// the socket \a path, and says in the log where, and who gives which command. The folder of the
/// socket is made if it is missing. The error is a sentence. Destroy the server before the host.
[[nodiscard]] tl::expected<std::unique_ptr<remote::RemoteServer>, std::string> serveControl(
    const std::string &path, Host &host, const std::string &name);

} // namespace qontroller
