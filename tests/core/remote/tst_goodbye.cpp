// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/remote/wire/goodbye.h"

#include "testprogram.h"

#include <QtTest/QtTest>

using namespace qontroller::remote;

class GoodbyeTest final : public QObject
{
    Q_OBJECT

private slots:
    void whatIsSaidIsRead_data()
    {
        QTest::addColumn<std::string>("why");
        QTest::newRow("nothing") << std::string();
        QTest::newRow("a sentence") << std::string("it has hardly any descriptors left");
        QTest::newRow("as much as there is room for") << std::string(200, 'x');
    }
    void whatIsSaidIsRead()
    {
        QFETCH(std::string, why);
        QVERIFY(readGoodbye(goodbye(why)) == why);
        QVERIFY(readGoodbye(goodbye(why) + "more") == why);
    }

    void whatIsTooLongIsCut()
    {
        QVERIFY(readGoodbye(goodbye(std::string(300, 'x'))) == std::string(200, 'x'));
    }

    void whatIsNoneIsNotTakenForOne_data()
    {
        QTest::addColumn<std::string>("begin");
        const std::string whole = goodbye("too many");
        QTest::newRow("nothing") << std::string();
        QTest::newRow("another protocol")
            << std::string("HTTP/1.1 400 Bad Request\r\n\r\n") + whole;
        std::string settings = whole;
        settings[2] = 6;
        QTest::newRow("settings of a host that serves") << settings;
        for (std::size_t size = 0; size < whole.size(); ++size)
            QTest::addRow("cut after %d", int(size)) << whole.substr(0, size);
        std::string tooSmall = whole;
        tooSmall[11] = 7;
        QTest::newRow("a wrong length") << tooSmall;
    }
    void whatIsNoneIsNotTakenForOne()
    {
        QFETCH(std::string, begin);
        QVERIFY(!readGoodbye(begin));
    }
};

QONTROLLER_TEST(GoodbyeTest)
#include "tst_goodbye.moc"
