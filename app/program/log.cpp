// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/program/log.h"

#include <QtCore/QDateTime>
#include <QtCore/QString>
#include <QtCore/QtGlobal>

#include <algorithm>
#include <string>

#include <unistd.h>

namespace qontroller {

namespace {

std::string_view word(LogLevel level)
{
    switch (level) {
    case LogLevel::Info: return " ";
    case LogLevel::Warning: return " warning: ";
    case LogLevel::Error: return " error: ";
    }
    return " ";
}

void takeQtMessage(QtMsgType type, const QMessageLogContext &, const QString &message)
{
    const bool quiet = type == QtDebugMsg || type == QtInfoMsg;
    const LogLevel level = type == QtWarningMsg ? LogLevel::Warning : LogLevel::Error;
    log(quiet ? LogLevel::Info : level, message.toStdString());
}

} // namespace

void log(LogLevel level, std::string_view text)
{
    std::string line = QDateTime::currentDateTimeUtc().toString(Qt::ISODateWithMs).toStdString();
    line += word(level);
    line += text;
    std::replace(line.begin(), line.end(), '\n', ' ');
    line += '\n';
    // One call, so that lines of several threads do not mix. There is no place to say that it failed.
    [[maybe_unused]] const auto written = ::write(STDERR_FILENO, line.data(), line.size());
}

void logQtMessages()
{
    qInstallMessageHandler(takeQtMessage);
}

} // namespace qontroller
