// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <QtCore/QFile>
#include <QtCore/QString>

#include <sys/types.h>

namespace qontroller::test {

/// Whether a thread of this process waits for something.
inline bool isAsleep(::pid_t thread)
{
    QFile stat(QStringLiteral("/proc/self/task/%1/stat").arg(thread));
    return stat.open(QIODevice::ReadOnly) && stat.readAll().contains(") S ");
}

} // namespace qontroller::test
