// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <QtTest/QtTest>

#include <map>
#include <string>
#include <string_view>

namespace qontroller::test {

/// The tests of one program, by the names of their sources: `controller-tests tst_locks -v2` runs
/// the one in tst_locks.cpp, and passes on the other arguments.
class TestProgram
{
public:
    using Run = int (*)(int argc, char **argv);

    static bool add(std::string_view source, Run run);
    static int main(int argc, char **argv);

private:
    static std::map<std::string, Run, std::less<>> &tests();
};

} // namespace qontroller::test

/// Stands where QTEST_APPLESS_MAIN stands in a program of one test.
#define QONTROLLER_TEST(Class) \
    [[maybe_unused]] static const bool isAdded##Class = \
        qontroller::test::TestProgram::add(__FILE__, [](int argc, char **argv) { \
            Class test; \
            return QTest::qExec(&test, argc, argv); \
        });

/// The same for QTEST_GUILESS_MAIN: with an event loop.
#define QONTROLLER_GUILESS_TEST(Class) \
    [[maybe_unused]] static const bool isAdded##Class = \
        qontroller::test::TestProgram::add(__FILE__, [](int argc, char **argv) { \
            const QCoreApplication application(argc, argv); \
            Class test; \
            return QTest::qExec(&test, argc, argv); \
        });
