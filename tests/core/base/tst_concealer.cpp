// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"

#include "core/base/text/concealer.h"
#include "core/base/text/text.h"

#include <QtTest/QtTest>

using namespace qontroller;

class ConcealerTest final : public QObject
{
    Q_OBJECT

private slots:
    void leavesNoSecret_data()
    {
        QTest::addColumn<QByteArrayList>("secrets");
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("shown");
        const auto row = [](const char *name, const QByteArrayList &secrets, const QByteArray &text,
                            const QByteArray &shown) {
            QTest::newRow(name) << secrets << text << shown;
        };
        row("none", {}, "hunter2", "hunter2");
        row("one, twice", {"hunter2"}, "hunter2 and hunter2", "•••• and ••••");
        row("several", {"hunter2", "swordfish"}, "swordfish, hunter2", "••••, ••••");
        row("short ones are left", {"abc"}, "abc", "abc");
        row("four bytes are enough", {"abcd"}, "xabcdx", "x••••x");
        row("a part of another", {"hunter", "hunter2"}, "hunter2 hunter", "•••• ••••");
        row("one like dots", {"••••"}, "a •••• b", "a •••• b");
        row("another word", {"hunter2"}, "hunter", "hunter");
        row("each line of one", {"first line\r\nab\nlast line\n"}, "first line|ab|last line",
            "••••|ab|••••");
        row("cut at the end", {"hunter2"}, "with hunte […]", "with •••• […]");
        row("little is left at the end", {"hunter2"}, "with hun […]", "with hun […]");
        row("cut at the beginning", {"hunter2"}, "it said: […] nter2 is wrong",
            "it said: […] •••• is wrong");
        row("cut in the middle, twice", {"hunter2"}, "with hunte […] nter2, hunte […] nter2",
            "with •••• […] ••••, •••• […] ••••");
        row("as long as texts are kept", {"hunter2"},
            "nter2" + QByteArray(LongestText - 10, 'x') + "hunte",
            "••••" + QByteArray(LongestText - 10, 'x') + "••••");
    }

    void leavesNoSecret()
    {
        QFETCH(QByteArrayList, secrets);
        QFETCH(QByteArray, text);
        Concealer concealer;
        for (const QByteArray &secret : secrets)
            concealer.add(secret.toStdString());
        QCOMPARE(concealer.isEmpty(), secrets.isEmpty() || secrets.first().size() < 4);
        QTEST(QByteArray::fromStdString(concealer.concealed(text.toStdString())), "shown");
        Concealer other;
        other.add(concealer);
        other.add(concealer);
        QTEST(QByteArray::fromStdString(other.concealed(text.toStdString())), "shown");
    }
};

QONTROLLER_TEST(ConcealerTest)
#include "tst_concealer.moc"
