// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "layers.h"

#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace qontroller::architecture {

/// What one file breaks, each as `path: sentence`. \a file is the path from the top.
[[nodiscard]] std::vector<std::string> violationsOf(std::string_view file, std::string_view text);

/// What a folder or file right at the top breaks by being there; empty if nothing.
[[nodiscard]] std::string violationOfTopFolder(std::string_view folder);

/// What the classes of \a texts, headers and sources by path, break together: one class, one source.
[[nodiscard]] std::vector<std::string> violationsOfClasses(
    const std::map<std::string, std::string> &texts);

/// What is wrong with headers of one name, and with classes: a program with two that differ is
/// broken, and no compiler says so.
[[nodiscard]] std::vector<std::string> violationsOfNames(
    const std::map<std::string, std::string> &texts);

/// What rows of the table of layers name that is not in the tree.
[[nodiscard]] std::vector<std::string> violationsOfLayers(const std::filesystem::path &top);

/// What rows of \a table permit that none of \a texts, headers and sources by path, needs.
[[nodiscard]] std::vector<std::string> violationsOfPermissions(
    std::span<const Layer> table, const std::map<std::string, std::string> &texts);

/// What the whole tree breaks. Nothing below a folder `build` or a dot folder is read,
/// except `.ci`.
[[nodiscard]] std::vector<std::string> violationsBelow(const std::filesystem::path &top);

/// \a text with comments and literals blanked out; lines stay.
[[nodiscard]] std::string codeOnly(std::string_view text);

} // namespace qontroller::architecture
