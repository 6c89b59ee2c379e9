// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/remote/client/address.h"
#include "ui/applicationport.h"

#include <optional>

namespace qontroller {

/// See ApplicationPort::hostsHere(). \a own: a socket that is left out, for it is this program's;
/// empty: none.
[[nodiscard]] QList<ui::HostHere> hostsHere(const std::string &own = {});

/// How it is with the host whose socket is at \a path. Waits for it, some seconds at the most.
[[nodiscard]] ui::HostHealth healthAt(const std::string &path);

/// Why \a address, which an operator has typed, leads nowhere: there is no host of this name here.
/// A sentence with those that there are.
[[nodiscard]] std::optional<QString> whyNotHere(const remote::Address &address);

} // namespace qontroller
