// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtCore/QProcess>

namespace qontroller::test {

/// What a program said.
struct Answer
{
    int status = -1;
    QByteArray output;
    QByteArray error;

    [[nodiscard]] QJsonObject json() const { return QJsonDocument::fromJson(output).object(); }
};

/// Of \a program, which has nobody to ask. \a file: what it prints to; empty: it is in the answer.
inline Answer answerOf(
    const QString &program, const QStringList &arguments,
    const QProcessEnvironment &environment = QProcessEnvironment::systemEnvironment(),
    const QString &file = {})
{
    QProcess process;
    process.setStandardOutputFile(file);
    process.setProcessEnvironment(environment);
    process.start(program, arguments);
    process.closeWriteChannel();
    if (!process.waitForFinished(60'000))
        return {-1, process.readAllStandardOutput(),
                program.toUtf8() + " does not end: " + process.readAllStandardError()};
    return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
}

} // namespace qontroller::test
