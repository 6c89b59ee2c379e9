// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <QtCore/QDeadlineTimer>
#include <QtTest/QtTest>

// QtTest's macros, as this tree wants them. They give up as late as eventually() does, and not
// after 5 s: on a machine that does much else what they wait for takes that long. And they believe
// what they have seen: QtTest's look at the expression again after it came true, and fail where it
// was true for a moment only. Where there are no precompiled headers, which include this, QtTest's
// own are used.
#undef QTRY_VERIFY
#undef QTRY_VERIFY2
#undef QTRY_COMPARE

// Looks at \a came, with events in between, until it holds, and says with \a report that it did
// not. No function with a lambda: clang 14 captures no structured bindings.
#define QONTROLLER_TRY(came, report) \
    do { \
        const QDeadlineTimer patience(120'000); \
        bool hasCome = static_cast<bool>(came); \
        while (!hasCome && !patience.hasExpired() && !QTest::currentTestFailed()) { \
            QTest::qWait(10); \
            hasCome = static_cast<bool>(came); \
        } \
        if (!hasCome) \
            report; \
    } while (false)

#define QTRY_VERIFY(condition) QONTROLLER_TRY(condition, QVERIFY(condition))
#define QTRY_VERIFY2(condition, message) QONTROLLER_TRY(condition, QVERIFY2(condition, message))
#define QTRY_COMPARE(value, expected) \
    QONTROLLER_TRY((value) == (expected), QCOMPARE(value, expected))
