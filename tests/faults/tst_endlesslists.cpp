// SPDX-License-Identifier: LGPL-3.0-or-later
// A list without an end, by the real server: it takes a second or ten and half a gigabyte.
#include "serverprocess.h"

#include <QtCore/QFile>
#include <QtCore/QJsonObject>
#include <QtTest/QtTest>

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
        const QString session = server.session(
            {{"name", "test"},
             {"plugin", "behaviour"},
             {"isolation", isolation},
             {"parameters", QJsonObject{{"lists", "endless"}}}});
        server.start({session, "--metrics", "127.0.0.1:0"});
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
};

QTEST_GUILESS_MAIN(EndlessListsTest)
#include "tst_endlesslists.moc"
