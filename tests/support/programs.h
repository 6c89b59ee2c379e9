// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <QtCore/QProcess>
#include <QtCore/QStandardPaths>
#include <QtCore/QTemporaryDir>

#include <unistd.h>

/// Other people's programs, which installer/packages lists for the tests.
namespace qontroller::test {

/// Empty if all of \a names are installed, else a sentence to fail with: a test that is
/// skipped for want of a program proves nothing.
inline QByteArray missingPrograms(const QStringList &names)
{
    for (const QString &name : names) {
        if (QStandardPaths::findExecutable(name).isEmpty())
            return name.toLocal8Bit()
                   + " is missing, and nothing is tested without it: install the packages of the"
                     " group test in installer/packages";
    }
    return {};
}

/// What starts the program that follows as the first process of a namespace of processes; empty: the
/// machine refuses one.
inline QStringList asFirstProcess()
{
    const QStringList starter{"unshare", "--pid", "--fork", "--mount-proc", "--kill-child"};
    return QProcess::execute(starter.first(), starter.mid(1) << "true") == 0 ? starter
                                                                             : QStringList();
}

/// What starts the program that follows where it can mount, which nobody else sees; empty: the
/// machine refuses that.
inline QStringList withOwnMounts()
{
    const QStringList starter{"unshare", ::geteuid() == 0 ? "-m" : "-rm"};
    const QTemporaryDir folder;
    const QStringList mount{"mount", "-t", "tmpfs", "none", folder.path()};
    return QProcess::execute(starter.first(), starter.mid(1) + mount) == 0 ? starter
                                                                           : QStringList();
}

/// Runs a program in \a folder and gives what it printed; a failure ends the test program.
inline QByteArray must(const QString &folder, const QString &program, const QStringList &arguments)
{
    QProcess process;
    process.setWorkingDirectory(folder);
    process.start(program, arguments);
    if (!process.waitForFinished(60'000) || process.exitCode() != 0)
        qFatal("%s %s: %s", qPrintable(program), qPrintable(arguments.join(' ')),
               process.readAllStandardError().constData());
    return process.readAllStandardOutput();
}

} // namespace qontroller::test

/// Fails the test where one of the programs is missing. NOLINTNEXTLINE(*-macro-usage)
#define NEEDS_PROGRAMS(...) \
    do { \
        const QByteArray missing = qontroller::test::missingPrograms({__VA_ARGS__}); \
        QVERIFY2(missing.isEmpty(), missing); \
    } while (false)
