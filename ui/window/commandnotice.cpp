// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/commandnotice.h"

#include "ui/actions/commander.h"
#include "ui/actions/jobcommander.h"
#include "ui/actions/lifecyclecommander.h"
#include "ui/window/noticeboard.h"

namespace qontroller::ui {

namespace {

QString undoKey(int undo)
{
    return QStringLiteral("undo/%1").arg(undo);
}

} // namespace

CommandNotice::CommandNotice(const Commander &commander, const JobCommander &jobs,
                             const LifecycleCommander &lifecycles, Noticeboard &notices)
    : m_notices(notices)
{
    connect(&commander, &Commander::done, this, &CommandNotice::sayDone);
    connect(&commander, &Commander::takenBack, this,
            [this](int undo) { m_notices.withdraw(undoKey(undo)); });
    const auto say = [this](const QString &sentence) { m_notices.say(sentence); };
    const auto warn = [this](const QString &sentence) {
        m_notices.warn(MessageBar::Kind::Error, sentence);
    };
    connect(&commander, &Commander::refused, this, warn);
    connect(&jobs, &JobCommander::done, this, say);
    connect(&jobs, &JobCommander::refused, this, warn);
    connect(&lifecycles, &LifecycleCommander::done, this, say);
    connect(&lifecycles, &LifecycleCommander::refused, this, warn);
}

bool CommandNotice::offersUndo() const
{
    return m_notices.says(undoKey(m_last));
}

void CommandNotice::sayDone(const QString &sentence, int undo)
{
    if (undo == 0)
        return m_notices.say(sentence);
    m_last = undo;
    m_notices.say(sentence, {{tr("Undo"), [this, undo] { emit undoAsked(undo); }}}, undoKey(undo));
}

} // namespace qontroller::ui
