// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

/// What a text tells of classes. It is read as text, without a compiler, so what macros make is
/// not seen.
namespace qontroller::architecture {

/// The classes of which a source defines member functions, as `Outer::Inner` is written there.
[[nodiscard]] std::set<std::string> classesDefinedIn(std::string_view source);

/// The classes that a header defines outside of others, with their namespace: `space::Foo`. They
/// begin their line, as clang-format has it.
[[nodiscard]] std::set<std::string> classesOf(std::string_view header);

/// How many public functions each class of a header declares, by name. Constructors, the
/// destructor, operators, friends, and what is deleted or defaulted do not count, nor does what
/// overrides a function of a base.
[[nodiscard]] std::map<std::string, int> publicFunctionsIn(std::string_view header);

/// The most public functions that a class may have.
inline constexpr int MostPublicFunctions = 25;

} // namespace qontroller::architecture
