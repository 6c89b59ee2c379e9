// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <QtTest/QtTest>

// A test gives up as late as eventually() does, and not after the 5 s of QtTest: on a machine that
// does much else what it waits for takes that long. Where there are no precompiled headers, which
// include this, it is 5 s.
#undef QTRY_VERIFY
#undef QTRY_VERIFY2
#undef QTRY_COMPARE
#define QTRY_VERIFY(condition) QTRY_VERIFY_WITH_TIMEOUT(condition, 120'000)
#define QTRY_VERIFY2(condition, message) QTRY_VERIFY2_WITH_TIMEOUT(condition, message, 120'000)
#define QTRY_COMPARE(value, expected) QTRY_COMPARE_WITH_TIMEOUT(value, expected, 120'000)
