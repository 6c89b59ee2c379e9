// SPDX-License-Identifier: LGPL-3.0-or-later
#include "answer.h"
#include "serverprocess.h"
#include "testprogram.h"

#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtTest/QtTest>

using namespace qontroller;
using test::Answer;

/// A session to fill in, for each plugin that is shipped.
class InitTest final : public QObject
{
    Q_OBJECT

private slots:
    void onlyWhatIsNullIsLeftToFillIn_data()
    {
        QTest::addColumn<QString>("plugin");
        const Answer all = init({});
        QCOMPARE(all.status, 0);
        for (const QByteArray &line : all.output.trimmed().split('\n')) {
            QVERIFY2(line.contains(": "), line);
            const QByteArray plugin = line.left(line.indexOf(':'));
            QTest::newRow(plugin) << QString::fromUtf8(plugin);
        }
    }
    void onlyWhatIsNullIsLeftToFillIn()
    {
        QFETCH(QString, plugin);
        const Answer draft = init({plugin});
        QCOMPARE(draft.status, 0);
        const QJsonObject session = QJsonDocument::fromJson(draft.output).object();
        const QJsonObject controller = session.value("controllers")[0].toObject();
        QCOMPARE(controller.value("plugin").toString(), plugin);
        const QJsonObject parameters = controller.value("parameters").toObject();
        const QJsonObject comments = parameters.value("$comment").toObject();
        QStringList empty;
        for (auto it = parameters.begin(); it != parameters.end(); ++it) {
            if (it.value().isNull())
                empty += it.key();
            if (it.key() != "$comment")
                QVERIFY2(!comments.value(it.key()).toString().isEmpty(), qPrintable(it.key()));
        }
        ServerProcess server;
        const int status = server.run({server.write("draft.json", draft.output), "--check"});
        QCOMPARE(status, empty.isEmpty() ? 0 : 2);
        QCOMPARE(server.log().count('\n'), empty.size());
        for (const QString &name : empty) {
            QVERIFY2(server.log().contains(".parameters." + name.toUtf8() + ": must be "),
                     server.log());
        }
    }

    void namesTheController()
    {
        const QJsonObject session = QJsonDocument::fromJson(init({"process", "web"}).output)
                                        .object();
        QCOMPARE(session.value("controllers")[0].toObject().value("name").toString(), "web");
    }

    void refusesWhatIsNoPlugin()
    {
        const Answer answer = init({"no-such"});
        QCOMPARE(answer.status, 4);
        QVERIFY2(answer.error.startsWith(
                     "qontrollerctl: there is no controller plugin \"no-such\": there are "),
                 answer.error);
        QCOMPARE(init({"script", "sites", "process"}).status, 2);
        QCOMPARE(init({"script", "--yes"}).status, 2);
    }

private:
    static Answer init(const QStringList &arguments)
    {
        return test::answerOf(QONTROLLERCTL, QStringList("init") + arguments);
    }
};

QONTROLLER_GUILESS_TEST(InitTest)
#include "tst_init.moc"
