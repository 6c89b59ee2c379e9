// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/remote/attach/attachedhost.h"

#include "core/engine/observe/feed/delta.h"
#include "core/engine/observe/items/description.h"
#include "core/engine/observe/items/itemdetail.h"

#include <algorithm>
#include <utility>

namespace qontroller::remote {

namespace {

Error sentenceOf(const RemoteError &error)
{
    return Error(error.sentence);
}

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

/// A socket of this computer needs nothing.
std::string securedBy(Address::Kind kind)
{
    switch (kind) {
    case Address::Kind::Ssh: return "ssh";
    case Address::Kind::Tls: return "TLS";
    case Address::Kind::Named:
    case Address::Kind::Unix: break;
    }
    return {};
}

} // namespace

/// What a reader has seen. Used by one thread at a time.
struct AttachedHost::Reader
{
    explicit Reader(Reads what)
        : reads(what)
    {}

    /// Takes in what \a delta tells, and leaves out of it what it knows already. \a isFirst: of its
    /// connection.
    void take(Delta &delta, bool isFirst);

    const Reads reads;
    ConnectionPtr connection; ///< that \c remote reads from; null: none
    std::unique_ptr<FeedReader> remote;
    /// The controllers that it knows of. A host tells each connection all events that it keeps.
    std::map<ControllerId, LastTold> told;
};

void AttachedHost::Reader::take(Delta &delta, bool isFirst)
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

AttachedHost::AttachedHost(HostId id, Address address, Clock &clock)
    : m_address(std::move(address))
    , m_clock(clock)
{
    MutexLock lock(m_mutex);
    m_status.id = id;
    m_status.name = m_address.name.empty() ? m_address.label() : m_address.name;
    m_status.address = m_address.fullText();
    m_status.colour = m_address.colour;
    m_status.secured = securedBy(m_address.kind);
    m_status.since = m_clock.now();
}

AttachedHost::~AttachedHost()
{
    close();
}

HostStatus AttachedHost::status() const
{
    MutexLock lock(m_mutex);
    return m_status;
}

void AttachedHost::tryNow()
{
    MutexLock lock(m_mutex);
    m_status.nextTry = m_clock.now();
}

void AttachedHost::close()
{
    m_end.request_stop();
    MutexLock lock(m_mutex);
    if (m_connection)
        m_connection->host->close();
}

AttachedHost::ConnectionPtr AttachedHost::connection() const
{
    MutexLock lock(m_mutex);
    return m_connection;
}

AttachedHost::ConnectionPtr AttachedHost::connectionTo(ControllerId &controller) const
{
    MutexLock lock(m_mutex);
    if (!m_connection || m_end.stop_requested())
        return nullptr;
    if (controller.of != m_connection->run)
        return nullptr; // of an earlier run
    controller.of = {};
    return m_connection;
}

AttachedHost::ConnectionPtr AttachedHost::reach()
{
    {
        MutexLock lock(m_mutex);
        if (m_connection || m_isConnecting || m_end.stop_requested()
            || m_clock.now() < m_status.nextTry)
            return m_connection;
        m_isConnecting = true;
    }
    auto made = RemoteHost::connect(m_address, m_end.get_token(), Patience);
    take(std::move(made));
    return connection();
}

void AttachedHost::take(tl::expected<std::unique_ptr<RemoteHost>, RemoteError> made)
{
    MutexLock lock(m_mutex);
    m_isConnecting = false;
    if (!made)
        return setLost(made.error());
    const Introduction introduction = (*made)->introduction();
    setRun(introduction.instance);
    m_connection = std::make_shared<Connection>(
        Connection{*std::move(made), {m_status.id, m_status.run}, m_status});
    m_status.state = HostState::Connected;
    m_status.since = m_status.heard = m_clock.now();
    m_status.nextTry = {};
    m_status.why.clear();
    m_status.version = introduction.version;
    m_status.who = introduction.who;
    m_status.maySteer = introduction.maySteer;
    if (m_end.stop_requested())
        m_connection->host->close();
}

// A host that is too old to say which run of it this is may have been started anew.
void AttachedHost::setRun(const std::string &instance)
{
    if (m_instance.empty() || instance != m_instance)
        ++m_status.run;
    m_instance = instance;
}

void AttachedHost::setLost(const RemoteError &error)
{
    const HostState state = error.kind == RemoteError::Kind::NotAllowed ? HostState::Refused
                                                                        : HostState::Lost;
    if (m_status.state != state)
        m_status.since = m_clock.now();
    m_status.state = state;
    m_status.why = error.sentence;
    m_status.nextTry = m_clock.now() + m_pause;
    m_pause = std::min(2 * m_pause, LongestPause);
}

void AttachedHost::review(const ConnectionPtr &used)
{
    const auto loss = used->host->loss();
    const auto problem = used->host->problem();
    ConnectionPtr gone; // its end may take a moment, and is not under the lock
    MutexLock lock(m_mutex);
    if (m_connection != used)
        return;
    if (!problem || problem->kind != RemoteError::Kind::NotReached)
        m_status.heard = m_clock.now();
    if (!loss)
        return;
    gone = std::exchange(m_connection, nullptr);
    if (!gone->hasTold) { // what is known is as old as it was
        m_status.state = gone->before.state;
        m_status.since = gone->before.since;
        m_status.heard = gone->before.heard;
    }
    setLost(*loss);
}

void AttachedHost::noteTold(Connection &by)
{
    MutexLock lock(m_mutex);
    by.hasTold = true;
    m_pause = FirstPause;
}

ReaderId AttachedHost::attach(Reads reads)
{
    MutexLock lock(m_mutex);
    m_readers.emplace(++m_lastReader, std::make_shared<Reader>(reads));
    return m_lastReader;
}

void AttachedHost::detach(ReaderId reader)
{
    ReaderPtr gone;
    MutexLock lock(m_mutex);
    if (const auto found = m_readers.find(reader); found != m_readers.end()) {
        gone = std::move(found->second);
        m_readers.erase(found);
    }
}

AttachedHost::ReaderPtr AttachedHost::find(ReaderId reader) const
{
    MutexLock lock(m_mutex);
    const auto found = m_readers.find(reader);
    return found == m_readers.end() ? nullptr : found->second;
}

Delta AttachedHost::nothing() const
{
    Delta delta;
    delta.now = m_clock.now();
    delta.wall = m_clock.wallNow();
    return delta;
}

Delta AttachedHost::pull(ReaderId reader)
{
    const ReaderPtr attached = find(reader);
    const ConnectionPtr connection = attached ? reach() : nullptr;
    if (!connection)
        return nothing();
    const bool isNew = attached->connection != connection;
    if (isNew) {
        attached->remote = std::make_unique<FeedReader>(*connection->host, attached->reads);
        attached->connection = connection;
    }
    Delta delta = attached->remote->pull();
    review(connection);
    if (connection->host->loss()) {
        attached->remote.reset();
        attached->connection.reset();
        return nothing();
    }
    noteTold(*connection);
    nameRun(delta, connection->run);
    attached->take(delta, isNew);
    return delta;
}

Sample AttachedHost::sample()
{
    const ConnectionPtr used = connection();
    Sample sample{m_clock.now(), {}};
    if (!used)
        return sample;
    sample = used->host->sample();
    review(used);
    for (Sample::Controller &controller : sample.controllers)
        controller.id.of = used->run;
    return sample;
}

std::optional<ItemDetail> AttachedHost::detail(ControllerId controller, const ObjectId &id)
{
    const ConnectionPtr used = connectionTo(controller);
    if (!used)
        return std::nullopt;
    auto detail = used->host->detail(controller, id);
    review(used);
    return detail;
}

std::optional<Description> AttachedHost::describe(ControllerId controller, const ObjectId &id,
                                                  std::stop_token stop)
{
    const ConnectionPtr used = connectionTo(controller);
    if (!used)
        return std::nullopt;
    auto description = used->host->describe(controller, id, std::move(stop));
    review(used);
    return description;
}

tl::expected<ApplyStatus, RemoteError> AttachedHost::applySession(
    const std::string &json, ApplyMode mode, const std::function<void(const ApplyStatus &)> &show)
{
    return ask(connection(), [&](HostCalls &calls) {
        return calls.applySession(json, mode, show, m_end.get_token());
    });
}

tl::expected<std::vector<OperatorLine>, RemoteError> AttachedHost::operatorLog()
{
    return ask(connection(), [](HostCalls &calls) { return calls.operatorLog(); });
}

RemoteError AttachedHost::notConnected() const
{
    return {RemoteError::Kind::NotReached, status().name + " is not connected: try again later"};
}

template<class Ask>
auto AttachedHost::ask(const ConnectionPtr &used, Ask ask)
    -> decltype(ask(std::declval<HostCalls &>()))
{
    if (!used)
        return tl::unexpected(notConnected());
    HostCalls calls(*used->host);
    const std::stop_callback end(m_end.get_token(), [&calls] { calls.close(); });
    auto answer = ask(calls);
    if (answer) // what went wrong does not tell whether the host was heard
        review(used);
    return answer;
}

HostJob AttachedHost::here(JobAnswer answer, const Connection &from) const
{
    const Duration shift = m_clock.now() - answer.now;
    answer.job.startedAt += shift;
    if (answer.job.hasEnded())
        answer.job.endedAt += shift;
    return {{from.run, answer.job.id}, std::move(answer.job)};
}

std::string AttachedHost::otherRun() const
{
    return status().name + " was started anew since: nothing was done";
}

JobPort::Answer AttachedHost::prepareJob(JobRequest request)
{
    const ConnectionPtr used = connection();
    for (JobObjects &each : request.objects) {
        if (used && connectionTo(each.controller) != used)
            return tl::unexpected(NoJob{otherRun()});
    }
    auto job = ask(used, [&request](HostCalls &calls) {
        return calls.startJob(request, JobStart::Prepared);
    });
    if (!job)
        return tl::unexpected(NoJob{std::move(job.error().sentence)});
    return here(*std::move(job), *used);
}

JobPort::Answer AttachedHost::askOf(const JobKey &key, Asked asked)
{
    const ConnectionPtr used = connection();
    if (used && used->run != key.of)
        return tl::unexpected(NoJob{otherRun()});
    auto job = ask(used, [&](HostCalls &calls) { return (calls.*asked)(key.id); });
    if (!job)
        return tl::unexpected(NoJob{std::move(job.error().sentence), job.error().isUnknown});
    return here(*std::move(job), *used);
}

JobPort::Answer AttachedHost::beginJob(const JobKey &key)
{
    return askOf(key, &HostCalls::beginJob);
}

JobPort::Answer AttachedHost::stopJob(const JobKey &key)
{
    return askOf(key, &HostCalls::stopJob);
}

std::vector<HostJob> AttachedHost::jobs()
{
    std::vector<HostJob> jobs;
    if (const ConnectionPtr used = connection()) {
        auto all = ask(used, [](HostCalls &calls) { return calls.jobs(); });
        for (JobAnswer &each : all ? *all : std::vector<JobAnswer>())
            jobs.push_back(here(std::move(each), *used));
    }
    return jobs;
}

tl::expected<consist::LifecycleAnswer, Error> AttachedHost::look(
    const consist::LifecycleQuestion &question)
{
    return ask(connection(), [&](HostCalls &calls) { return calls.members(question); })
        .map_error(sentenceOf);
}

tl::expected<void, Error> AttachedHost::submit(const consist::EmployeeKey &key,
                                               const consist::Command &command)
{
    return ask(connection(), [&](HostCalls &calls) { return calls.operate(key, command); })
        .map_error(sentenceOf);
}

tl::expected<void, Error> AttachedHost::forget(const consist::EmployerName &employer,
                                               const std::string &)
{
    return ask(connection(), [&](HostCalls &calls) { return calls.forgetEmployer(employer); })
        .map_error(sentenceOf);
}

std::vector<ObjectId> AttachedHost::held(ControllerId controller)
{
    const ConnectionPtr used = connectionTo(controller);
    if (!used)
        return {};
    auto ids = used->host->held(controller);
    review(used);
    return ids;
}

Ticket AttachedHost::submit(Command command)
{
    const ConnectionPtr used = connectionTo(command.controller);
    if (!used)
        return 0;
    const Ticket ticket = used->host->submit(std::move(command));
    review(used);
    return ticket;
}

} // namespace qontroller::remote
