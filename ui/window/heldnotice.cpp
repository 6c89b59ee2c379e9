// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/heldnotice.h"

#include "ui/window/itemsteering.h"
#include "ui/window/navigator.h"
#include "ui/window/noticeboard.h"
#include "ui/words/format.h"

#include "core/remote/link/hostlink.h"

namespace qontroller::ui {

namespace {

std::uint64_t heldOf(const ControllerView &view)
{
    return view.gauges.states[static_cast<std::size_t>(ItemState::Held)];
}

QString heldKey(ControllerId id)
{
    return QStringLiteral("held/%1/%2/%3").arg(id.of.host).arg(id.of.run).arg(id.number);
}

/// Why, without an end. \a then is a clock time: the message stays, and "3 s ago" would soon be
/// wrong.
QString whyHeld(const HeldList &held, const QString &then)
{
    const QString missing = formatCount(held.missing);
    const QString present = formatCount(held.present);
    QString why = held.kind == HeldList::Kind::Storage
                      ? HeldNotice::tr("Since %1 its storage denies %2 of %3 objects, too many at "
                                       "once to be believed")
                            .arg(then, missing, present)
                      : HeldNotice::tr(
                            "The list of %1 lacked %2 of %3 objects, too many at once to "
                            "be believed")
                            .arg(then, missing, present);
    if (held.before > 0)
        why += QStringLiteral("; ")
               + HeldNotice::tr("%1 of them had gone or were held before")
                     .arg(formatCount(held.before));
    return held.why.empty() ? why : why + QStringLiteral(": ") + toLine(held.why);
}

} // namespace

HeldNotice::HeldNotice(WindowOptions::Access access, const HostLinks &hosts, const LiveState &state,
                       ItemSteering &steering, Navigator &navigator, Noticeboard &notices)
    : m_access(access)
    , m_hosts(hosts)
    , m_state(state)
    , m_steering(steering)
    , m_navigator(navigator)
    , m_notices(notices)
{}

void HeldNotice::show()
{
    settle();
    for (const auto &[id, view] : m_state.controllers()) {
        // With a second host in the window titles name the host.
        const std::tuple news(titleOf(m_state.book(), id), view.held.at, heldOf(view));
        if (heldOf(view) == 0 || (m_said.contains(id) && m_said.at(id) == news))
            continue;
        m_said[id] = news;
        say(view);
    }
}

// What was said of controllers that hold nothing any more.
void HeldNotice::settle()
{
    std::erase_if(m_said, [this](const auto &said) {
        const ControllerView *view = m_state.controller(said.first);
        if (view && heldOf(*view) > 0)
            return false;
        m_notices.settle(heldKey(said.first), view
                                                  ? tr("Settled: no removal is held here any more.")
                                                  : tr("This controller is not shown any more."));
        return true;
    });
}

void HeldNotice::say(const ControllerView &view)
{
    const ControllerId id = view.id;
    const QString title = titleOf(m_state.book(), id);
    const HeldList &list = view.held;
    const QString held = tr("%n removal(s) held", nullptr, int(heldOf(view)));
    const QString then = formatMoment(wallTimeOf(list.at, m_state.hosts().moment()));
    QString sentence = list.isRestored() ? tr("%1: %2 from before its start.").arg(title, held)
                                         : tr("%1: %2. %3.").arg(title, held, whyHeld(list, then));
    if (list.missing > heldOf(view) && list.before == 0) // else some of the others had gone before
        sentence += QLatin1Char(' ')
                    + tr("No longer held: %1 (they run, or an operator has decided).")
                          .arg(formatCount(list.missing - heldOf(view)));
    QList<MessageAction> buttons{{tr("Show"), [this, id] { m_navigator.showHeldOf(id); }}};
    if (m_access == WindowOptions::Access::Full && m_state.hosts().whyNotSteered(id).isEmpty()) {
        const int count = int(heldOf(view));
        buttons += {tr("Remove %n Object(s)…", nullptr, count),
                    [this, id] { judge(id, ItemVerb::Remove); }};
        buttons += {tr("Keep %n Object(s)…", nullptr, count),
                    [this, id] { judge(id, ItemVerb::Keep); }};
    }
    m_notices.post(
        {heldKey(id), MessageBar::Kind::Warning, sentence, buttons, MessageBar::Ends::WhenSettled});
}

// What is held now, and nothing that comes to be held while a dialog is open.
void HeldNotice::judge(ControllerId id, ItemVerb verb)
{
    if (const QString why = m_state.hosts().whyNotSteered(id); !why.isEmpty())
        return m_notices.say(tr("Nothing was done: %1.").arg(why));
    ItemRefs items;
    if (const HostLinkPtr host = m_hosts.find(id.of.host)) {
        for (const ObjectId &object : host->feed().held(id))
            items.push_back({id, 0, object, ItemState::Held, false});
    }
    if (items.empty())
        return m_notices.say(tr("Nothing was done: none of them is held any more, or the host did "
                                "not tell which are. The filter state:held finds them."));
    m_steering.actOn(verb, items);
}

} // namespace qontroller::ui
