// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <QtCore/QByteArray>

#include "app/plugins/loadbalancer/objects.h"

#include <tl/expected.hpp>

#include <string>

namespace qontroller::loadbalancer {

/// Reads an object from the JSON of its file. Without a good state it has a problem, which says
/// where it is and what would be right, and does not begin with the file's name yet.
[[nodiscard]] FolderObject readObject(const QByteArray &json);

/// `IP`, `IP:PORT`, `[IPv6]` or `[IPv6]:PORT`. The error is the end of a sentence that begins with
/// the property's name.
[[nodiscard]] tl::expected<ServerAddress, std::string> parseAddress(const std::string &text);

/// As HAProxy takes it: `127.0.0.1:80`, `[::1]:80`.
[[nodiscard]] std::string textOf(const ServerAddress &address);

} // namespace qontroller::loadbalancer
