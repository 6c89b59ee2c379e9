// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"

#include "app/plugins/foldermirror/departures.h"

#include <QtTest/QtTest>

using namespace qontroller::foldermirror;

class DeparturesTest final : public QObject
{
    Q_OBJECT

private slots:
    void whatWasInAFolderWentWithIt()
    {
        Departures departures;
        departures.note("a/b");
        QVERIFY(departures.contain("a/b"));
        QVERIFY(departures.contain("a/b/c/d"));
        QVERIFY(!departures.contain("a"));
        QVERIFY(!departures.contain("a/bc"));
        departures.forget("a/b");
        QVERIFY(!departures.contain("a/b/c"));
    }

    void ofThoseThatAreSettledTheLastAreKept()
    {
        Departures departures;
        departures.note("open");
        departures.note("again");
        departures.settle("again");
        departures.note("again"); // it came and went once more
        departures.settle("unknown");
        for (std::size_t i = 0; i < Departures::MostSettled; ++i) {
            departures.note(std::to_string(i));
            departures.settle(std::to_string(i));
        }
        QVERIFY(departures.contain("open"));
        QVERIFY(departures.contain("again"));
        QVERIFY(departures.contain("0"));
        departures.note("last");
        departures.settle("last");
        QVERIFY(!departures.contain("0"));
        QVERIFY(departures.contain("1"));
        QVERIFY(departures.contain("last"));
        departures.clear();
        QVERIFY(!departures.contain("open"));
    }
};

QONTROLLER_TEST(DeparturesTest)
#include "tst_departures.moc"
