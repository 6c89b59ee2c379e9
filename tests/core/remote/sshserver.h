// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "freeport.h"

#include <QtCore/QDir>
#include <QtCore/QProcess>
#include <QtCore/QTemporaryDir>
#include <QtNetwork/QTcpSocket>
#include <QtTest/QtTest>

#include <pwd.h>
#include <unistd.h>

namespace qontroller::test {

/// A real sshd on a free port of the loopback, with keys of its own, and an `ssh` on the PATH that
/// knows them and nothing of this user's. What is run there has its runtime folder in folder().
class SshServer
{
public:
    SshServer()
    {
        run("ssh-keygen", {"-q", "-t", "ed25519", "-N", "", "-f", file("host")});
        run("ssh-keygen", {"-q", "-t", "ed25519", "-N", "", "-f", file("user")});
        run("ssh-keygen", {"-q", "-t", "ed25519", "-N", "", "-f", file("stranger")});
        QFile::copy(file("user.pub"), file("authorized"));
        write("sshd.conf", "ListenAddress 127.0.0.1\nHostKey " + file("host").toUtf8()
                               + "\nAuthorizedKeysFile " + file("authorized").toUtf8()
                               + "\nStrictModes no\nUsePAM no\nPidFile none\n"
                                 "PasswordAuthentication no\nPermitRootLogin yes\n"
                                 "SetEnv XDG_RUNTIME_DIR="
                               + m_folder.path().toUtf8() + "\n");
        useKey("user");
        QDir().mkdir(file("bin"));
        write("bin/ssh",
              "#!/bin/sh\nexec /usr/bin/ssh -F '" + file("ssh.conf").toUtf8() + "' \"$@\"\n");
        QFile::setPermissions(file("bin/ssh"),
                              QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        m_path = qgetenv("PATH");
        qputenv("PATH", file("bin").toUtf8() + ':' + m_path);
        start();
    }
    ~SshServer()
    {
        qputenv("PATH", m_path);
        stop();
    }
    SshServer(const SshServer &) = delete;
    SshServer &operator=(const SshServer &) = delete;

    /// From now on ssh finds its socket there before it listens at it, as one who looks at the
    /// wrong moment does.
    void makeSocketEarly()
    {
        write("bin/ssh", "#!/bin/sh\n"
                         "for each; do case $each in *:/*control.sock)\n"
                         "  python3 -c 'import socket, sys\n"
                         "socket.socket(socket.AF_UNIX).bind(sys.argv[1])' \"${each%%:*}\";;\nesac; done\n"
                         "exec /usr/bin/ssh -o StreamLocalBindUnlink=yes -F '"
                             + file("ssh.conf").toUtf8() + "' \"$@\"\n");
    }

    void start()
    {
        if (m_port == 0)
            m_port = freePort();
        QDir().mkpath(QStringLiteral("/run/sshd")); // as root it wants it
        m_sshd.setProcessChannelMode(QProcess::MergedChannels);
        m_sshd.start("/usr/sbin/sshd",
                     {"-D", "-e", "-f", file("sshd.conf"), "-p", QString::number(m_port)});
        if (!QTest::qWaitFor([this] { return listens(); }))
            qFatal("sshd does not listen: %s", m_sshd.readAll().constData());
    }
    void stop()
    {
        m_sshd.terminate();
        m_sshd.waitForFinished();
    }
    /// The client has the key that is called so: `user`, or `stranger`, who may not log in.
    void useKey(const QString &name)
    {
        write("known", "");
        write("ssh.conf", "Host *\n  IdentityFile " + file(name).toUtf8()
                              + "\n  IdentitiesOnly yes\n  StrictHostKeyChecking no\n"
                                "  LogLevel ERROR\n  UserKnownHostsFile /dev/null\n");
    }

    [[nodiscard]] QString folder() const { return m_folder.path(); }
    [[nodiscard]] QString file(const QString &name) const { return m_folder.filePath(name); }
    /// Of the host called \a name there; empty: the only one.
    [[nodiscard]] std::string address(const QString &name = {}) const
    {
        const QString user = QString::fromLocal8Bit(::getpwuid(::geteuid())->pw_name);
        return QStringLiteral("ssh://%1@127.0.0.1:%2%3")
            .arg(user, QString::number(m_port), name.isEmpty() ? name : '/' + name)
            .toStdString();
    }

private:
    [[nodiscard]] bool listens() const
    {
        QTcpSocket socket;
        socket.connectToHost(QHostAddress::LocalHost, m_port);
        return socket.waitForConnected(1000);
    }
    static void run(const QString &program, const QStringList &arguments)
    {
        QProcess process;
        process.start(program, arguments);
        if (!process.waitForFinished() || process.exitCode() != 0)
            qFatal("%s fails: is openssh-server there?", qPrintable(program));
    }
    void write(const QString &name, const QByteArray &text)
    {
        QFile target(file(name));
        if (!target.open(QIODevice::WriteOnly) || target.write(text) != text.size())
            qFatal("%s cannot be written", qPrintable(name));
    }

    QTemporaryDir m_folder;
    QProcess m_sshd;
    QByteArray m_path;
    quint16 m_port = 0;
};

} // namespace qontroller::test
