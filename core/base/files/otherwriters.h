// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <string>

namespace qontroller {

/// What another user than this one and root may do with a file or folder, as the end of a sentence;
/// empty: nothing. All follow links, and are thread-safe.

/// Of \a path alone, which the sentence calls \a what: it belongs to another user, or others can
/// write it.
[[nodiscard]] std::string whoElseWrites(const std::string &path, const std::string &what);

/// Of the folders above \a path, which need not be there itself: who may write one of them can
/// put something else in its place. A sticky folder of root's or of this user's, as `/tmp`, is
/// none that others can use for that.
[[nodiscard]] std::string whoElseMoves(const std::string &path);

/// Both.
[[nodiscard]] std::string whoElseReplaces(const std::string &path);

} // namespace qontroller
