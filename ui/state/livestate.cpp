// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/livestate.h"

#include "ui/state/itemref.h"
#include "ui/state/itemstore.h"
#include "ui/words/format.h"
#include "ui/words/hostwords.h"
#include "ui/words/pausewords.h"

#include "core/engine/observe/feed/delta.h"

#include <algorithm>

namespace qontroller::ui {

namespace {

bool isRemoved(const Delta &delta, ControllerId id)
{
    return std::ranges::count(delta.removed, id) > 0;
}

// A controller that is gone has no numbers any more.
Sample sampleOf(const Delta &delta)
{
    Sample sample{delta.now, {}};
    for (const ControllerDelta &controller : delta.controllers) {
        if (!isRemoved(delta, controller.id))
            sample.controllers.push_back({controller.id, controller.counters, controller.gauges});
    }
    return sample;
}

std::vector<ControllerId> counted(const LiveState &state, HostId only)
{
    std::vector<ControllerId> ids;
    for (const auto &[id, view] : state.latestControllers()) {
        if (isOf(id, only))
            ids.push_back(id);
    }
    return ids;
}

} // namespace

bool mayKnowMore(const ControllerView &view)
{
    return view.rowsPending > 0 || !view.lists.wasComplete;
}

LiveState::LiveState(QObject *parent)
    : QObject(parent)
    , m_items(std::make_unique<ItemStore>())
{}

LiveState::~LiveState() = default;

void LiveState::apply(const DeltaPtr &delta)
{
    if (!delta) {
        if (!m_waiting.empty())
            takeMoment(m_waiting.back()->now);
        return;
    }
    m_hosts.setMoment({delta->now, delta->wall});
    record(sampleOf(*delta));
    recordLatencies(*delta);
    m_waiting.push_back(delta);
    if (isMoment(*delta))
        takeMoment(delta->now);
    if (!m_frozen)
        emit recorded();
}

void LiveState::takeMoment(TimePoint now)
{
    for (const DeltaPtr &each : std::exchange(m_waiting, {}))
        take(*each);
    m_latestNow = now;
    m_items->commit();
    recordFailing(now);
    if (m_frozen)
        emit heldBack(m_items->heldBack());
    else
        show();
}

// Time may stand still, in a demonstration of one moment.
bool LiveState::isMoment(const Delta &delta) const
{
    const bool isTooSoon = delta.now > m_latestNow && delta.now - m_latestNow < MomentInterval;
    return m_frozen || !isTooSoon || !delta.removed.empty()
           || std::ranges::any_of(delta.controllers,
                                  [](const ControllerDelta &each) { return each.rowsPending > 0; });
}

void LiveState::take(const Delta &delta)
{
    applyControllers(delta);
    applyEvents(delta);
    countEvents(delta);
}

void LiveState::recordFailing(TimePoint now)
{
    m_total.addFailing(now, countOf(tallyOf(*this), Mark::Failing));
    for (const HostStatus &host : m_hosts) {
        if (const auto history = m_hostHistories.find(host.id); history != m_hostHistories.end())
            history->second.addFailing(now, countOf(tallyOf(*this, host.id), Mark::Failing));
    }
}

void LiveState::record(const std::vector<Sample> &samples)
{
    for (const Sample &sample : samples)
        record(sample);
}

void LiveState::record(const Sample &sample)
{
    if (!m_hosts.empty() && sample.controllers.empty())
        return; // none of them answers: a gap, and not zero
    MeterReading total;
    total.time = sample.now;
    std::map<HostId, MeterReading> hosts;
    for (const Sample::Controller &controller : sample.controllers) {
        Remembered &remembered = m_histories[controller.id];
        const MeterReading reading = remembered.meter.read(sample.now, controller.counters,
                                                           controller.gauges);
        remembered.history.add(reading);
        remembered.last = reading;
        total.add(reading);
        if (m_hosts.of(controller.id))
            hosts[controller.id.of.host].add(reading);
    }
    addOthers(total, hosts);
    m_total.add(total);
    for (auto &[id, reading] : hosts) {
        reading.time = sample.now;
        m_hostHistories[id].add(reading);
    }
}

// Each host is sampled by itself. One that does not answer has not finished its work: the total
// does not fall by it.
void LiveState::addOthers(MeterReading &total, const std::map<HostId, MeterReading> &told) const
{
    for (const auto &[id, remembered] : m_histories) {
        if (!m_hosts.of(id) || told.contains(id.of.host))
            continue;
        MeterReading still = remembered.last;
        if (isStale(*m_hosts.of(id), m_hosts.now()))
            still.retries = still.handled = 0; // nothing is known of what it does now
        total.add(still);
    }
}

// Of a host that is lost the last ones stay, for a total that falls says nothing.
void LiveState::recordLatencies(const Delta &delta)
{
    for (const ControllerDelta &controller : delta.controllers) {
        if (isRemoved(delta, controller.id))
            continue; // the total would fall by it with the next delta
        const Histogram &handler = controller.latencies.handler;
        m_histories[controller.id].history.addLatencies(delta.now, handler);
        m_handlers[controller.id] = handler;
    }
    for (const ControllerId id : delta.removed) {
        m_histories.erase(id);
        m_handlers.erase(id);
    }
    Histogram total;
    std::map<HostId, Histogram> hosts;
    for (const auto &[id, handler] : m_handlers) {
        total.merge(handler);
        if (m_hosts.of(id))
            hosts[id.of.host].merge(handler);
    }
    if (!delta.removed.empty()) {
        m_total.rebase();
        for (auto &[id, history] : m_hostHistories)
            history.rebase();
    }
    m_total.addLatencies(delta.now, total);
    for (const auto &[id, handler] : hosts)
        m_hostHistories[id].addLatencies(delta.now, handler);
}

void LiveState::setHosts(std::vector<HostStatus> hosts)
{
    m_hosts.set(std::move(hosts));
    std::erase_if(m_hostHistories, [this](const auto &entry) {
        return std::ranges::find(m_hosts, entry.first, &HostStatus::id) == m_hosts.end();
    });
}

void LiveState::applyControllers(const Delta &delta)
{
    for (const ControllerDelta &controller : delta.controllers) {
        if (isRemoved(delta, controller.id))
            continue;
        m_latest[controller.id] = static_cast<const ControllerView &>(controller);
        m_items->apply(controller);
    }
    for (const ControllerId id : delta.removed) {
        noteGone(id, delta.now);
        m_latest.erase(id);
        m_items->removeController(id);
    }
}

void LiveState::noteGone(ControllerId id, TimePoint now)
{
    const auto found = m_latest.find(id);
    if (found == m_latest.end())
        return;
    const ControllerView &view = found->second;
    const auto label = m_book.find(id);
    const ControllerLabel called = label == m_book.end() ? labelOf(view) : label->second;
    FormerController gone{id, view.name, called.title(), {}, {}};
    m_former[id] = gone; // what was paused is only told
    if (m_former.size() > FormerLimit)
        m_former.erase(m_former.begin());
    EventRecord event;
    event.time = now;
    event.kind = EventRecord::Kind::Stopped;
    const bool isElsewhere = id.of.host != HostRun().host;
    event.said = Said((isElsewhere && !m_hosts.of(id) ? tr("its host is not shown any more")
                                                      : tr("its host does not have it any more"))
                          .toStdString());
    emit eventLogged(m_log.add(
        {id, gone.title, event, false, called.name.toStdString(), called.host.toStdString()}));
    if (view.state == ControllerState::Paused && view.gauges.workers > 0) {
        gone.pause = pauseText(view.pauseReason, view.pausedUntil, now);
        if (gone.pause.isEmpty())
            gone.pause = tr("without a reason");
    }
    gone.paused = pausedOf(id);
    emit controllerGone(gone);
}

std::set<ObjectId> LiveState::pausedOf(ControllerId id) const
{
    std::set<ObjectId> paused;
    m_items->readChunk(0, m_items->slotCount(), [&](Slot, const Item &item) {
        if (item.controller == id && item.row.paused)
            paused.insert(item.row.id);
    });
    return paused;
}

ControllerId LiveState::nowOf(ControllerId id) const
{
    const auto former = m_former.find(id);
    if (former == m_former.end())
        return id;
    const auto same = std::ranges::find_if(m_latest, [&](const auto &entry) {
        return entry.second.name == former->second.name && entry.first.of.host == id.of.host;
    });
    return same == m_latest.end() ? ControllerId() : same->first;
}

QString LiveState::titleOf(ControllerId id) const
{
    const QString title = ui::titleOf(m_book, id);
    const auto former = m_former.find(id);
    return title.isEmpty() && former != m_former.end() ? former->second.title : title;
}

void LiveState::applyEvents(const Delta &delta)
{
    for (const ControllerDelta &controller : delta.controllers) {
        const TimePoint known = m_knownSince.try_emplace(controller.id, delta.now).first->second;
        const ControllerLabel label = labelOf(controller);
        for (const EventRecord &event : controller.events) {
            emit eventLogged(m_log.add({controller.id, label.title(), event, event.time < known,
                                        label.name.toStdString(), label.host.toStdString()}));
        }
        for (const EventRecord &end : controller.ticketEnds)
            emit ticketEnded(controller.id, end);
    }
    for (const ControllerId id : delta.removed)
        m_knownSince.erase(id);
    m_log.trim();
}

void LiveState::addEvent(HostId host, const std::string &name, EventRecord event)
{
    event.time = m_hosts.now();
    const auto known = std::ranges::find_if(m_latest, [&](const auto &entry) {
        return entry.second.name == name && entry.first.of.host == host;
    });
    const HostLabels labels = m_hosts.labels();
    const QString shown = toLine(name);
    m_log.add({known == m_latest.end() ? ControllerId() : known->first, labels.titleOf(host, shown),
               std::move(event), false, shown.toStdString(), labels.of(host).name.toStdString()});
}

void LiveState::countEvents(const Delta &delta)
{
    std::uint64_t count = 0;
    for (const auto &[id, controller] : m_latest)
        count += controller.counters.triggers;
    m_log.count(count, delta.now);
}

void LiveState::show()
{
    m_now = m_latestNow;
    m_controllers = m_latest;
    m_book.clear();
    for (const auto &[id, controller] : m_controllers)
        m_book[id] = labelOf(controller);
    emit updated();
}

ControllerLabel LiveState::labelOf(const ControllerView &controller) const
{
    ControllerLabel label{toLine(controller.name), controller.options.maxRetries};
    if (const HostStatus *host = m_hosts.of(controller.id)) {
        label.host = toLine(host->name);
        label.colour = toLine(host->colour);
        label.isStale = isStale(*host, m_now);
        label.isAmongSeveral = m_hosts.size() > 1;
    }
    return label;
}

void LiveState::setFrozen(bool frozen)
{
    if (m_frozen == frozen)
        return;
    m_frozen = frozen;
    m_items->setFrozen(frozen);
    if (!frozen)
        show();
}

const ControllerView *LiveState::controller(ControllerId id) const
{
    const auto found = m_controllers.find(id);
    return found == m_controllers.end() ? nullptr : &found->second;
}

const ControllerHistory *LiveState::history(ControllerId id) const
{
    if (id == 0)
        return &m_total;
    const auto found = m_histories.find(id);
    return found == m_histories.end() ? nullptr : &found->second.history;
}

const ControllerHistory *LiveState::historyOfHost(HostId id) const
{
    const auto found = m_hostHistories.find(id);
    return found == m_hostHistories.end() ? nullptr : &found->second;
}

const ControllerView *latestController(const LiveState &state, ControllerId id)
{
    const auto found = state.latestControllers().find(id);
    return found == state.latestControllers().end() ? nullptr : &found->second;
}

Gauges gaugesOf(const LiveState &state, HostId only)
{
    Gauges sum;
    for (const ControllerId id : counted(state, only)) {
        const ControllerView *view = state.controller(id);
        if (!view)
            continue; // not before the picture goes on
        sum.depth += view->gauges.depth;
        sum.running += view->gauges.running;
        sum.locksHeld += view->gauges.locksHeld;
    }
    return sum;
}

Tally tallyOf(const LiveState &state, HostId only)
{
    return state.items().tally(counted(state, only));
}

std::uint64_t inState(const LiveState &state, ItemState itemState, HostId only)
{
    std::uint64_t sum = 0;
    for (const auto &[id, controller] : state.controllers()) {
        if (isOf(id, only))
            sum += controller.gauges.states[static_cast<std::size_t>(itemState)];
    }
    return sum;
}

std::uint64_t eventsDropped(const LiveState &state)
{
    std::uint64_t sum = 0;
    for (const auto &[id, controller] : state.controllers())
        sum += controller.counters.eventsDropped;
    return sum;
}

std::uint64_t rowsPending(const LiveState &state)
{
    std::uint64_t sum = 0;
    for (const auto &[id, controller] : state.controllers())
        sum += controller.rowsPending;
    return sum;
}

QString whyUnknown(const LiveState &state, const ItemRef &item)
{
    const ControllerId now = state.nowOf(item.controller);
    const ControllerView *view = state.controller(now);
    const QString id = toLine(item.id);
    if (!view)
        return LiveState::tr("%1 is not known any more: %2 is gone.")
            .arg(id, state.titleOf(item.controller));
    if (mayKnowMore(*view))
        return LiveState::tr("%1 is not known yet: not all of %2 has been read.")
            .arg(id, state.titleOf(now));
    return LiveState::tr("%1 is not known any more.").arg(id);
}

} // namespace qontroller::ui
