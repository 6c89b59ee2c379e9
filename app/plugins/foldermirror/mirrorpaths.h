// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

namespace qontroller::foldermirror {

/// What is wrong with the folders of a mirror, as a sentence that begins with the
/// parameter's name; nothing if they may be used. Follows links on the disk, changes nothing.
/// Neither has to be there yet, or be a folder: what stands there may be mended at any time.
[[nodiscard]] std::optional<std::string> validateFolders(const std::string &source,
                                                         const std::string &target);

/// Why \a path is no folder; nothing: it is one, or nothing is there. A sentence that begins with
/// \a parameter.
[[nodiscard]] std::optional<std::string> whyNoFolder(const std::string &parameter,
                                                     const std::string &path);

} // namespace qontroller::foldermirror
