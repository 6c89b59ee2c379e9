// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "httpget.h"
#include "serverprocess.h"

#include <QtCore/QRegularExpression>

// What a server serves that was started with `--metrics 127.0.0.1:0` and runs.

namespace qontroller::test {

inline quint16 metricsPort(ServerProcess &server)
{
    static const QRegularExpression url(
        R"(metrics are served at http://127\.0\.0\.1:(\d+)/metrics)");
    if (!server.waitForLog("/metrics\n"))
        return 0;
    return url.match(QString::fromUtf8(server.log())).captured(1).toUShort();
}

inline QByteArray metricsOf(ServerProcess &server)
{
    return httpGet(QUrl(QStringLiteral("http://127.0.0.1:%1/metrics").arg(metricsPort(server))));
}

/// The value of \a series, which is written as it is served; -1 if there is none.
inline double metricOf(ServerProcess &server, const QByteArray &series)
{
    for (const QByteArray &line : metricsOf(server).split('\n')) {
        if (line.startsWith(series + ' '))
            return line.mid(series.size() + 1).trimmed().toDouble();
    }
    return -1;
}

} // namespace qontroller::test
