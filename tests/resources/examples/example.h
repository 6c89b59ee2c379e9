// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "files.h"
#include "programs.h"
#include "serverprocess.h"

#include <QtCore/QDir>
#include <QtCore/QTemporaryDir>

namespace qontroller::test {

/// A copy of a folder of resources/examples, with its session where the copy is.
class Example final
{
public:
    explicit Example(const QString &name);
    void replaceInSession(const QByteArray &before, const QByteArray &after) const;
    [[nodiscard]] QString file(const QString &name) const { return m_folder + '/' + name; }
    /// Writes the file \a name, and makes its folder.
    void write(const QString &name, const QByteArray &text) const;
    /// Runs a program in the copy and gives what it printed; a failure ends the test program.
    QByteArray must(const QString &program, const QStringList &arguments) const
    {
        return test::must(m_folder, program, arguments);
    }
    /// Runs the session once; the exit status.
    [[nodiscard]] int run(ServerProcess &server) const
    {
        return server.runUntilIdle(file("session.json"));
    }

private:
    QTemporaryDir m_temporary;
    QString m_folder;
};

/// python3's web server on a free port, in a folder of its own.
class WebServer final
{
public:
    explicit WebServer(const QString &folder);
    ~WebServer();
    [[nodiscard]] QString url(const QString &path) const
    {
        return "http://127.0.0.1:" + m_port + '/' + path;
    }

private:
    QProcess m_process;
    QString m_port;
};

} // namespace qontroller::test
