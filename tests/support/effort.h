// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

/// How much a test may do: sanitizers make everything ten times slower.
namespace qontroller::test {

#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
inline constexpr bool IsSanitized = true;
#elif defined(__has_feature)
#    if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
inline constexpr bool IsSanitized = true;
#    else
inline constexpr bool IsSanitized = false;
#    endif
#else
inline constexpr bool IsSanitized = false;
#endif

/// It cannot follow threads that begin after a fork of a program with threads.
#ifdef __SANITIZE_THREAD__
inline constexpr bool HasThreadSanitizer = true;
#else
inline constexpr bool HasThreadSanitizer = false;
#endif

/// \a times, or a tenth of it under a sanitizer.
constexpr int effort(int times)
{
    return IsSanitized ? times / 10 : times;
}

} // namespace qontroller::test
