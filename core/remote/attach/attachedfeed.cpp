// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/remote/attach/attachedfeed.h"

#include "core/engine/observe/feed/delta.h"
#include "core/engine/observe/items/description.h"
#include "core/engine/observe/items/itemdetail.h"

#include <algorithm>
#include <utility>

namespace qontroller::remote {

namespace {

/// The numbers of the last events of a controller that a reader was told.
struct LastTold
{
    std::uint64_t event = 0;
    std::uint64_t ticketEnd = 0;
};

/// Leaves out of \a events what is not newer than \a last, and sets it.
void keepNew(std::vector<EventRecord> &events, std::uint64_t &last)
{
    std::erase_if(events, [last](const EventRecord &event) { return event.number <= last; });
    if (!events.empty())
        last = events.back().number;
}

void nameRun(Delta &delta, HostRun run)
{
    for (ControllerDelta &controller : delta.controllers)
        controller.id.of = run;
    for (ControllerId &id : delta.removed)
        id.of = run;
}

} // namespace

/// What a reader has seen. Used by one thread at a time.
struct AttachedFeed::Reader
{
    explicit Reader(Reads what)
        : reads(what)
    {}

    /// Takes in what \a delta tells, and leaves out of it what it knows already. \a isFirst: of its
    /// connection.
    void take(Delta &delta, bool isFirst);

    const Reads reads;
    Attachment::ConnectionPtr connection; ///< that \c remote reads from; null: none
    std::unique_ptr<FeedReader> remote;
    /// The controllers that it knows of. A host tells each connection all events that it keeps.
    std::map<ControllerId, LastTold> told;
};

void AttachedFeed::Reader::take(Delta &delta, bool isFirst)
{
    std::map<ControllerId, LastTold> there;
    for (ControllerDelta &controller : delta.controllers) {
        controller.resetRows |= isFirst; // what it had is from before
        LastTold &last = there[controller.id];
        if (const auto known = told.find(controller.id); known != told.end())
            last = known->second;
        keepNew(controller.events, last.event);
        keepNew(controller.ticketEnds, last.ticketEnd);
    }
    for (const auto &[id, last] : told) {
        if (isFirst && !there.contains(id))
            delta.removed.push_back(id);
    }
    for (const ControllerId gone : delta.removed)
        there.erase(gone);
    told = std::move(there);
}

AttachedFeed::AttachedFeed(AttachmentPtr host)
    : m_host(std::move(host))
{}

AttachedFeed::~AttachedFeed() = default;

ReaderId AttachedFeed::attach(Reads reads)
{
    MutexLock lock(m_mutex);
    m_readers.emplace(++m_lastReader, std::make_shared<Reader>(reads));
    return m_lastReader;
}

void AttachedFeed::detach(ReaderId reader)
{
    ReaderPtr gone;
    MutexLock lock(m_mutex);
    if (const auto found = m_readers.find(reader); found != m_readers.end()) {
        gone = std::move(found->second);
        m_readers.erase(found);
    }
}

AttachedFeed::ReaderPtr AttachedFeed::find(ReaderId reader) const
{
    MutexLock lock(m_mutex);
    const auto found = m_readers.find(reader);
    return found == m_readers.end() ? nullptr : found->second;
}

/// \a delta, of this moment.
Delta AttachedFeed::now(Delta delta) const
{
    delta.now = m_host->clock().now();
    delta.wall = m_host->clock().wallNow();
    return delta;
}

template<class Call>
auto AttachedFeed::call(ControllerId &controller, Call call)
    -> decltype(call(std::declval<RemoteHost &>()))
{
    const Attachment::ConnectionPtr used = m_host->connectionTo(controller);
    if (!used)
        return {};
    auto answer = call(*used->host);
    m_host->review(used);
    return answer;
}

Delta AttachedFeed::pull(ReaderId reader)
{
    const ReaderPtr attached = find(reader);
    const Attachment::ConnectionPtr connection = attached ? m_host->reach() : nullptr;
    if (!connection)
        return now({});
    const bool isNew = attached->connection != connection;
    if (isNew) {
        attached->remote = std::make_unique<FeedReader>(*connection->host, attached->reads);
        attached->connection = connection;
    }
    Delta delta = now(attached->remote->pull());
    m_host->review(connection);
    if (connection->host->loss()) {
        attached->remote.reset();
        attached->connection.reset();
        return now({});
    }
    m_host->noteTold(*connection);
    nameRun(delta, connection->run);
    attached->take(delta, isNew);
    return delta;
}

Sample AttachedFeed::sample()
{
    const Attachment::ConnectionPtr used = m_host->connection();
    Sample sample{m_host->clock().now(), {}};
    if (!used)
        return sample;
    sample = used->host->sample();
    m_host->review(used);
    for (Sample::Controller &controller : sample.controllers)
        controller.id.of = used->run;
    return sample;
}

std::optional<ItemDetail> AttachedFeed::detail(ControllerId controller, const ObjectId &id)
{
    return call(controller, [&](RemoteHost &host) { return host.detail(controller, id); });
}

std::optional<Description> AttachedFeed::describe(ControllerId controller, const ObjectId &id,
                                                  std::stop_token stop)
{
    return call(controller,
                [&](RemoteHost &host) { return host.describe(controller, id, std::move(stop)); });
}

std::vector<ObjectId> AttachedFeed::held(ControllerId controller)
{
    return call(controller, [&](RemoteHost &host) { return host.held(controller); });
}

Ticket AttachedFeed::submit(Command command)
{
    return call(command.controller,
                [&](RemoteHost &host) { return host.submit(std::move(command)); });
}

} // namespace qontroller::remote
