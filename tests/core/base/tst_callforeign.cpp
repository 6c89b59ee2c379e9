// SPDX-License-Identifier: LGPL-3.0-or-later
#include "printing.h"
#include "testprogram.h"

#include "core/base/faults/callforeign.h"
#include "core/base/faults/shortage.h"
#include "core/base/text/text.h"

#include <filesystem>
#include <functional>
#include <ios>
#include <stdexcept>

using namespace qontroller;

using Throw = std::function<int()>;

class CallForeignTest : public QObject
{
    Q_OBJECT

private slots:
    void e12_anExceptionBecomesItsText_data()
    {
        QTest::addColumn<Throw>("function");
        QTest::addColumn<QString>("text");
        QTest::newRow("exception")
            << Throw([]() -> int { throw std::logic_error("boom"); }) << "boom";
        QTest::newRow("something else") << Throw([]() -> int { throw 7; }) << NamelessException;
    }
    void e12_anExceptionBecomesItsText()
    {
        QFETCH(Throw, function);
        QFETCH(QString, text);
        const auto result = callForeign(function);
        QVERIFY(!result);
        QCOMPARE(QString::fromStdString(result.error().text), text);
    }

    void e26_knowsAShortageFromAFault_data()
    {
        QTest::addColumn<Throw>("function");
        QTest::addColumn<bool>("isShortage");
        const auto row = [](const char *name, Throw function, bool isShortage) {
            QTest::newRow(name) << std::move(function) << isShortage;
        };
        const auto code = [](int error) {
            return [error]() -> int { throw std::system_error(error, std::generic_category()); };
        };
        row(
            "no memory", []() -> int { throw std::bad_alloc(); }, true);
        row(
            "a wrong size", []() -> int { throw std::bad_array_new_length(); }, false);
        row("EMFILE", code(EMFILE), true);
        row("ENFILE", code(ENFILE), true);
        row("ENOMEM", code(ENOMEM), true);
        row("EAGAIN", code(EAGAIN), true);
        row("ENOENT", code(ENOENT), false);
        row(
            "another category",
            []() -> int { throw std::system_error(EMFILE, std::iostream_category()); }, false);
        row(
            "a file",
            []() -> int {
                throw std::filesystem::filesystem_error("x",
                                                        std::error_code(EMFILE,
                                                                        std::system_category()));
            },
            true);
        row(
            "said so", []() -> int { throw HostShortage("no sockets"); }, true);
        row(
            "anything else", []() -> int { throw std::runtime_error("x"); }, false);
    }
    void e26_knowsAShortageFromAFault()
    {
        QFETCH(Throw, function);
        QFETCH(bool, isShortage);
        const auto result = callForeign(function);
        QVERIFY(!result);
        QCOMPARE(result.error().isShortage(), isShortage);
        QVERIFY(!result.error().text.empty());
    }

    void e25_cutsTheTextOfAnException()
    {
        const auto result = callForeign(
            []() -> int { throw std::runtime_error(std::string(std::size_t{20} << 20, 'x')); });
        QVERIFY(!result);
        QVERIFY(result.error().text.size() <= LongestText);
        QVERIFY(result.error().text.find(CutMark) != std::string::npos);
    }
};

QONTROLLER_TEST(CallForeignTest)
#include "tst_callforeign.moc"
