// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtTest/QtTest>

namespace qontroller::test {

/// Call in init(): any warning of Qt fails the test, but what the offscreen platform
/// always says.
inline void failOnAnyWarning()
{
    QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support)")));
}

} // namespace qontroller::test
