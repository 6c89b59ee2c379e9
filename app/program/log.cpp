// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/program/log.h"

#include "app/program/linewriter.h"

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

std::string lineOf(LogLevel level, std::string_view text)
{
    std::string line = QDateTime::currentDateTimeUtc().toString(Qt::ISODateWithMs).toStdString();
    line += word(level);
    line += text;
    std::replace(line.begin(), line.end(), '\n', ' ');
    line += '\n';
    return line;
}

std::string noteOf(std::uint64_t dropped)
{
    return lineOf(LogLevel::Warning, std::to_string(dropped) + (dropped == 1 ? " line" : " lines")
                                         + " of this log could not be written");
}

/// Never destroyed: threads may log until the very end.
LineWriter &writer()
{
    static LineWriter &toStandardError = *new LineWriter(STDERR_FILENO, noteOf);
    return toStandardError;
}

} // namespace

void log(LogLevel level, std::string_view text)
{
    writer().write(lineOf(level, text));
}

std::uint64_t droppedLogLines()
{
    return writer().dropped();
}

void finishLog()
{
    writer().finish(std::chrono::seconds(1));
}

void logQtMessages()
{
    qInstallMessageHandler(takeQtMessage);
}

} // namespace qontroller
