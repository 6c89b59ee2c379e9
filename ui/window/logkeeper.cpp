// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/logkeeper.h"

#include "ui/actions/operatorlog.h"
#include "ui/state/livestate.h"
#include "ui/window/noticeboard.h"
#include "ui/words/pause.h"

namespace qontroller::ui {

LogKeeper::LogKeeper(const LiveState &state, OperatorLog &log, Noticeboard &notices)
    : m_log(log)
    , m_notices(notices)
{
    connect(&state, &LiveState::eventLogged, this, &LogKeeper::take);
    connect(&state, &LiveState::ticketEnded, &log, &OperatorLog::take);
    connect(&log, &OperatorLog::failed, this,
            [this](const QString &sentence) { m_notices.warn(MessageBar::Kind::Error, sentence); });
    connect(&log, &OperatorLog::remarked, this,
            [this](const QString &remark) { m_notices.warn(MessageBar::Kind::Warning, remark); });
}

void LogKeeper::take(const LoggedEvent &event)
{
    m_log.take(event.event);
    if (event.event.kind != EventRecord::Kind::PauseEnded)
        return;
    m_log.addPauseEnd(event.controllerName, event.event);
    m_notices.say(pauseEndText(event.event, event.controllerName));
}

} // namespace qontroller::ui
