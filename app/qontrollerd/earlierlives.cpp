// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/qontrollerd/earlierlives.h"

#include "app/cli/controlsocket.h"
#include "app/log/log.h"
#include "core/plugins/process/lifegroup.h"

#include <QtCore/QCryptographicHash>
#include <QtCore/QFileInfo>

namespace qontroller {

namespace {

/// Readable, and of this session alone.
std::string groupName(const std::string &session)
{
    constexpr qsizetype Digits = 8;
    constexpr std::size_t LongestName = 100;
    const QString path = QFileInfo(QString::fromStdString(session)).absoluteFilePath();
    const QByteArray digest = QCryptographicHash::hash(path.toUtf8(), QCryptographicHash::Sha256);
    return hostName(session).substr(0, LongestName) + '-'
           + digest.toHex().first(Digits).toStdString();
}

void logLeft(const EarlierEnd &left)
{
    if (left.found == 0)
        return;
    const std::string count = std::to_string(left.found)
                              + (left.found == 1 ? " process" : " processes");
    log(left.haveEnded ? LogLevel::Warning : LogLevel::Error,
        {.event = "left at work",
         .text = "an earlier life of this program has left " + count
                 + " at work: " + (left.haveEnded ? "ended" : "killed, but not all have ended")});
}

} // namespace

void endEarlierLives(const std::string &session)
{
    const auto group = LifeGroup::enter(groupName(session));
    if (!group)
        return log(LogLevel::Debug, "what a killed server leaves at work can be found by a "
                                    "variable of its environment only: "
                                        + group.error());
    log(LogLevel::Info, "what this server starts is in the cgroup " + group->path()
                            + ", where the next start finds what is left of it");
    logLeft(group->endEarlier());
}

} // namespace qontroller
