// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "testprogram.h"

#include <QtWidgets/QApplication>

/// Stands where QTEST_MAIN stands in a program of one test. Pictures are of 96 dots an inch.
#define QONTROLLER_WINDOW_TEST(Class) \
    [[maybe_unused]] static const bool isAdded##Class = \
        qontroller::test::TestProgram::add(__FILE__, [](int argc, char **argv) { \
            QTest::Internal::callInitMain<Class>(); \
            const QApplication application(argc, argv); \
            QCoreApplication::setAttribute(Qt::AA_Use96Dpi); \
            Class test; \
            return QTest::qExec(&test, argc, argv); \
        });
