// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/commandnotice.h"

#include "ui/actions/actions.h"
#include "ui/actions/commander.h"
#include "ui/actions/lifecyclecommander.h"
#include "ui/window/noticeboard.h"
#include "ui/words/format.h"

#include <QtGui/QAction>

namespace qontroller::ui {

namespace {

QString undoKey(int undo)
{
    return QStringLiteral("undo/%1").arg(undo);
}

} // namespace

CommandNotice::CommandNotice(const Actions &actions, Commander &commander,
                             LifecycleCommander &lifecycles, Noticeboard &notices)
    : m_commander(commander)
    , m_notices(notices)
{
    connect(actions.undo, &QAction::triggered, this, [this] { m_commander.undo(); });
    connect(&commander, &Commander::done, this, &CommandNotice::sayDone);
    connect(&commander, &Commander::takenBack, this,
            [this](int undo) { m_notices.withdraw(undoKey(undo)); });
    connect(&commander, &Commander::refused, this,
            [this](const QString &sentence) { m_notices.warn(MessageBar::Kind::Error, sentence); });
    connect(&commander.bulk(), &BulkRequeue::ended, this, &CommandNotice::sayBulkEnd);
    connect(&lifecycles, &LifecycleCommander::done, this,
            [this](const QString &sentence) { m_notices.say(sentence); });
    connect(&lifecycles, &LifecycleCommander::refused, this,
            [this](const QString &sentence) { m_notices.warn(MessageBar::Kind::Error, sentence); });
}

void CommandNotice::sayDone(const QString &sentence, int undo)
{
    if (undo == 0)
        return m_notices.say(sentence);
    m_notices.say(sentence, {{tr("Undo"), [this, undo] { m_commander.undo(undo); }}},
                  undoKey(undo));
}

void CommandNotice::sayBulkEnd(std::size_t requeued, std::size_t gone, std::size_t left)
{
    QStringList parts{tr("Requeued: %1").arg(formatCount(requeued))};
    if (gone > 0)
        parts += tr("gone by then: %1").arg(formatCount(gone));
    if (left > 0)
        parts += tr("stopped before: %1").arg(formatCount(left));
    m_notices.say(parts.join(QStringLiteral(" · ")));
}

} // namespace qontroller::ui
