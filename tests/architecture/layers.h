// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace qontroller::architecture {

enum class Qt : unsigned char {
    Forbidden,
    Allowed,
};

/// A folder and what the files below it may include, as far as no other row holds them.
struct Layer
{
    std::string_view folder; ///< or a single header that lies beside folders
    /// Folders, or single headers, besides the files of this row. Each is used.
    std::vector<std::string_view> mayInclude;
    Qt qt = Qt::Forbidden;
    std::string_view license = "LGPL-3.0-or-later";
};

/// Every layer, below those that it may include. Of two that hold a file, the one with the
/// longer folder counts.
[[nodiscard]] std::span<const Layer> layers();

/// Whether \a path, from the top, is \a folderOrFile or below it.
[[nodiscard]] bool isWithin(std::string_view path, std::string_view folderOrFile);

/// The layer that holds \a file, a path from the top; null if it belongs to none.
[[nodiscard]] const Layer *layerOf(std::string_view file);
[[nodiscard]] const Layer *layerOf(std::span<const Layer> table, std::string_view file);

/// What may lie at the top besides files and folders that begin with a dot.
[[nodiscard]] std::span<const std::string_view> topFolders();

} // namespace qontroller::architecture
