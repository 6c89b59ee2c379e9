// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/base/files/leftfile.h"
#include "core/remote/server/unixlistener.h"
#include "testprogram.h"
#include "unixsocket.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace qontroller;
using namespace qontroller::remote;
using qontroller::test::connectTo;

class UnixListenerTest final : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_folder.emplace(); }

    void r1_tellsWhoHasConnected()
    {
        auto listener = UnixListener::listen(path(), 0600);
        QVERIFY2(listener.has_value(), listener ? "" : listener.error().c_str());
        QVERIFY(!listener->accept());
        const UniqueFd client = connectTo(path());
        QVERIFY(bool(client));
        const auto connection = listener->accept();
        QVERIFY(connection);
        QCOMPARE(connection->user, ::geteuid());
    }

    void theModeIsThatOfTheSocket()
    {
        const auto listener = UnixListener::listen(path(), 0660);
        QVERIFY(listener);
        struct stat found
        {
        };
        QCOMPARE(::stat(path().c_str(), &found), 0);
        QCOMPARE(found.st_mode & 0777U, 0660U);
    }

    void r14_aLiveSocketIsLeftAlone()
    {
        const auto first = UnixListener::listen(path(), 0600);
        QVERIFY(first);
        const auto second = UnixListener::listen(path(), 0600);
        QVERIFY(!second);
        QCOMPARE(second.error(),
                 path() + ": another program listens there: give each its own socket");
        QVERIFY(bool(connectTo(path())));
    }

    void r14_aStaleSocketIsReplaced()
    {
        QVERIFY(bool(test::bindTo(path())));
        QVERIFY(!connectTo(path()));
        const auto listener = UnixListener::listen(path(), 0600);
        QVERIFY2(listener.has_value(), listener ? "" : listener.error().c_str());
        QVERIFY(bool(connectTo(path())));
    }

    void r14_aSocketThatWasRemovedIsMadeAgain()
    {
        auto listener = UnixListener::listen(path(), 0600);
        QVERIFY(listener);
        QCOMPARE(listener->renew().value(), false);
        QCOMPARE(::unlink(path().c_str()), 0);
        QCOMPARE(::unlink((path() + ".lock").c_str()), 0);
        QVERIFY(!connectTo(path()));
        QCOMPARE(listener->renew().value(), true);
        QVERIFY(bool(connectTo(path())));
        QVERIFY(!UnixListener::listen(path(), 0600)); // the lock is there again, too
        QCOMPARE(listener->renew().value(), false);
    }

    // A host that ends removes it, and goes on looking for a moment.
    void whatWentWithTheProgramIsNotMadeAgain()
    {
        auto listener = UnixListener::listen(path(), 0600);
        QVERIFY(listener);
        leftfile::set(path());
        leftfile::remove();
        QVERIFY(!QFile::exists(QString::fromStdString(path())));
        QCOMPARE(listener->renew().value(), false);
        QVERIFY(!QFile::exists(QString::fromStdString(path())));
        leftfile::set(path()); // of another life
        QCOMPARE(listener->renew().value(), true);
        leftfile::clear();
    }

    void aFolderThatWasRemovedIsMadeAgain()
    {
        auto listener = UnixListener::listen(path(), 0600);
        QVERIFY(listener);
        QVERIFY(m_folder->remove());
        QCOMPARE(listener->renew().value(), true);
        QVERIFY(bool(connectTo(path())));
    }

    void anotherFileInItsPlaceStays()
    {
        auto listener = UnixListener::listen(path(), 0600);
        QVERIFY(listener);
        QCOMPARE(::unlink(path().c_str()), 0);
        QFile other(QString::fromStdString(path()));
        QVERIFY(other.open(QIODevice::WriteOnly));
        QCOMPARE(listener->renew().error(),
                 path()
                     + ": the control socket is gone, and something else is in its place: remove "
                       "that, and the host listens there again");
        QVERIFY(other.exists());
        QVERIFY(other.remove());
        QCOMPARE(listener->renew().value(), true);
    }

    void aLockWithoutAHostIsSaid()
    {
        const UniqueFd fd(::open((path() + ".lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
        QCOMPARE(::flock(fd.get(), LOCK_EX), 0);
        QCOMPARE(UnixListener::listen(path(), 0600).error(),
                 path() + ": " + path()
                     + ".lock is locked by another program, although none listens at the socket: "
                       "end it, or name another socket");
    }

    void whatStandsInItsPlaceStays()
    {
        {
            const auto listener = UnixListener::listen(path(), 0600);
            QVERIFY(listener);
            QCOMPARE(::unlink(path().c_str()), 0);
            QFile other(QString::fromStdString(path()));
            QVERIFY(other.open(QIODevice::WriteOnly));
        }
        QVERIFY(QFile::exists(QString::fromStdString(path())));
    }

    void theSocketGoesWithIt()
    {
        {
            const auto listener = UnixListener::listen(path(), 0600);
            QVERIFY(listener);
        }
        QVERIFY(!QFile::exists(QString::fromStdString(path())));
        QVERIFY(UnixListener::listen(path(), 0600).has_value());
    }

    void anythingElseThereIsNotTouched_data()
    {
        QTest::addColumn<QString>("what");
        for (const char *what : {"file", "link", "folder"})
            QTest::newRow(what) << QString(what);
    }
    void anythingElseThereIsNotTouched()
    {
        QFETCH(QString, what);
        const QString place = QString::fromStdString(path());
        if (what == "file")
            QVERIFY(QFile(place).open(QIODevice::WriteOnly));
        else if (what == "link")
            QVERIFY(QFile::link(m_folder->filePath("elsewhere"), place));
        else
            QVERIFY(QDir().mkdir(place));
        const auto listener = UnixListener::listen(path(), 0600);
        QVERIFY(!listener);
        QCOMPARE(listener.error(),
                 path()
                     + ": something else is there that is not a socket of yours: remove it, or "
                       "name another path");
        QVERIFY(QFileInfo(place).exists() || QFileInfo(place).isSymLink());
        QVERIFY(!QFile::exists(place + ".lock")); // nothing is made beside it
    }

    void aPathThatIsTooLongIsRefused()
    {
        const std::string longPath = path() + std::string(200, 'x');
        const auto listener = UnixListener::listen(longPath, 0600);
        QVERIFY(!listener);
        QCOMPARE(listener.error(), longPath
                                       + ": the path of a socket has 107 bytes at the most: name a "
                                         "shorter one");
    }

    void aFolderThatIsMissingIsSaid()
    {
        const std::string missing = m_folder->filePath("none/control.sock").toStdString();
        const auto listener = UnixListener::listen(missing, 0600);
        QVERIFY(!listener);
        QCOMPARE(listener.error(),
                 missing + ": " + missing
                     + ".lock cannot be opened (No such file or directory): name a socket in a "
                       "folder that you can write");
    }

    void aFolderInWhichOthersCouldPutTheirsIsRefused()
    {
        const std::string folder = m_folder->filePath("open").toStdString();
        const std::string socket = folder + "/control.sock";
        QVERIFY(QDir().mkdir(QString::fromStdString(folder)));
        QCOMPARE(::chmod(folder.c_str(), 0777), 0);
        const auto listener = UnixListener::listen(socket, 0600);
        QVERIFY(!listener);
        QCOMPARE(listener.error(),
                 socket + ": others could put a socket of theirs there: others can write " + folder
                     + " (mode 0777); take that right away, or name a socket elsewhere");
        QVERIFY(QDir(QString::fromStdString(folder)).isEmpty());

        // In one as /tmp each has what is theirs.
        QCOMPARE(::chmod(folder.c_str(), 01777), 0);
        QVERIFY(UnixListener::listen(socket, 0600));
    }

private:
    [[nodiscard]] std::string path() const
    {
        return m_folder->filePath("control.sock").toStdString();
    }

    std::optional<QTemporaryDir> m_folder;
};

QONTROLLER_GUILESS_TEST(UnixListenerTest)
#include "tst_unixlistener.moc"
