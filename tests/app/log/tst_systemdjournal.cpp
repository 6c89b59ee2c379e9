// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"

#include "app/log/systemdjournal.h"

#include "core/base/files/uniquefd.h"

#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>

#include <array>
#include <cstring>

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

using namespace qontroller;

namespace {

/// A socket as the journal has one.
class Socket
{
public:
    explicit Socket(const std::string &path)
    {
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        std::memcpy(address.sun_path, path.c_str(), path.size());
        if (::bind(m_fd.get(), reinterpret_cast<const sockaddr *>(&address), sizeof address) != 0)
            qFatal("no socket");
    }
    /// The next entry; empty if there is none.
    [[nodiscard]] std::string next() const
    {
        std::array<char, 1000> bytes{};
        const auto size = ::recv(m_fd.get(), bytes.data(), bytes.size(), MSG_DONTWAIT);
        return size > 0 ? std::string(bytes.data(), static_cast<std::size_t>(size)) : std::string();
    }

private:
    UniqueFd m_fd{::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0)};
};

} // namespace

class SystemdJournalTest final : public QObject
{
    Q_OBJECT

private slots:
    void givesEachEntryAsOne()
    {
        const QTemporaryDir folder;
        const std::string path = folder.filePath("socket").toStdString();
        const Socket socket(path);
        const SystemdJournal journal(path);
        QVERIFY(journal.take("MESSAGE=a\n"));
        QVERIFY(journal.take("MESSAGE=b\n"));
        QCOMPARE(socket.next(), "MESSAGE=a\n");
        QCOMPARE(socket.next(), "MESSAGE=b\n");
    }

    void findsAJournalThatWasStartedAgain()
    {
        const QTemporaryDir folder;
        const std::string path = folder.filePath("socket").toStdString();
        const SystemdJournal journal(path);
        QVERIFY(!journal.take("MESSAGE=a\n"));
        {
            const Socket first(path);
            QVERIFY(journal.take("MESSAGE=b\n"));
        }
        QVERIFY(!journal.take("MESSAGE=c\n"));
        QVERIFY(QFile::remove(QString::fromStdString(path)));
        const Socket second(path);
        QVERIFY(journal.take("MESSAGE=d\n"));
        QCOMPARE(second.next(), "MESSAGE=d\n");
    }

    void doesNotWaitForAJournalThatIsBusy()
    {
        const QTemporaryDir folder;
        const std::string path = folder.filePath("socket").toStdString();
        const Socket socket(path); // which nothing reads
        const SystemdJournal journal(path);
        int taken = 0;
        while (taken < 100'000 && journal.take("MESSAGE=a\n"))
            ++taken;
        QVERIFY(taken > 0 && taken < 100'000);
        QCOMPARE(socket.next(), "MESSAGE=a\n");
        QVERIFY(journal.take("MESSAGE=b\n"));
    }

    void isTheMachinesOnlyIfStandardErrorGoesThere()
    {
        qunsetenv("JOURNAL_STREAM");
        QVERIFY(!SystemdJournal::ofStandardError());
        qputenv("JOURNAL_STREAM", "1:1");
        QVERIFY(!SystemdJournal::ofStandardError());
        struct stat status = {};
        QCOMPARE(::fstat(STDERR_FILENO, &status), 0);
        qputenv("JOURNAL_STREAM", QByteArray::number(quint64(status.st_dev)) + ':'
                                      + QByteArray::number(quint64(status.st_ino)));
        QVERIFY(SystemdJournal::ofStandardError());
        qunsetenv("JOURNAL_STREAM");
    }
};

QONTROLLER_TEST(SystemdJournalTest)
#include "tst_systemdjournal.moc"
