// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>

#include "ui/actions/frozenscope.h"
#include "ui/dialogs/actionpalette.h"
#include "ui/state/outlook.h"
#include "ui/window/resumequestion.h"
#include "ui/window/windowoptions.h"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

namespace qontroller::ui {

class AcknowledgeDesk;
class Actions;
class ControllerSteering;
class HostDesk;
class ItemSteering;
class Navigator;
class Noticeboard;
class OperatorLogModel;
class OperationSteering;
class RequeueResults;
class Tabs;

/// Works out what needs a person, shows it on the first tab, and does what its buttons say: what
/// the action of the same name does.
class OverviewDesk final : public QObject
{
    Q_OBJECT

public:
    OverviewDesk(WindowOptions::Access access, const Actions &actions, const HostLinks &hosts,
                 const LiveState &state, Tabs &tabs, ItemSteering &items,
                 ControllerSteering &controllers, OperationSteering &operations, HostDesk &hostDesk,
                 Navigator &navigator, AcknowledgeDesk &acknowledging, RequeueResults &results,
                 ResumeQuestion &resuming, const OperatorLogModel &log, Noticeboard &notices);

    /// At this moment.
    void show();
    /// Looks which hosts do not answer. \a age is that of the picture of the program's own host, if
    /// that is old. That the window itself was stuck is no silence of a host, so what counts is how
    /// long this is so at each call.
    void noteSilence(std::optional<Duration> age);
    /// \a operations are all there are.
    void setOperations(const OperationViews &operations);
    /// With nothing in them \a host is not shown any more.
    void setJournal(HostId host, const JournalStatus &journal);
    /// What is new in the operator log of a host.
    void takeLog(HostId host, const std::vector<OperatorLine> &lines);
    void setAlarms(HostId host, const AlarmStatus &alarms);
    /// On the first tab.
    void showNeed(const Need &need);
    /// How many needs are a person's that nobody has acknowledged.
    [[nodiscard]] int urgentCount() const { return urgentOf(needs()); }
    /// Each verb of each need, as an action that does what its button does.
    [[nodiscard]] QList<ActionPalette::Entry> verbs();
    /// What needs a person, sorted.
    [[nodiscard]] const std::vector<Need> &needs() const;

signals:
    /// The session of \a host is to be saved, to its own file.
    void saveAsked(HostId host);

private:
    /// What was asked for, of what is so still; else says why not.
    void ask(NeedVerb verb, const Need &need);
    void act(NeedVerb verb, const Need &need);
    void actOnItems(ItemVerb verb, const ItemRefs &items,
                    const std::function<void(int entry)> &noted = {});
    void force(const OperationRef &operation);
    /// Asks first, unless all of it was paused here.
    void resume(const Need &need);
    [[nodiscard]] bool isOwnPause(const Need &need) const;
    [[nodiscard]] ResumeQuestion::Holds holdsOf(ControllerId controller,
                                                const ItemRefs &items) const;
    /// The first objects that \a need is about, a line each, and how many more there are.
    [[nodiscard]] QStringList namesOf(const Need &need);
    /// What is held now, and nothing that comes to be held while a dialog is open.
    [[nodiscard]] ItemRefs heldOf(ControllerId controller) const;
    [[nodiscard]] ItemRefs itemsOf(const Need &need) const;
    void noteQuiet(Outlook &outlook);
    /// What is of a host has no time of its own: it is that when the window saw it come.
    void noteSince(Outlook &outlook);

    const Actions &m_actions;
    const HostLinks &m_hosts;
    Tabs &m_tabs;
    ItemSteering &m_items;
    ControllerSteering &m_controllers;
    OperationSteering &m_operations;
    HostDesk &m_hostDesk;
    Navigator &m_navigator;
    AcknowledgeDesk &m_acknowledging;
    RequeueResults &m_results;
    ResumeQuestion &m_resuming;
    const OperatorLogModel &m_log;
    Noticeboard &m_notices;
    OutlookFacts m_facts;
    TimePoint m_quietSince; ///< TimePoint{}: it is not
    std::map<HostId, TimePoint> m_silentSince;
    std::map<NeedKey, TimePoint> m_begun; ///< TimePoint{}: it was there before
    std::set<HostId> m_told;              ///< of these all needs are in m_begun
    struct Named
    {
        NeedKey need;
        std::uint64_t count = 0;
        TimePoint at;
        QStringList lines;
    };
    std::optional<Named> m_named;     ///< the last that was asked for
    std::unique_ptr<QObject> m_verbs; ///< owns what verbs() gave last
};

} // namespace qontroller::ui
