// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/api/outcome.h"

#include <tl/expected.hpp>

#include <cerrno>
#include <string>
#include <string_view>

namespace qontroller::foldermirror {

/// A system call that failed: its `errno`, what it was for and on which path.
struct Failure
{
    int code = 0;
    std::string_view doing; ///< a literal, as in "write"
    std::string path;       ///< the full path, as an operator knows it
};

template<class T>
using Result = tl::expected<T, Failure>;

/// Call it before anything else can change `errno`.
[[nodiscard]] inline tl::unexpected<Failure> failed(std::string_view doing, std::string path,
                                                    int code = errno)
{
    return tl::unexpected(Failure{code, doing, std::move(path)});
}

/// One sentence that names the path, says what is wrong and what to do about it.
[[nodiscard]] std::string sentence(const Failure &failure);

/// What a handler says after \a failure: another try, or none until the object
/// changes when trying again cannot help.
[[nodiscard]] Outcome outcomeOf(const Failure &failure);

/// What a handler says if what it reads was replaced meanwhile: the next try finds the new one.
[[nodiscard]] Outcome waitForSource();

/// The code of a target that is locked by another mirror: see TargetLock. No call has it.
constexpr int UsedByAnother = EUSERS;

/// The code of a name that something else in the source has in the target, which does not tell
/// upper from lower case; the failure's path is that other's. No call has it.
constexpr int NameIsTaken = ENOTUNIQ;

/// Whether \a code says that there is nothing at a path, or that the way to it no
/// longer leads through folders.
[[nodiscard]] constexpr bool saysAbsent(int code)
{
    return code == ENOENT || code == ENOTDIR || code == ELOOP;
}

} // namespace qontroller::foldermirror
