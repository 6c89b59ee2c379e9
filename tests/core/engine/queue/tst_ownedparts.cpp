// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"

#include "core/engine/queue/ownedparts.h"

#include <QtTest/QtTest>

#include <array>

using namespace qontroller;

class OwnedPartsTest : public QObject
{
    Q_OBJECT

private slots:
    // Other hosts may be of another build: what stands here is what all of them say.
    void partsAreTheSameForEver_data()
    {
        QTest::addColumn<QByteArray>("id");
        QTest::addColumn<quint32>("parts");
        QTest::addColumn<quint32>("part");
        // The upper halves of XXH3-64: 2d068005 of nothing, as its reference says.
        const QByteArray none;
        QTest::newRow("nothing of 1") << none << 1U << 0U;
        QTest::newRow("nothing of 64") << none << 64U << 0x2dU / 4;
        QTest::newRow("nothing of 256") << none << 256U << 0x2dU;
        QTest::newRow("nothing of 65536") << none << 65536U << 0x2d06U;
        QTest::newRow("a of 65536") << QByteArray("a") << 65536U << 0xe6c6U;
        QTest::newRow("a path of 65536")
            << QByteArray("2023/summer/DSC_2003.jpg") << 65536U << 0xc164U;
    }
    void partsAreTheSameForEver()
    {
        QFETCH(QByteArray, id);
        QFETCH(quint32, parts);
        QTEST(partOf(id.toStdString(), parts), "part");
    }

    void twiceAsManyPartsCutEachInTwo()
    {
        for (int i = 0; i < 1000; ++i) {
            const std::string id = "object-" + std::to_string(i);
            QCOMPARE(partOf(id, 64) / 2, partOf(id, 32));
        }
    }

    void partsAreAboutEquallyLarge()
    {
        std::array<int, 16> sizes{};
        for (int i = 0; i < 16'000; ++i)
            ++sizes[partOf("object-" + std::to_string(i), 16)];
        for (const int size : sizes)
            QVERIFY2(size > 850 && size < 1150, qPrintable(QString::number(size)));
    }

    void allIdsAreOwnedUntilTheyAreCut()
    {
        OwnedParts parts;
        QVERIFY(parts.owns("a"));
        QCOMPARE(parts.parts(), std::size_t(0));
        parts.cut(4);
        QVERIFY(!parts.owns("a"));
        QCOMPARE(parts.parts(), std::size_t(4));
        QCOMPARE(parts.owned(), std::size_t(0));
        parts.setOwned(partOf("a", 4), true);
        QVERIFY(parts.owns("a"));
        parts.setOwned(partOf("a", 4), true);
        QCOMPARE(parts.owned(), std::size_t(1));
        parts.setOwned(partOf("a", 4), false);
        QVERIFY(!parts.owns("a"));
        QCOMPARE(parts.owned(), std::size_t(0));
    }

    void cutIntoNothingNothingIsOwned()
    {
        OwnedParts parts;
        parts.cut(0);
        QVERIFY(!parts.owns("a"));
        parts.setOwned(0, true);
        QVERIFY(!parts.owns("a"));
    }

    void partsThatDoNotExistAreIgnored()
    {
        OwnedParts parts;
        parts.cut(4);
        parts.setOwned(4, true);
        parts.setOwned(UINT32_MAX, true);
        QCOMPARE(parts.owned(), std::size_t(0));
    }
};

QONTROLLER_TEST(OwnedPartsTest)
#include "tst_ownedparts.moc"
