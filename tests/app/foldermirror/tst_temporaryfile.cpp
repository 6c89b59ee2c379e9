// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/foldermirror/temporaryfile.h"
#include "folders.h"
#include "testprogram.h"

#include <QtTest/QtTest>

#include <fcntl.h>

using namespace qontroller;
using namespace qontroller::foldermirror;
using namespace qontroller::test;

class TemporaryFileTest final : public QObject
{
    Q_OBJECT

private slots:
    void knowsTemporaryNames_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("isTemporary");
        QTest::newRow("ours") << ".qontroller-mirror-0123456789abcdef-1f.tmp" << true;
        QTest::newRow("no number") << ".qontroller-mirror-0123456789abcdef-.tmp" << false;
        QTest::newRow("no nonce") << ".qontroller-mirror-1.tmp" << false;
        QTest::newRow("upper case") << ".qontroller-mirror-0123456789ABCDEF-1.tmp" << false;
        QTest::newRow("other suffix") << ".qontroller-mirror-0123456789abcdef-1.bak" << false;
        QTest::newRow("prefix only") << ".qontroller-mirror-.tmp" << false;
        QTest::newRow("user's") << ".qontroller-notes" << false;
        QTest::newRow("empty") << "" << false;
    }
    void knowsTemporaryNames()
    {
        QFETCH(QString, name);
        QFETCH(bool, isTemporary);
        QCOMPARE(TemporaryNames::isTemporary(name.toStdString()), isTemporary);
    }

    void givesEachNameOnce()
    {
        TemporaryNames names, others;
        const std::string first = names.next();
        QVERIFY(TemporaryNames::isTemporary(first) && names.isOwn(first) && !others.isOwn(first));
        QVERIFY(names.next() != first);
    }

    void aFileThatAnotherRunHasReplacedByAFolderIsRemovedAlready()
    {
        const TestFolder test;
        FolderAccess access;
        const TargetFolder folder(openFolder(test), test.path(), access);
        QVERIFY(folder.createFolder("c").has_value());
        QVERIFY(folder.removeFile("c").has_value());
        QVERIFY(exists(test.path("c")));
    }

    void goesAwayUnlessPublished()
    {
        const TestFolder test;
        FolderAccess access;
        const TargetFolder folder(openFolder(test), test.path(), access);
        TemporaryNames names;
        {
            const auto file = TemporaryFile::create(folder, names);
            QVERIFY(file);
            QCOMPARE(temporaryFilesIn(test.path()), 1);
        }
        QCOMPARE(temporaryFilesIn(test.path()), 0);
        {
            auto file = TemporaryFile::create(folder, names);
            QVERIFY(file && ::write(file->fd(), "x", 1) == 1);
            QVERIFY(file->publish("final"));
        }
        QCOMPARE(temporaryFilesIn(test.path()), 0);
        QCOMPARE(readFile(test.path("final")), std::string("x"));
    }

    void leavesNothingWhenItCannotBePublished()
    {
        const TestFolder test;
        makeFolder(test.path("final/full"));
        FolderAccess access;
        const TargetFolder folder(openFolder(test), test.path(), access);
        TemporaryNames names;
        {
            auto file = TemporaryFile::create(folder, names);
            QVERIFY(file && !file->publish("final"));
        }
        QCOMPARE(temporaryFilesIn(test.path()), 0);
    }

    void isStaleOnceItsMakerDied()
    {
        const TestFolder test;
        FolderAccess access;
        const TargetFolder folder(openFolder(test), test.path(), access);
        TemporaryNames names;
        // A child makes one, and dies without a chance to clean up.
        const int status = inChild([&] {
            TemporaryNames childNames;
            const auto file = TemporaryFile::create(folder, childNames);
            ::kill(::getpid(), SIGKILL);
            return file ? 1 : 2;
        });
        QCOMPARE(status, 1000 + SIGKILL);
        QCOMPARE(temporaryFilesIn(test.path()), 1);
        const auto live = TemporaryFile::create(folder, names);
        QVERIFY(live);
        for (const std::string &path : namesIn(test.path()))
            removeIfStale(folder, path, names);
        QCOMPARE(temporaryFilesIn(test.path()), 1); // the live one
    }

private:
    static UniqueFd openFolder(const TestFolder &test)
    {
        return UniqueFd(::open(test.path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    }
    static std::vector<std::string> namesIn(const std::string &folder)
    {
        std::vector<std::string> names;
        for (const auto &[path, line] : snapshot(folder))
            names.push_back(path);
        return names;
    }
};

QONTROLLER_GUILESS_TEST(TemporaryFileTest)
#include "tst_temporaryfile.moc"
