// SPDX-License-Identifier: LGPL-3.0-or-later
#include "printing.h"

#include "core/base/callforeign.h"
#include "core/base/text.h"

#include <functional>
#include <stdexcept>

using namespace qontroller;

using Throw = std::function<int()>;
Q_DECLARE_METATYPE(Throw)

class CallForeignTest : public QObject
{
    Q_OBJECT

private slots:
    void givesWhatIsReturned()
    {
        const auto result = callForeign([] { return 5; });
        QVERIFY(result);
        QCOMPARE(*result, 5);
    }

    void e12_anExceptionBecomesItsText_data()
    {
        QTest::addColumn<Throw>("function");
        QTest::addColumn<QString>("text");
        QTest::newRow("exception") << Throw([]() -> int { throw std::logic_error("boom"); }) << "boom";
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

    void e25_cutsTheTextOfAnException()
    {
        const auto result = callForeign(
            []() -> int { throw std::runtime_error(std::string(std::size_t{20} << 20, 'x')); });
        QVERIFY(!result);
        QVERIFY(result.error().text.size() <= LongestText);
        QVERIFY(result.error().text.ends_with(CutMark));
    }
};

QTEST_APPLESS_MAIN(CallForeignTest)
#include "tst_callforeign.moc"
