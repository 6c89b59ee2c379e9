// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/foldermirror/failure.h"

#include <cstdint>
#include <functional>
#include <stop_token>

namespace qontroller::foldermirror {

enum class CopyEnd : unsigned char {
    Complete,
    Stopped,
    SourceChanged,
};

/// How a copy is made and whom it tells.
struct CopyOrders
{
    std::uint64_t size = 0; ///< bytes to copy from the beginning
    std::stop_token stop;   ///< looked at between chunks of some MiB
    /// Told after each chunk how many bytes are done; false gives up, because the
    /// source has changed. May be empty.
    std::function<bool(std::uint64_t)> progress;

    enum class Method : unsigned char {
        Best,      ///< shared blocks, else a copy within the kernel, else read and write
        ReadWrite, ///< for tests of the last resort
    };
    Method method = Method::Best;
};

/// Copies the content of the open file \a from into the new, empty file \a to.
///
/// Holes stay holes. What \a from gains meanwhile is not copied; the caller
/// compares its status from before with that from after. The failure has no path
/// and says in `doing` which side it was.
[[nodiscard]] Result<CopyEnd> copyContent(int from, int to, const CopyOrders &orders);

enum class ContentMatch : unsigned char {
    Same,
    Different,
    Stopped,
};

/// Compares two open files of \a size bytes.
[[nodiscard]] Result<ContentMatch> compareContent(int a, int b, std::uint64_t size,
                                                  const std::stop_token &stop);

} // namespace qontroller::foldermirror
