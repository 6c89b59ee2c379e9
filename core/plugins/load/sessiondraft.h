// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/plugins/load/pluginmetadata.h"

#include <QtCore/QByteArray>

#include <string>

namespace qontroller {

/// A session with one controller \a name of the plugin \a metadata, for a person to fill in: every
/// parameter that is required or has a default has its place, those without a value as null, and
/// `$comment` says of each what it is.
[[nodiscard]] QByteArray sessionDraft(const PluginMetadata &metadata, const std::string &name);

} // namespace qontroller
