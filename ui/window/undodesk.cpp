// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/undodesk.h"

#include "ui/actions/actions.h"
#include "ui/applicationport.h"
#include "ui/dialogs/confirmdialog.h"
#include "ui/state/freshlook.h"
#include "ui/state/operatorlogs.h"
#include "ui/window/controllernames.h"
#include "ui/window/noticeboard.h"
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
        if (std::holds_alternative<SetOptions>(command.action))
            verbs.insert(UndoDesk::tr("Set Anyway"));
        else if (termsOf(command.action))
            verbs.insert(UndoDesk::tr("Pause Anyway"));
        else
            verbs.insert(UndoDesk::tr("Resume Anyway"));
    }
    return verbs.size() == 1 ? *verbs.begin() : UndoDesk::tr("Take Back Anyway");
}

} // namespace

UndoDesk::UndoDesk(QWidget &window, const Actions &actions, Commander &commander,
                   OperatorLogs &operatorLogs, const LiveState &state, FreshLook &look,
                   Noticeboard &notices)
    : m_window(window)
    , m_commander(commander)
    , m_operatorLogs(operatorLogs)
    , m_state(state)
    , m_look(look)
    , m_notices(notices)
{
    connect(actions.undo, &QAction::triggered, this, [this] { undo(0); });
    connect(&commander, &Commander::questioned, this, &UndoDesk::ask);
}

void UndoDesk::undo(int number)
{
    m_wanted.push_back(number);
    if (m_wanted.size() == 1)
        undoNext();
}

void UndoDesk::undoNext()
{
    while (!m_wanted.empty()) {
        if (const auto undoable = m_commander.undoable(m_wanted.front()))
            return m_look.ask(undoable->controllers,
                              [this, undoable = *undoable](const auto &silent) {
                                  finish(undoable, silent);
                              });
        m_wanted.pop_front();
    }
}

// What was asked for after one that came to nothing, or needs an answer first, is not done.
void UndoDesk::finish(const Commander::Undoable &undoable, const std::set<ControllerId> &silent)
{
    if (silent.empty())
        m_commander.undo(undoable.number);
    else
        sayNotDone(undoable.sentence, silent);
    if (!m_wanted.empty())
        m_wanted.pop_front();
    undoNext();
}

void UndoDesk::undoAnyway(const Commander::Question &question)
{
    m_look.ask(question.controllers(), [this, question](const auto &silent) {
        if (silent.empty())
            m_commander.undoAnyway(question);
        else
            sayNotDone(question.sentence, silent);
    });
}

void UndoDesk::sayNotDone(const QString &sentence, const std::set<ControllerId> &silent)
{
    m_wanted.clear();
    m_notices.report(Result::failed(
        tr("“%1” was not taken back: %2 did not answer in time, so what others have done since is "
           "not known.")
            .arg(sentence, controllerPlaces({silent.begin(), silent.end()}, m_state))));
}

void UndoDesk::ask(const Commander::Question &question)
{
    m_wanted.clear();
    const std::vector<Command> commands = question.commands();
    const QString verb = verbOf(commands);
    QStringList values;
    for (const Command &command : commands) {
        if (const QString value = valueOf(command); !value.isEmpty())
            values += value;
    }
    QString consequence = tr("What you did and want to undo: “%1”").arg(question.sentence);
    if (!values.isEmpty())
        consequence += QLatin1Char('\n')
                       + tr("“%1” does this: %2").arg(verb, values.join(QStringLiteral(", ")));
    const bool isOne = question.overrides.size() == 1;
    QStringList lines;
    for (const Override &each : question.overrides)
        lines += sentenceOf(each, {}, m_state.hosts().moment());
    auto *dialog = new ConfirmDialog(isOne ? lines.front() : tr("Others have acted since."),
                                     consequence, isOne ? QStringList() : lines, verb, &m_window);
    dialog->setSafeText(tr("Leave"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, question] { undoAnyway(question); });
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
    const auto known = std::make_shared<OperatorLines>();
    for (const HostId host : hosts) {
        m_operatorLogs.ask(host, [this, question, moment, known,
                                  dialog = QPointer(dialog)](const auto &asked) {
            known->insert(known->end(), asked.begin(), asked.end());
            if (!dialog)
                return;
            QStringList lines;
            for (const Override &each : question.overrides) {
                const ControllerView *view = latestController(m_state, each.controller);
                lines += sentenceOf(each,
                                    each.by && view ? whoAsked(*each.by, view->name, moment, *known)
                                                    : Asker(),
                                    moment);
            }
            if (lines.size() == 1)
                dialog->setQuestion(lines.front());
            else
                dialog->setDetails(lines);
        });
    }
}

} // namespace qontroller::ui
