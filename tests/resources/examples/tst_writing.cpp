// SPDX-License-Identifier: LGPL-3.0-or-later
// What the examples write is there as a whole or not at all, in the real program.
#include "example.h"
#include "testprogram.h"

#include <QtTest/QtTest>

#include <csignal>

using namespace qontroller;
using namespace qontroller::test;

namespace {

/// The example of a row, which keeps one file: of more than 4 KiB, or with a word.
struct KeptFile
{
    KeptFile()
        : example(QTest::currentDataTag())
        , web(example.file("."))
    {
        example.write("page", "hello");
        example.write("endpoints", web.url("page").toUtf8() + '\n');
        QByteArray records;
        for (int i = 0; i < 300; ++i)
            records += "www" + QByteArray::number(i) + " A 192.0.2.1\n";
        example.write("wanted/example.org", records);
        QDir().mkpath(example.file("served"));
        const QByteArray tag = QTest::currentDataTag();
        if (tag == "script-sqlite")
            example
                .must("sqlite3",
                      {"data.sqlite", ".read schema.sql",
                       "INSERT INTO notes (name, body) VALUES ('milk', printf('%.6000c', 'x'))"});
        name = tag == "script-sqlite" ? "milk.json"
               : tag == "script-zone" ? "example.org.zone"
                                      : web.url("page").replace("/", "%2F");
    }

    Example example;
    WebServer web;
    QString name;
};

/// The file system of 64 KiB that \a server has at \a folder.
class SmallDisk final
{
public:
    SmallDisk(const ServerProcess &server, const QString &folder)
        : m_folder(QStringLiteral("/proc/%1/root").arg(server.pid()) + folder)
        , m_filler(m_folder + "/.filler")
    {}
    [[nodiscard]] QByteArray contents(const QString &name) const
    {
        return contentsOf(m_folder + '/' + name);
    }
    [[nodiscard]] QStringList names() const { return QDir(m_folder).entryList(QDir::Files); }
    /// Leaves \a room bytes.
    [[nodiscard]] bool fill(int room)
    {
        if (!m_filler.open(QIODevice::WriteOnly | QIODevice::Unbuffered))
            return false;
        while (m_filler.write(QByteArray(4096, 'x')) > 0) {
        }
        return m_filler.resize(m_filler.size() - room);
    }
    void free() { m_filler.remove(); }

private:
    QString m_folder;
    QFile m_filler;
};

} // namespace

class ExamplesWritingTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { NEEDS_PROGRAMS("curl", "jq", "python3", "sqlite3"); }

    void aFileIsReplacedAsAWhole_data() { addChanges(); }
    void aFileIsReplacedAsAWhole()
    {
        QFETCH(QString, folder);
        QFETCH(QString, change);
        QFETCH(QByteArray, past);
        QFETCH(QByteArray, next);
        QFETCH(int, times);
        const KeptFile kept;
        const Example &example = kept.example;
        ServerProcess server;
        QVERIFY2(example.run(server) == 0, server.log());
        const QString file = example.file(folder + '/' + kept.name);
        const QByteArray before = contentsOf(file);
        QCOMPARE(before.count(past), times);
        example.must("ln", {file, "reader"});
        example.must("sh", {"-c", change});
        static_cast<void>(example.run(server)); // an endpoint that is ill has failed
        QCOMPARE(contentsOf(example.file("reader")), before);
        QCOMPARE(contentsOf(file), QByteArray(before).replace(past, next));
        QCOMPARE(entriesOf(example.file(folder)), QStringList{kept.name});
    }

    void aFullDiskLeavesTheOldFile_data() { addChanges(); }
    void aFullDiskLeavesTheOldFile()
    {
        QFETCH(QString, folder);
        QFETCH(QString, change);
        QFETCH(QByteArray, past);
        QFETCH(QByteArray, next);
        QFETCH(int, times);
        QFETCH(int, room);
        const KeptFile kept;
        const Example &example = kept.example;
        QDir().mkpath(example.file(folder));
        const QStringList starter = withOwnMounts();
        if (starter.isEmpty())
            QSKIP("this machine does not permit a mount");
        example.replaceInSession(R"("10s")", R"("1s")");
        ServerProcess server;
        server.startBy(starter
                       + QStringList{"sh", "-c",
                                     R"(mount -t tmpfs -o size=64k none "$0" && exec "$@")",
                                     example.file(folder)});
        server.start({example.file("session.json")});
        SmallDisk disk(server, example.file(folder));
        QTRY_VERIFY(disk.contents(kept.name).count(past) == times);
        const QByteArray before = disk.contents(kept.name);
        QVERIFY(disk.fill(room));
        example.must("sh", {"-c", change});
        QVERIFY2(server.waitForLog(": error: "), server.log());
        QCOMPARE(disk.contents(kept.name), before);
        disk.free();
        QTRY_COMPARE(disk.contents(kept.name), QByteArray(before).replace(past, next));
        QTRY_COMPARE(disk.names(), QStringList{kept.name});
        QCOMPARE(server.end(), 128 + SIGTERM);
    }

private:
    /// In which folder a KeptFile is, what changes it, and the bytes that are too few for the new
    /// one.
    static void addChanges()
    {
        QTest::addColumn<QString>("folder");
        QTest::addColumn<QString>("change");
        QTest::addColumn<QByteArray>("past");
        QTest::addColumn<QByteArray>("next");
        QTest::addColumn<int>("times");
        QTest::addColumn<int>("room");
        const auto row = [](const char *example, const char *folder, const char *change,
                            const char *past, const char *next, int times, int room) {
            QTest::newRow(example) << QString(folder) << QString(change) << QByteArray(past)
                                   << QByteArray(next) << times << room;
        };
        row("script-sqlite", "files",
            "sqlite3 -cmd '.timeout 9000' data.sqlite "
            "\"UPDATE notes SET body = replace(body, 'x', 'y')\"",
            "x", "y", 6000, 4096);
        row("script-zone", "served",
            "sed 's/2[.]1$/2.7/' wanted/example.org > new; mv new wanted/example.org", ".2.1\n",
            ".2.7\n", 300, 4096);
        row("script-http", "reports", "rm page", "up 200", "ill 404", 1, 0);
    }
};

QONTROLLER_GUILESS_TEST(ExamplesWritingTest)
#include "tst_writing.moc"
