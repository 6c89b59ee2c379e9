// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <QtCore/QByteArray>
#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtCore/QProcess>
#include <QtCore/QStringList>

// What the real qontrollerctl says of a server that was started with `--control SOCKET`.

namespace qontroller::test {

/// What it prints for \a words; "status N: " and its error where it does not end with 0.
inline QByteArray said(const QString &socket, const QStringList &words)
{
    QProcess program;
    program.start(QONTROLLERCTL, QStringList{"--host", socket} + words);
    if (!program.waitForFinished())
        return "no end";
    return program.exitCode() == 0 ? program.readAllStandardOutput()
                                   : "status " + QByteArray::number(program.exitCode()) + ": "
                                         + program.readAllStandardError();
}

/// The only controller of `qontrollerctl status`.
inline QJsonObject statusAt(const QString &socket)
{
    const QByteArray status = said(socket, {"status", "-o", "json"});
    return QJsonDocument::fromJson(status)["controllers"].toArray().first().toObject();
}

} // namespace qontroller::test
