// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "serverprocess.h"

namespace qontroller::test {

/// What the log of \a server says at the end of the objects that the only controller, "test",
/// leaves undone: `object-0 (waiting: the backup to end)`. Empty: it leaves none.
inline QStringList leftUndone(const ServerProcess &server)
{
    for (const QByteArray &line : server.log().split('\n')) {
        const qsizetype begin = line.indexOf(" left undone: ");
        if (!line.contains(" warning: test: ") || begin < 0)
            continue;
        return QString::fromUtf8(line.mid(begin + 14)).split(", ");
    }
    return {};
}

} // namespace qontroller::test
