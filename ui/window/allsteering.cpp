// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/allsteering.h"

#include "ui/actions/actions.h"
#include "ui/actions/commander.h"
#include "ui/actions/donewords.h"
#include "ui/dialogs/confirmdialog.h"
#include "ui/dialogs/termsform.h"
#include "ui/state/freshlook.h"
#include "ui/window/controllernames.h"
#include "ui/window/resumequestion.h"
#include "ui/window/whoasked.h"
#include "ui/words/format.h"

#include <QtCore/QPointer>
#include <QtGui/QAction>

#include <algorithm>
#include <iterator>
#include <memory>
#include <set>

namespace qontroller::ui {

namespace {

template<class ById>
std::vector<ControllerId> idsOf(const ById &all)
{
    std::vector<ControllerId> ids;
    for (const auto &[id, value] : all)
        ids.push_back(id);
    return ids;
}

} // namespace

AllSteering::AllSteering(QWidget &window, const Actions &actions, const LiveState &state,
                         Commander &commander, OperatorLogs &operatorLogs, FreshLook &look,
                         ResumeQuestion &resuming)
    : m_window(window)
    , m_state(state)
    , m_commander(commander)
    , m_operatorLogs(operatorLogs)
    , m_look(look)
    , m_resuming(resuming)
{
    connect(actions.pauseAll, &QAction::triggered, this, &AllSteering::askPause);
    connect(actions.resumeAll, &QAction::triggered, this, &AllSteering::askResume);
}

bool AllSteering::areSeveral() const
{
    return m_state.latestControllers().size() > 1 || m_state.hosts().size() > 1;
}

AllSteering::Holds AllSteering::paused() const
{
    Holds paused;
    for (const auto &[id, view] : m_state.latestControllers()) {
        if (isPaused(view))
            paused.emplace(id, Hold::of(view));
    }
    return paused;
}

// To pause is the safe side: a host that is silent keeps nothing from being paused.
void AllSteering::askPause()
{
    const std::vector<ControllerId> ids = idsOf(m_state.latestControllers());
    const auto others = int(ids.size() - paused().size());
    if (!areSeveral() || others == 0)
        return m_commander.pauseAll();
    const bool areAll = std::size_t(others) == ids.size();
    auto *dialog = open(areAll ? tr("Pause all %n controller(s)?", nullptr, others)
                               : tr("Pause the other %n controller(s)?", nullptr, others),
                        areAll ? tr("This applies to each of these controllers, whatever the "
                                    "filter shows.")
                               : tr("This applies to each of these controllers, whatever the "
                                    "filter shows. One that is paused already stays so, with "
                                    "its reason and its end."),
                        ids, tr("Pause All"));
    const TermsForm *form = dialog->addTerms(untilResumed());
    connect(dialog, &QDialog::accepted, this, [this, ids, form] {
        m_look.ask({ids.begin(), ids.end()},
                   [this, terms = form->terms()](const auto &) { m_commander.pauseAll(terms); });
    });
}

void AllSteering::askResume()
{
    if (!areSeveral() || paused().empty())
        return m_commander.resumeAll();
    const std::vector<ControllerId> all = idsOf(m_state.latestControllers());
    m_resuming.ask({
        .question =
            [this] { return tr("Resume %n controller(s)?", nullptr, int(paused().size())); },
        .consequence = tr("This applies to each of these controllers, whatever the filter shows "
                          "and whichever operator has paused it."),
        .verb = tr("Resume All"),
        .controllers = {all.begin(), all.end()},
        .lines = [this] { return linesOf(idsOf(paused()), {}); },
        .holds =
            [this] {
                const Holds now = paused();
                return ResumeQuestion::Holds(now.begin(), now.end());
            },
        .resume = [this] { m_commander.resumeAll(); },
        .opened = [this](ConfirmDialog *dialog) { askWho(idsOf(paused()), dialog); },
    });
}

ConfirmDialog *AllSteering::open(const QString &question, const QString &consequence,
                                 const std::vector<ControllerId> &ids, const QString &verb)
{
    auto *dialog = new ConfirmDialog(question, consequence, linesOf(ids, {}), verb, &m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
    askWho(ids, dialog);
    return dialog;
}

void AllSteering::askWho(const std::vector<ControllerId> &ids, ConfirmDialog *dialog)
{
    std::set<HostId> hosts;
    for (const ControllerId id : ids) {
        const ControllerView *view = latestController(m_state, id);
        if (view && isPaused(*view))
            hosts.insert(id.of.host);
    }
    const auto known = std::make_shared<std::map<HostId, OperatorLines>>();
    for (const HostId host : hosts) {
        m_operatorLogs.ask(host,
                           [this, ids, known, host, dialog = QPointer(dialog)](const auto &asked) {
                               (*known)[host] = asked;
                               if (dialog)
                                   dialog->setDetails(linesOf(ids, *known));
                           });
    }
}

QStringList AllSteering::linesOf(const std::vector<ControllerId> &ids,
                                 const std::map<HostId, OperatorLines> &asked) const
{
    QStringList lines;
    for (const ControllerId id : ids) {
        const ControllerView *view = latestController(m_state, id);
        const QString place = placeOf(m_state, id);
        if (!view || place.isEmpty())
            continue;
        if (!isPaused(*view)) {
            lines += place;
            continue;
        }
        const auto known = asked.find(id.of.host);
        const QString who = known == asked.end()
                                ? QString()
                                : whoPaused(view->name, view->pauseReason, known->second);
        QString how = who.isEmpty() ? tr("paused") : tr("paused by %1").arg(who);
        if (view->pausedUntil != TimePoint{})
            how = tr("%1 until %2")
                      .arg(how,
                           formatMoment(wallTimeOf(view->pausedUntil, m_state.hosts().moment())));
        if (!view->pauseReason.empty())
            how += QStringLiteral(": ") + toLine(view->pauseReason);
        lines += place + QStringLiteral(": ") + how;
    }
    return lines;
}

} // namespace qontroller::ui
