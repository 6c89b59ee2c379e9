// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

namespace qontroller::foldermirror {

/// What is wrong with the folders of a mirror, as a sentence that begins with the
/// parameter's name; nothing if they may be used. Looks at the disk, changes nothing.
/// Neither has to be there yet.
[[nodiscard]] std::optional<std::string> validateFolders(const std::string &source,
                                                         const std::string &target);

} // namespace qontroller::foldermirror
