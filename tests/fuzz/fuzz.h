// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace qontroller::test {

/// Real inputs, of which others are made.
using Corpus = std::vector<std::string>;

/// Takes an input that anybody may have made; what it must not do ends the program, or qFatal().
using FuzzTarget = void (*)(std::string_view input);

/// Gives \a target all of \a corpus and then \a count inputs that are made of it: with bits and
/// bytes changed, pieces cut, moved, doubled and put together, numbers at the ends of their ranges.
///
/// An input that ends the program, or takes longer than some seconds, names its seed before:
/// QONTROLLER_SEED repeats it, alone. QONTROLLER_SEQUENCES asks for so many, QONTROLLER_SECONDS for
/// as many as fit.
void fuzz(const Corpus &corpus, int count, FuzzTarget target);

} // namespace qontroller::test
