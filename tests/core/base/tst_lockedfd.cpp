// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"

#include "core/base/files/lockedfd.h"

#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>

#include <csignal>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace qontroller;

namespace {

/// Made by fork() alone, as a library may; does nothing until the end of this object.
class ForkedChild
{
public:
    ForkedChild()
        : m_pid(::fork())
    {
        while (m_pid == 0)
            ::pause();
    }
    ~ForkedChild()
    {
        ::kill(m_pid, SIGKILL);
        ::waitpid(m_pid, nullptr, 0);
    }
    ForkedChild(const ForkedChild &) = delete;
    ForkedChild &operator=(const ForkedChild &) = delete;

    /// What its descriptor \a fd is.
    [[nodiscard]] QString file(int fd) const
    {
        return QFile::symLinkTarget(QStringLiteral("/proc/%1/fd/%2").arg(m_pid).arg(fd));
    }

private:
    const pid_t m_pid;
};

} // namespace

class LockedFdTest final : public QObject
{
    Q_OBJECT

private slots:
    void isOneProgramsAlone()
    {
        LockedFd first(open());
        QVERIFY(first);
        QVERIFY(!LockedFd(open()));
        QCOMPARE(errno, EWOULDBLOCK);
        LockedFd moved(std::move(first));
        QVERIFY(!LockedFd(open()));
        moved = LockedFd();
        QVERIFY(LockedFd(open()));
        QVERIFY(!LockedFd(UniqueFd()));
    }

    void aForkedChildKeepsNoLock()
    {
        LockedFd locked(open());
        const ForkedChild child;
        QTRY_COMPARE(child.file(locked.get()), "/dev/null"); // soon after it was made
        QVERIFY(!LockedFd(open()));                          // nor has it taken it away
        locked.reset();
        QVERIFY(LockedFd(open()));
    }

    void aForkedChildKeepsWhatIsNotLockedAnyMore()
    {
        LockedFd locked(open());
        const int number = locked.get();
        locked.reset();
        const UniqueFd other = open();
        QCOMPARE(other.get(), number);
        QCOMPARE(ForkedChild().file(number), path());
    }

private:
    [[nodiscard]] QString path() const { return m_folder.filePath("file"); }
    [[nodiscard]] UniqueFd open() const
    {
        return UniqueFd(::open(qPrintable(path()), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
    }

    QTemporaryDir m_folder;
};

QONTROLLER_TEST(LockedFdTest)
#include "tst_lockedfd.moc"
