// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "files.h"

#include "core/plugins/process/lifegroup.h"

#include <QtCore/QStringList>
#include <QtTest/QtTest>

#include <csignal>

#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

namespace qontroller::test {

/// A cgroup of a test, below that of the test itself; gone with all that is in it at the end.
class TestCgroup
{
public:
    TestCgroup()
    {
        const auto own = cgroupFolder(contentsOf("/proc/self/mountinfo").toStdString(),
                                      contentsOf("/proc/self/cgroup").toStdString());
        const std::string name = "qontroller-test-" + std::to_string(::getpid());
        const std::string path = own ? *own + '/' + name : std::string();
        if (own && ::mkdir(path.c_str(), 0755) == 0)
            m_path = QString::fromStdString(path);
    }
    ~TestCgroup()
    {
        if (m_path.isEmpty())
            return;
        write("cgroup.kill", "1");
        static_cast<void>(QTest::qWaitFor(
            [this] { return contentsOf(file("cgroup.events")).contains("populated 0"); }));
        for (const QString &group : groups())
            ::rmdir(qPrintable(file(group)));
        ::rmdir(qPrintable(m_path));
    }
    TestCgroup(const TestCgroup &) = delete;
    TestCgroup &operator=(const TestCgroup &) = delete;

    /// What a machine may refuse.
    [[nodiscard]] bool isThere() const { return !m_path.isEmpty(); }
    [[nodiscard]] QString path() const { return m_path; }
    [[nodiscard]] QString file(const QString &name) const { return m_path + '/' + name; }
    /// As systemd does for `Delegate=yes`.
    [[nodiscard]] bool delegate() const
    {
        return ::setxattr(qPrintable(m_path), "user.delegate", "1", 1, 0) == 0;
    }
    /// The names of those below it.
    [[nodiscard]] QStringList groups() const
    {
        return QDir(m_path).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    }
    enum class Session {
        Own, ///< as systemd gives it
        AsItIs,
    };
    /// What becomes, in this cgroup and with such a session, the program that follows.
    [[nodiscard]] QStringList starter(Session session = Session::Own) const
    {
        return {"/bin/sh", "-c",
                "echo $$ > " + file("cgroup.procs") + " && exec "
                    + (session == Session::Own ? R"(setsid "$0" "$@")" : R"("$0" "$@")")};
    }

private:
    void write(const QString &name, const QByteArray &text) const
    {
        QFile output(file(name));
        if (output.open(QIODevice::WriteOnly))
            output.write(text);
    }

    QString m_path;
};

} // namespace qontroller::test
