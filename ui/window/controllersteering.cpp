// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/controllersteering.h"

#include "ui/actions/actions.h"
#include "ui/actions/commander.h"
#include "ui/actions/jobcommander.h"
#include "ui/dialogs/confirmdialog.h"
#include "ui/dialogs/draindialog.h"
#include "ui/dialogs/liveoptionsdialog.h"
#include "ui/dialogs/termsdialog.h"
#include "ui/dialogs/workersdialog.h"
#include "ui/views/tabs.h"
#include "ui/window/controllernames.h"
#include "ui/words/changewords.h"
#include "ui/words/format.h"

#include <QtGui/QAction>

#include <algorithm>

namespace qontroller::ui {

ControllerSteering::ControllerSteering(QWidget &window, const Actions &actions,
                                       const LiveState &state, Tabs &tabs, Commander &commander,
                                       JobCommander &jobs)
    : m_window(window)
    , m_state(state)
    , m_tabs(tabs)
    , m_commander(commander)
    , m_jobs(jobs)
{
    const auto on = [this](QAction *action, auto function) {
        connect(action, &QAction::triggered, this, function);
    };
    const auto onEach = [this, on](QAction *action, auto function) {
        on(action, [this, function] {
            for (const ControllerId id : m_tabs.meantControllers())
                function(id);
        });
    };
    onEach(actions.pauseController, [this](ControllerId id) { m_commander.pauseController(id); });
    onEach(actions.resumeController, [this](ControllerId id) { m_commander.resumeController(id); });
    onEach(actions.resync, [this](ControllerId id) { m_commander.resync(id); });
    on(actions.pauseControllerFor, [this] { askPause(); });
    on(actions.setWorkers, [this] { askWorkers(); });
    on(actions.setOptions, [this] { askOptions(); });
    on(actions.takeOver, [this] { askTakeOver(); });
    on(actions.remove, [this] { askRemove(); });
}

void ControllerSteering::note(HostId host, const JournalStatus &journal)
{
    auto &changes = m_changes[host];
    changes.clear();
    for (const JournalStatus::Controller &each : journal.controllers)
        changes.insert_or_assign(each.name, each.changes);
}

ControllerChanges ControllerSteering::changesOf(const ControllerView &view) const
{
    const auto host = m_changes.find(view.id.of.host);
    if (host == m_changes.end())
        return {};
    const auto found = host->second.find(view.name);
    return found == host->second.end() ? ControllerChanges() : found->second;
}

void ControllerSteering::askPause()
{
    const std::vector<ControllerId> ids = m_tabs.meantControllers();
    if (ids.empty())
        return;
    const auto paused = std::ranges::count_if(ids, [this](ControllerId id) {
        const ControllerView *view = latestController(m_state, id);
        return view && isPaused(*view);
    });
    const QString what = tr("%1 will be paused.").arg(controllerPlaces(ids, m_state));
    const QString verb = tr("&Pause %n Controller(s)", nullptr, int(ids.size()));
    auto *dialog = new TermsDialog(pauseQuestion(what, verb, int(paused)), &m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog, ids] {
        for (const ControllerId id : ids)
            m_commander.pauseController(id, dialog->terms());
    });
    dialog->open();
}

bool ControllerSteering::isElsewhere() const
{
    return !m_state.hosts().empty();
}

void ControllerSteering::askOptions()
{
    const std::vector<ControllerId> ids = m_tabs.meantControllers();
    const ControllerView *view = ids.size() == 1 ? latestController(m_state, ids.front()) : nullptr;
    if (!view)
        return;
    using Session = LiveOptionsDialog::Session;
    auto *dialog = new LiveOptionsDialog(titleOf(m_state.book(), view->id), view->options,
                                         isElsewhere() ? Session::OfHost : Session::OfWindow,
                                         &m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->offer(wayBack(view->options, changesOf(*view)));
    connect(dialog, &QDialog::accepted, this,
            [this, dialog, id = ids.front(), begun = view->options] {
                m_commander.setOptions(id, begun, dialog->options());
            });
    dialog->open();
}

void ControllerSteering::askWorkers()
{
    const std::vector<ControllerId> ids = m_tabs.meantControllers();
    const ControllerView *view = ids.size() == 1 ? latestController(m_state, ids.front()) : nullptr;
    if (!view)
        return;
    const auto temporary = temporaryWorkersOf(view->id);
    auto *dialog =
        new WorkersDialog(tr("Handlers of %1 that run at once (0 is the same as paused):")
                              .arg(titleOf(m_state.book(), view->id)),
                          temporary ? wordsOf(*temporary) : QString(), view->options.workers,
                          &m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog, id = ids.front()] {
        if (const auto time = dialog->time())
            m_jobs.setWorkersFor(id, dialog->workers(), *time);
        else
            m_commander.setWorkers(id, dialog->workers());
    });
    dialog->open();
}

std::optional<TemporaryWorkers> ControllerSteering::temporaryWorkersOf(ControllerId id) const
{
    const ControllerView *view = latestController(m_state, id);
    const auto workers = view ? changesOf(*view).workers : std::nullopt;
    return workers && workers->workers == view->options.workers ? workers : std::nullopt;
}

void ControllerSteering::keepWorkers(ControllerId id)
{
    if (const auto workers = temporaryWorkersOf(id))
        m_commander.setWorkers(id, workers->workers);
}

void ControllerSteering::takeWorkersBack(ControllerId id)
{
    if (const auto workers = temporaryWorkersOf(id))
        m_commander.setWorkers(id, workers->before);
}

void ControllerSteering::askTakeOver()
{
    const std::vector<ControllerId> ids = m_tabs.meantControllers();
    QStringList whose;
    for (const ControllerId id : ids) {
        if (const ControllerView *view = latestController(m_state, id))
            whose += toLine(view->lists.why);
    }
    if (whose.isEmpty())
        return;
    auto *dialog = new ConfirmDialog(
        tr("Take over for %1?").arg(controllerPlaces(ids, m_state)),
        tr("Another controller has marked what it works on. If that one still works there, it "
           "stops: what it does just now may be done twice."),
        whose, tr("Take Over"), &m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, ids] {
        for (const ControllerId id : ids)
            m_commander.takeOver(id);
    });
    dialog->open();
}

void ControllerSteering::askRemove()
{
    const std::vector<ControllerId> ids = m_tabs.meantControllers();
    if (ids.empty())
        return;
    auto *dialog = new ConfirmDialog(
        tr("Remove %1?").arg(controllerPlaces(ids, m_state)),
        tr("What is queued and running is handled first, then the controller ends. Objects "
           "stay as they are.")
            + QLatin1Char(' ')
            + (isElsewhere() ? tr("It runs again when its host is started anew or applies a "
                                  "session that has it.")
                             : tr("Its settings are gone unless the session was saved.")),
        tr("Drain and Remove"), &m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, ids] {
        std::vector<ControllerId> drained = ids;
        std::erase_if(drained, [this](ControllerId id) { return !m_commander.remove(id); });
        if (!drained.empty())
            showDrain(drained, controllerNames(drained, m_state));
    });
    dialog->open();
}

void ControllerSteering::showDrain(const std::vector<ControllerId> &ids, const QString &names)
{
    auto *dialog = new DrainDialog(ids, names, &m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &DrainDialog::endRequested, this,
            [this](ControllerId id) { m_commander.endDrain(id); });
    connect(&m_state, &LiveState::updated, dialog, [this, dialog] { dialog->follow(m_state); });
    dialog->show();
}

} // namespace qontroller::ui
