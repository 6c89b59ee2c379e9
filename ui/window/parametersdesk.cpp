// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/parametersdesk.h"

#include "ui/actions/actions.h"
#include "ui/dialogs/applysessiondialog.h"
#include "ui/dialogs/parameterlines.h"
#include "ui/dialogs/parametersdialog.h"
#include "ui/state/livestate.h"
#include "ui/views/tabs.h"
#include "ui/views/textpane.h"
#include "ui/window/controllernames.h"
#include "ui/window/noticeboard.h"
#include "ui/window/sessiondesk.h"
#include "ui/words/format.h"

#include <QtGui/QAction>
#include <QtWidgets/QToolButton>

#include <algorithm>

namespace qontroller::ui {

namespace {

bool takesParameters(const RunningParameters &running)
{
    return !running.schema.value(QLatin1String("properties")).toObject().isEmpty();
}

} // namespace

ParametersDesk::ParametersDesk(QWidget &window, const Actions &actions,
                               ApplicationPort &application, const LiveState &state, Tabs &tabs,
                               TextPane &details, SessionDesk &sessions, Noticeboard &notices)
    : m_window(window)
    , m_application(application)
    , m_state(state)
    , m_tabs(tabs)
    , m_details(details)
    , m_sessions(sessions)
    , m_notices(notices)
{
    connect(actions.editParameters, &QAction::triggered, this, &ParametersDesk::ask);
    connect(&details, &TextPane::parametersWanted, this, &ParametersDesk::tell);
    details.editButton().setDefaultAction(actions.editParameters);
}

void ParametersDesk::tell(ControllerId controller)
{
    const ControllerView *view = m_state.controller(controller);
    if (!view)
        return;
    const auto textOf = [](const RunningParameters &running) {
        if (!takesParameters(running))
            return tr("It takes none.");
        const QStringList lines = linesOf(running);
        return lines.isEmpty() ? tr("None is given: all are as its plugin has them.")
                               : lines.join(QLatin1Char('\n'));
    };
    m_application.readParameters(
        controller.of.host, QString::fromStdString(view->name),
        [desk = QPointer(this), controller, textOf](const RunningParameters &running) {
            if (!desk)
                return;
            const bool isTold = running.whyNot.isEmpty();
            desk->m_details.take(controller, {isTold ? textOf(running) : running.whyNot, isTold});
        });
}

void ParametersDesk::ask()
{
    const std::vector<ControllerId> ids = m_tabs.meantControllers();
    const ControllerView *view = ids.size() == 1 ? latestController(m_state, ids.front()) : nullptr;
    if (!view || m_form)
        return;
    const Edited edited{view->id.of.host,
                        QString::fromStdString(view->name),
                        titleOf(m_state.book(), view->id),
                        {}};
    m_application.readParameters(edited.host, edited.controller,
                                 [desk = QPointer(this), edited](const RunningParameters &running) {
                                     if (desk)
                                         desk->edit(edited, running);
                                 });
}

void ParametersDesk::edit(const Edited &edited, const RunningParameters &running)
{
    if (m_form)
        return;
    if (!running.whyNot.isEmpty())
        return m_notices.report(Result::failed(running.whyNot));
    if (!takesParameters(running))
        return m_notices.say(
            tr("%1 takes no parameters: its plugin is %2.").arg(edited.title, running.plugin));
    m_edited = edited;
    m_edited.before = running.values;
    m_form = new ParametersDialog(edited.title, running, &m_window);
    m_form->setAttribute(Qt::WA_DeleteOnClose);
    connect(m_form, &ParametersDialog::reviewRequested, this, &ParametersDesk::plan);
    m_form->open();
}

ParameterChange ParametersDesk::change() const
{
    return {m_edited.controller, m_edited.before, m_form->parameters()};
}

void ParametersDesk::plan()
{
    m_application.applyParameters(m_edited.host, change(), ApplyMode::DryRun,
                                  [desk = QPointer(this),
                                   form = m_form](const ApplyStatus &status) {
                                      if (!desk || !form || !status.hasEnded)
                                          return;
                                      if (status.problems.empty())
                                          desk->show();
                                      else
                                          form->showProblems(status.problems);
                                  });
}

void ParametersDesk::show()
{
    std::vector<HostStatus> hosts = m_application.hosts().elsewhere();
    std::erase_if(hosts, [this](const HostStatus &host) { return host.id != m_edited.host; });
    auto *dialog = new ApplySessionDialog({}, hosts, m_form);
    dialog->beOf(tr("Other Parameters of %1").arg(m_edited.title), m_form->differences(),
                 tr("&Start Anew"));
    m_sessions.run(*dialog, [this](HostId, ApplyMode mode, const ApplicationPort::ApplyTold &told) {
        apply(mode, told);
    });
}

void ParametersDesk::apply(ApplyMode mode, const ApplicationPort::ApplyTold &told)
{
    if (!m_form)
        return;
    const ParameterChange change = this->change();
    m_application.applyParameters(m_edited.host, change, mode,
                                  [desk = QPointer(this), change, mode,
                                   told](const ApplyStatus &status) {
                                      told(status);
                                      if (!desk || mode != ApplyMode::Apply || !status.hasEnded)
                                          return;
                                      // Its session has them by now, whatever came of the start.
                                      if (status.problems.empty())
                                          desk->m_edited.before = change.after;
                                      desk->follow(status);
                                  });
}

void ParametersDesk::follow(const ApplyStatus &status)
{
    const std::string name = m_edited.controller.toStdString();
    const auto step = std::ranges::find(status.steps, name, &SessionStep::controller);
    const bool hasFailed = step != status.steps.end() && step->state == SessionStep::State::Failed;
    if (!status.problems.empty() || hasFailed) {
        if (m_form)
            m_form->showProblems(hasFailed ? std::vector{whyNotAnew(*step)} : status.problems);
        return;
    }
    m_notices.say(tr("%1 was started anew with other parameters.").arg(m_edited.title));
    if (m_form)
        m_form->accept();
}

std::string ParametersDesk::whyNotAnew(const SessionStep &step) const
{
    return tr("%1 does not run, for it could not be started: %2. All else goes on.")
        .arg(m_edited.title, toLine(step.why))
        .toStdString();
}

} // namespace qontroller::ui
