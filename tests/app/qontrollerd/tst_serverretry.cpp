// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"

#include "app/qontrollerd/server.h"
#include "badplugins.h"
#include "files.h"

#include <QtCore/QDir>
#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>

#include <thread>

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

/// A controller in a process of its own that crashes in its first create(), and makes \a mark.
QByteArray sessionWith(const QString &mark)
{
    const QJsonObject apart{{"name", "apart"},
                            {"plugin", "behaviour"},
                            {"isolation", "process"},
                            {"parameters", QJsonObject{{"create", "once"}, {"gate", mark}}}};
    const QJsonObject calm{{"name", "calm"}, {"plugin", "behaviour"}};
    return QJsonDocument(QJsonObject{{"version", 1}, {"controllers", QJsonArray{apart, calm}}})
        .toJson();
}

} // namespace

/// The server in this process, by a clock that the test moves.
class ServerRetryTest final : public QObject
{
    Q_OBJECT

private slots:
    void whatItsProcessCouldNotMakeIsTriedAgainAfterAMinute()
    {
        const QTemporaryDir folder;
        const QString mark = folder.filePath("mark");
        const QString log = folder.filePath("log");
        QFile session(folder.filePath("session.json"));
        QVERIFY(session.open(QIODevice::WriteOnly));
        session.write(sessionWith(mark));
        session.close();
        auto line = parseServerLine(
            {session.fileName().toStdString(), "--metrics", "off", "--control", "off", "--run-for",
             "61s", "--state-dir", folder.filePath("state").toStdString(), "--plugin-path",
             FIXTURES, "--trust",
             sha256Of(QStringLiteral(FIXTURES "/behaviour.so")).toStdString()});
        QVERIFY(line.has_value());
        ManualClock clock;
        auto setup = prepare(*line, clock);
        QVERIFY(setup.has_value());
        QVERIFY(QFile::exists(mark));
        CrashBackOff &backOff = *setup->backOff;
        QCOMPARE(backOff.count(), std::size_t(1));
        QCOMPARE(backOff.next(), clock.now() + 1min);

        qontroller::Server server(*line, *std::move(setup));
        QVERIFY(server.start().has_value());
        std::thread thread([&] { static_cast<void>(server.run()); });
        clock.advance(1min - 1ns);
        QCOMPARE(backOff.count(), std::size_t(1));
        clock.advance(1ns);
        QTRY_COMPARE(backOff.count(), std::size_t(0));
        clock.advance(1s); // the end, in the round after that which makes it
        thread.join();
        QCOMPARE(backOff.count(), std::size_t(0)); // it was not kept back again
    }
};

QONTROLLER_GUILESS_TEST(ServerRetryTest)
#include "tst_serverretry.moc"
