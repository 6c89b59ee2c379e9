// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "serverprocess.h"

// What a server serves that was started with `--metrics 127.0.0.1:0` and runs.

namespace qontroller::test {

/// The value of \a series, which is written as it is served; -1 if there is none.
inline double metricOf(ServerProcess &server, const QByteArray &series)
{
    for (const QByteArray &line : server.metrics().split('\n')) {
        if (line.startsWith(series + ' '))
            return line.mid(series.size() + 1).trimmed().toDouble();
    }
    return -1;
}

} // namespace qontroller::test
