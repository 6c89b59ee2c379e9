// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"

#include "app/serve/metricsusers.h"

#include <QtCore/QFile>
#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>

#include <sys/stat.h>

using namespace qontroller;

/// Who may read the metrics.
class MetricsUsersTest final : public QObject
{
    Q_OBJECT

private slots:
    void knowsItsUsers_data()
    {
        QTest::addColumn<QByteArray>("authorization");
        QTest::addColumn<bool>("may");
        QTest::newRow("nothing") << QByteArray() << false;
        QTest::newRow("the first") << "Basic " + QByteArray("anna:a:b").toBase64() << true;
        QTest::newRow("the second") << "basic " + QByteArray("björn:ä").toBase64() << true;
        QTest::newRow("another's password") << "Basic " + QByteArray("anna:ä").toBase64() << false;
        QTest::newRow("a part") << "Basic " + QByteArray("anna:a").toBase64() << false;
        QTest::newRow("more") << "Basic " + QByteArray("anna:a:bc").toBase64() << false;
        QTest::newRow("a comment") << "Basic " + QByteArray("# old:x").toBase64() << false;
        QTest::newRow("another scheme") << "Bearer " + QByteArray("anna:a:b").toBase64() << false;
        QTest::newRow("no scheme") << QByteArray("anna:a:b").toBase64() << false;
        QTest::newRow("no base64") << QByteArray("Basic anna:a:b") << false;
    }
    void knowsItsUsers()
    {
        QFETCH(QByteArray, authorization);
        const auto users = read("# old:x\n\nanna:a:b\r\nbjörn:ä\n");
        QVERIFY(users);
        QTEST(users->mayRead(authorization.toStdString()), "may");
    }

    void saysWhatIsWrongWithItsFile()
    {
        QCOMPARE(read("anna:a\nhunter2\n").error(),
                 std::string("has a line 2 that is not user:password"));
        QCOMPARE(read(":a").error(), std::string("has a line 1 that is not user:password"));
        QCOMPARE(read("anna:").error(), std::string("has a line 1 that is not user:password"));
        QCOMPARE(read("# none\n").error(), std::string("names no user: write lines user:password"));
        QCOMPARE(read("anna:a", 0640).error(), std::string("can be read by others: chmod go-r"));
        QCOMPARE(MetricsUsers::read("/no/such").error(),
                 std::string("does not exist: name a file with lines user:password"));
    }

private:
    tl::expected<MetricsUsers, std::string> read(const QByteArray &content, mode_t mode = 0600)
    {
        QFile file(m_folder.filePath("users"));
        if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
            qFatal("cannot write %s", qPrintable(file.fileName()));
        file.close();
        ::chmod(file.fileName().toUtf8(), mode);
        return MetricsUsers::read(file.fileName().toStdString());
    }

    QTemporaryDir m_folder;
};

QONTROLLER_TEST(MetricsUsersTest)
#include "tst_metricsusers.moc"
