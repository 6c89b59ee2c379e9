// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QString>

#include <algorithm>

#include <sys/types.h>
#include <unistd.h>

namespace qontroller::test {

/// Whether a thread of \a process, by default this one, waits for something.
inline bool isAsleep(::pid_t thread, ::pid_t process = ::getpid())
{
    QFile stat(QStringLiteral("/proc/%1/task/%2/stat").arg(process).arg(thread));
    return stat.open(QIODevice::ReadOnly) && stat.readAll().contains(") S ");
}

/// Whether each thread of \a process but the calling one does: all that were begun have begun.
inline bool areOthersAsleep(::pid_t process = ::getpid())
{
    const QDir tasks(QStringLiteral("/proc/%1/task").arg(process));
    const QStringList threads = tasks.entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    return std::all_of(threads.begin(), threads.end(), [process](const QString &thread) {
        return thread.toInt() == ::gettid() || isAsleep(thread.toInt(), process);
    });
}

} // namespace qontroller::test
