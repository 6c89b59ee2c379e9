// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"

#include "core/base/files/ownfiles.h"

#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>

#include <sys/stat.h>
#include <unistd.h>

using namespace qontroller;

/// What a program believes of files and folders that should be its own.
class OwnFilesTest final : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void readsWhatItWrote()
    {
        put(QByteArray(100'000, 'x'), 0600);
        const auto content = readOwnFile(path());
        QVERIFY(content && *content);
        QCOMPARE((*content)->size(), std::size_t(100'000));
    }

    void saysNothingOfAFileThatIsNotThere()
    {
        const auto content = readOwnFile(path());
        QVERIFY(content && !*content);
    }

    void refusesALink()
    {
        QVERIFY(QFile::link("/dev/zero", QString::fromStdString(path())));
        QCOMPARE(problem(), "is a link: put the file itself there");
    }

    void refusesAPipeAtOnce()
    {
        QCOMPARE(::mkfifo(path().c_str(), 0600), 0);
        QCOMPARE(problem(), "is no regular file: remove it");
    }

    void refusesWhatOthersCanWrite()
    {
        put("x", 0620);
        QCOMPARE(problem(), "can be written by others: chmod go-w");
    }

    void judgesAFileWithoutOpeningIt()
    {
        QCOMPARE(whyNotOwnFile(path()), std::string());
        put("x", 0644);
        QCOMPARE(whyNotOwnFile(path()), std::string());
        QCOMPARE(::chmod(path().c_str(), 0020), 0);
        QCOMPARE(whyNotOwnFile(path()), std::string("can be written by others: chmod go-w"));
        QVERIFY(QFile::remove(QString::fromStdString(path())));
        QVERIFY(QFile::link("/dev/zero", QString::fromStdString(path())));
        QCOMPARE(whyNotOwnFile(path()), std::string("is a link: put the file itself there"));
    }

    void aSecretIsClosedToOthers()
    {
        put("x", 0600);
        QVERIFY(readSecretFile(path(), 1));
        QCOMPARE(::chmod(path().c_str(), 0440), 0);
        QVERIFY(readOwnFile(path()));
        QCOMPARE(readSecretFile(path(), 1).error(),
                 std::string("can be read by others: chmod go-r"));
        QVERIFY(readSecretFile(path(), 1, SecretReaders::Group));
        QCOMPARE(::chmod(path().c_str(), 0404), 0);
        QVERIFY(!readSecretFile(path(), 1, SecretReaders::Group));
    }

    void refusesWhatIsTooLarge()
    {
        put("12345", 0600);
        QVERIFY(readOwnFile(path(), 5));
        QCOMPARE(readOwnFile(path(), 4).error(),
                 std::string("is too large (5 bytes): at most 4 are read"));
    }

    void refusesWhatBelongsToAnotherUser()
    {
        if (::geteuid() != 0)
            QSKIP("only root can give a file away");
        put("x", 0600);
        QCOMPARE(::chown(path().c_str(), 4711, 4711), 0);
        QCOMPARE(problem(),
                 "belongs to another user (4711): remove it, or give it to the user that "
                 "this program runs as");
    }

    void writesForThisUserAlone()
    {
        QVERIFY(writeOwnFile(path(), "first"));
        QVERIFY(writeOwnFile(path(), "second"));
        QCOMPARE(readOwnFile(path()).value().value(), std::string("second"));
        QCOMPARE(modeOf(path()), mode_t(0600));
    }

    void keepsWhatThereIsIfItCannotWrite()
    {
        QVERIFY(takeOwnFolder(path()));
        QCOMPARE(writeOwnFile(path(), "x").error(), EISDIR);
        QCOMPARE(writeOwnFile("/proc/nothing/x", "x").error(), ENOENT);
        QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files), QStringList());
    }

    void makesAFolderForThisUserAlone()
    {
        const std::string folder = path() + "/a/b";
        const auto taken = takeOwnFolder(folder);
        QVERIFY2(taken, taken ? "" : taken.error().c_str());
        QCOMPARE(modeOf(folder), mode_t(0700));
    }

    void givesAFolderToOneProgram()
    {
        auto taken = takeOwnFolder(path());
        QVERIFY(taken);
        QCOMPARE(takeOwnFolder(path()).error(),
                 std::string("is used by another program, or by another controller of this one: "
                             "give each its own"));
        taken->reset();
        QVERIFY(takeOwnFolder(path()));
    }

    void refusesAFolderThatOthersCanWrite()
    {
        QVERIFY(takeOwnFolder(path()));
        QCOMPARE(::chmod(path().c_str(), 0770), 0);
        QCOMPARE(takeOwnFolder(path()).error(),
                 std::string("can be written by others: chmod go-w"));
    }

    void refusesAFolderThatOthersCanReplace_data()
    {
        QTest::addColumn<int>("mode"); // of the folder above it
        QTest::addColumn<bool>("isRefused");
        QTest::newRow("its user's") << 0700 << false;
        QTest::newRow("others look") << 0755 << false;
        QTest::newRow("others write") << 0777 << true;
        QTest::newRow("its group writes") << 0770 << true;
        QTest::newRow("sticky, as /tmp") << 01777 << false;
    }
    void refusesAFolderThatOthersCanReplace()
    {
        QFETCH(int, mode);
        const std::string above = m_folder->path().toStdString();
        QVERIFY(takeOwnFolder(path()));
        QCOMPARE(::chmod(above.c_str(), mode_t(mode)), 0);
        const auto taken = takeOwnFolder(path());
        QTEST(!taken, "isRefused");
        if (!taken) {
            const std::string octal = QString::number(mode, 8).rightJustified(4, '0').toStdString();
            QCOMPARE(taken.error(), "can be replaced: others can write " + above + " (mode " + octal
                                        + "); take that right away, or name a folder elsewhere");
        }
    }

    void whatIsMadeAboveAFolderIsClosedWhateverTheUmask()
    {
        const mode_t before = ::umask(0);
        const auto taken = takeOwnFolder(path() + "/a/b");
        ::umask(before);
        QVERIFY2(taken, taken ? "" : taken.error().c_str());
        QCOMPARE(modeOf(path() + "/a"), mode_t(0755));
    }

    void saysWhyAFolderCannotBeMade()
    {
        QCOMPARE(takeOwnFolder("/proc/nothing").error(),
                 std::string(
                     "cannot be used (No such file or directory): name a folder that can be "
                     "written"));
    }

private:
    [[nodiscard]] std::string path() const { return m_folder->filePath("own").toStdString(); }
    [[nodiscard]] QString problem() const
    {
        const auto content = readOwnFile(path());
        return content ? QString() : QString::fromStdString(content.error());
    }
    [[nodiscard]] static mode_t modeOf(const std::string &path)
    {
        struct stat status = {};
        return ::stat(path.c_str(), &status) == 0 ? status.st_mode & 0777U : 0;
    }
    void put(const QByteArray &content, mode_t mode) const
    {
        QFile file(QString::fromStdString(path()));
        if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size()
            || ::fchmod(file.handle(), mode) != 0)
            qFatal("no file");
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

QONTROLLER_GUILESS_TEST(OwnFilesTest)
#include "tst_ownfiles.moc"
