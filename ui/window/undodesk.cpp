// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/undodesk.h"

#include "ui/actions/actions.h"
#include "ui/applicationport.h"
#include "ui/dialogs/confirmdialog.h"
#include "ui/window/whoasked.h"
#include "ui/words/format.h"

#include <QtCore/QPointer>
#include <QtGui/QAction>

#include <set>

namespace qontroller::ui {

namespace {

/// The verb of \a commands, if all have the same.
QString verbOf(const std::vector<Command> &commands)
{
    std::set<QString> verbs;
    for (const Command &command : commands) {
        const Action &action = command.action;
        if (std::holds_alternative<ResumeItems>(action)
            || std::holds_alternative<ResumeController>(action))
            verbs.insert(UndoDesk::tr("Resume Anyway"));
        else if (std::holds_alternative<PauseItems>(action)
                 || std::holds_alternative<PauseController>(action))
            verbs.insert(UndoDesk::tr("Pause Anyway"));
        else
            verbs.insert(UndoDesk::tr("Set Anyway"));
    }
    return verbs.size() == 1 ? *verbs.begin() : UndoDesk::tr("Take Back Anyway");
}

} // namespace

UndoDesk::UndoDesk(QWidget &window, const Actions &actions, Commander &commander,
                   ApplicationPort &application, const LiveState &state)
    : m_window(window)
    , m_commander(commander)
    , m_application(application)
    , m_state(state)
{
    connect(actions.undo, &QAction::triggered, this, [this] { m_commander.undo(); });
    connect(&commander, &Commander::questioned, this, &UndoDesk::ask);
}

void UndoDesk::ask(const Commander::Question &question)
{
    const bool isOne = question.overrides.size() == 1;
    QStringList lines;
    for (const Override &each : question.overrides)
        lines += sentenceOf(each, {}, m_state.hosts().moment());
    auto *dialog = new ConfirmDialog(isOne ? lines.front() : tr("Others have acted since."),
                                     tr("It would be taken back: “%1”").arg(question.sentence),
                                     isOne ? QStringList() : lines, verbOf(question.commands),
                                     &m_window);
    dialog->setSafeText(tr("Leave"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this,
            [this, question] { m_commander.undoAnyway(question); });
    connect(dialog, &QDialog::rejected, this, [this, question] { m_commander.leave(question); });
    dialog->open();
    askWho(question, dialog);
}

void UndoDesk::askWho(const Commander::Question &question, ConfirmDialog *dialog)
{
    std::set<HostId> hosts;
    for (const Override &each : question.overrides) {
        const HostStatus *host = m_state.hosts().of(each.controller);
        if (each.by)
            hosts.insert(host ? host->id : 0);
    }
    const Moment moment = m_state.hosts().moment();
    const auto known = std::make_shared<std::vector<AskedCommand>>();
    for (const HostId host : hosts) {
        m_application.askOperators(host, [this, question, moment, known,
                                          dialog = QPointer(dialog)](const auto &asked) {
            known->insert(known->end(), asked.begin(), asked.end());
            if (!dialog)
                return;
            QStringList lines;
            for (const Override &each : question.overrides) {
                const ControllerView *view = latestController(m_state, each.controller);
                const QString who = each.by && view ? whoAsked(*each.by, view->name, moment, *known)
                                                    : QString();
                lines += sentenceOf(each, who, moment);
            }
            if (lines.size() == 1)
                dialog->setQuestion(lines.front());
            else
                dialog->setDetails(lines);
        });
    }
}

} // namespace qontroller::ui
