// SPDX-License-Identifier: LGPL-3.0-or-later
// A list without an end, by the real server: it takes a second or ten and half a gigabyte.
#include "eventually.h"
#include "serverprocess.h"
#include "testprogram.h"

#include <QtCore/QFile>
#include <QtCore/QJsonObject>
#include <QtCore/QRegularExpression>
#include <QtTest/QtTest>

#include <algorithm>
#include <csignal>

using namespace qontroller;

namespace {

/// MiB that process \a pid has ever had in memory at once.
int peakOf(pid_t pid)
{
    QFile status(QStringLiteral("/proc/%1/status").arg(pid));
    if (!status.open(QIODevice::ReadOnly))
        return -1;
    const QByteArray text = status.readAll();
    const QByteArray peak = text.mid(text.indexOf("VmHWM:") + 6);
    return peak.left(peak.indexOf("kB")).trimmed().toInt() / 1024;
}

/// A session whose only list has no end.
QString endlessSession(ServerProcess &server, const QString &isolation)
{
    return server.session({{"name", "test"},
                           {"plugin", "behaviour"},
                           {"isolation", isolation},
                           {"parameters", QJsonObject{{"lists", "endless"}}}});
}

} // namespace

class EndlessListsTest final : public QObject
{
    Q_OBJECT

private slots:
    void endsAndIsSaid_data()
    {
        QTest::addColumn<QString>("isolation");
        QTest::newRow("in the process") << "none";
        QTest::newRow("in a process of its own") << "process";
    }
    void endsAndIsSaid()
    {
        QFETCH(QString, isolation);
        ServerProcess server;
        server.start({endlessSession(server, isolation), "--metrics", "127.0.0.1:0"});
        QVERIFY2(server.waitForLog("warning: test: list failed: the list was ended, for it has "
                                   "more than 512 MiB of ids: see to it that it has an end"),
                 server.log());
        QVERIFY(server.metrics().contains("\nqontroller_lists_total{controller=\"test\","
                                          "result=\"failed\"} 1\n"));
        const int peak = peakOf(server.pid());
        QVERIFY2(peak > 0 && peak < 1024, QByteArray::number(peak));
        server.signal(SIGTERM);
        QCOMPARE(server.wait(), 143);
        QVERIFY2(!server.log().contains("because it its"), server.log());
    }

    void aProcessOfItsOwnHoldsLittleOfTheListAndIsEnded()
    {
        ServerProcess server;
        server.start({endlessSession(server, "process")});
        QVERIFY2(server.waitForLog("test: process: its process runs, pid "), server.log());
        const QRegularExpression number("runs, pid (\\d+)\n");
        const pid_t child = number.match(server.log()).captured(1).toInt();
        QVERIFY2(child > 0, server.log());
        int peak = 0;
        const auto hasEnded = [&] {
            peak = std::max(peak, peakOf(child));
            return !QFile::exists(QStringLiteral("/proc/%1").arg(child));
        };
        QVERIFY(test::comesTrue([&] { return hasEnded() || peak >= 512; }));
        QVERIFY2(peak > 0 && peak < 512, QByteArray::number(peak)); // it has given as much
        QVERIFY2(server.waitForLog("warning: test: process: its process was ended because it gave "
                                   "an answer that could not be taken; it starts again in "),
                 server.log());
        QVERIFY2(server.log().contains("warning: test: list failed: the list was ended, for it has "
                                       "more than 512 MiB of ids: "),
                 server.log());
        server.signal(SIGTERM);
        QCOMPARE(server.wait(), 143);
    }
};

QONTROLLER_GUILESS_TEST(EndlessListsTest)
#include "tst_endlesslists.moc"
