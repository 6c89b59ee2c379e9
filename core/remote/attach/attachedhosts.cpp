// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/remote/attach/attachedhosts.h"

#include "core/engine/observe/feed/delta.h"
#include "core/engine/observe/items/description.h"
#include "core/engine/observe/items/itemdetail.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

namespace qontroller::remote {

namespace {

template<class Values>
void append(Values &all, Values some)
{
    std::ranges::move(some, std::back_inserter(all));
}

std::string notShown()
{
    return "the host is not shown any more";
}

} // namespace

struct AttachedHosts::Line
{
    Line(HostPtr of, Reads reads, Clock &clock)
        : host(std::move(of))
        , reader(*host, reads)
        , pulls(clock, [this] { return reader.pull(); })
    {}

    void note(const Delta &part)
    {
        for (const ControllerDelta &controller : part.controllers)
            told.insert(controller.id);
        for (const ControllerId gone : part.removed)
            told.erase(gone);
    }

    const HostPtr host;
    FeedReader reader;
    std::set<ControllerId> told; ///< what its reader knows; under the mutex
    OnDemand<Delta> pulls;       ///< last: its thread uses the others
};

AttachedHosts::AttachedHosts(Clock &clock)
    : m_clock(clock)
{}

AttachedHosts::~AttachedHosts()
{
    close();
}

HostId AttachedHosts::add(const Address &address)
{
    MutexLock lock(m_mutex);
    const HostId id = ++m_lastHost;
    auto host = std::make_shared<AttachedHost>(id, address, m_clock);
    auto samples = std::make_shared<Samples>(m_clock, [host] { return host->sample(); });
    auto jobs = std::make_shared<OnDemand<std::vector<HostJob>>>(m_clock,
                                                                 [host] { return host->jobs(); });
    auto details = std::make_shared<Details>(host, m_clock);
    m_entries.push_back(
        {id, std::move(host), std::move(samples), {}, std::move(jobs), {}, std::move(details)});
    return id;
}

void AttachedHosts::remove(HostId host)
{
    Entry gone;
    std::vector<LinePtr> lines;
    {
        MutexLock lock(m_mutex);
        const auto found = std::ranges::find(m_entries, host, &Entry::id);
        if (found == m_entries.end())
            return;
        gone = std::move(*found);
        m_entries.erase(found);
        for (auto &[id, reader] : m_readers) {
            const auto line = reader.lines.extract(host);
            if (!line)
                continue;
            std::ranges::copy(line.mapped()->told, std::back_inserter(reader.removed));
            lines.push_back(line.mapped());
        }
    }
    gone.host->close(); // so that those who pull it end soon
}

AttachedHosts::HostPtr AttachedHosts::find(HostId host) const
{
    MutexLock lock(m_mutex);
    const auto found = std::ranges::find(m_entries, host, &Entry::id);
    return found == m_entries.end() ? nullptr : found->host;
}

void AttachedHosts::tryNow(HostId host)
{
    if (const HostPtr found = find(host))
        found->tryNow();
}

tl::expected<ApplyStatus, RemoteError> AttachedHosts::applySession(
    HostId host, const std::string &json, ApplyMode mode,
    const std::function<void(const ApplyStatus &)> &show)
{
    if (const HostPtr found = find(host))
        return found->applySession(json, mode, show);
    return tl::unexpected(RemoteError{RemoteError::Kind::NotReached, notShown()});
}

tl::expected<std::vector<OperatorLine>, RemoteError> AttachedHosts::operatorLog(HostId host)
{
    if (const HostPtr found = find(host))
        return found->operatorLog();
    return tl::unexpected(RemoteError{RemoteError::Kind::NotReached, notShown()});
}

void AttachedHosts::close()
{
    for (const HostPtr &host : all())
        host->close();
}

std::vector<AttachedHosts::HostPtr> AttachedHosts::all() const
{
    MutexLock lock(m_mutex);
    std::vector<HostPtr> hosts;
    for (const Entry &entry : m_entries)
        hosts.push_back(entry.host);
    return hosts;
}

std::vector<HostStatus> AttachedHosts::hosts() const
{
    const std::vector<HostPtr> shown = all();
    std::vector<HostStatus> statuses;
    std::map<std::string, int> named;
    for (const HostPtr &host : shown)
        ++named[statuses.emplace_back(host->status()).name];
    for (std::size_t i = 0; i < shown.size(); ++i) {
        if (named[statuses[i].name] > 1)
            statuses[i].name += " (" + shown[i]->address().text() + ')';
    }
    return statuses;
}

std::map<HostId, std::shared_ptr<consist::LifecyclePort>> AttachedHosts::lifecycles() const
{
    MutexLock lock(m_mutex);
    std::map<HostId, std::shared_ptr<consist::LifecyclePort>> ports;
    for (const Entry &entry : m_entries)
        ports.emplace(entry.id, entry.host);
    return ports;
}

ReaderId AttachedHosts::attach(Reads reads)
{
    MutexLock lock(m_mutex);
    m_readers[++m_lastReader].reads = reads;
    return m_lastReader;
}

void AttachedHosts::detach(ReaderId reader)
{
    Reader gone; // its threads end without the lock
    MutexLock lock(m_mutex);
    if (const auto found = m_readers.find(reader); found != m_readers.end()) {
        gone = std::move(found->second);
        m_readers.erase(found);
    }
}

std::map<HostId, AttachedHosts::LinePtr> AttachedHosts::linesOf(ReaderId reader)
{
    MutexLock lock(m_mutex);
    const auto found = m_readers.find(reader);
    if (found == m_readers.end())
        return {};
    for (const Entry &entry : m_entries) {
        LinePtr &line = found->second.lines[entry.id];
        if (!line)
            line = std::make_shared<Line>(entry.host, found->second.reads, m_clock);
    }
    return found->second.lines;
}

Delta AttachedHosts::pull(ReaderId reader)
{
    const auto lines = linesOf(reader);
    for (const auto &[host, line] : lines)
        line->pulls.ask();
    const TimePoint deadline = m_clock.now() + Courtesy;
    std::map<HostId, std::optional<Delta>> parts;
    for (const auto &[host, line] : lines)
        parts[host] = line->pulls.take(deadline);

    Delta delta;
    MutexLock lock(m_mutex);
    delta.now = m_clock.now();
    delta.wall = m_clock.wallNow();
    const auto found = m_readers.find(reader);
    if (found == m_readers.end())
        return delta;
    for (auto &[host, part] : parts) {
        if (!part || !found->second.lines.contains(host))
            continue; // the host was removed meanwhile
        found->second.lines[host]->note(*part);
        append(delta.controllers, std::move(part->controllers));
        append(delta.removed, std::move(part->removed));
    }
    append(delta.removed, std::exchange(found->second.removed, {}));
    return delta;
}

Sample AttachedHosts::sample()
{
    std::vector<std::pair<HostId, std::shared_ptr<Samples>>> asked;
    {
        MutexLock lock(m_mutex);
        for (const Entry &entry : m_entries)
            asked.emplace_back(entry.id, entry.samples);
    }
    for (const auto &[host, samples] : asked)
        samples->ask();
    const TimePoint deadline = m_clock.now() + Courtesy;
    std::vector<std::pair<HostId, std::optional<Sample>>> taken;
    for (const auto &[host, samples] : asked)
        taken.emplace_back(host, samples->take(deadline));
    Sample all{m_clock.now(), {}};
    take(taken, all);
    return all;
}

void AttachedHosts::take(const std::vector<std::pair<HostId, std::optional<Sample>>> &samples,
                         Sample &all)
{
    MutexLock lock(m_mutex);
    for (const auto &[host, sample] : samples) {
        const auto entry = std::ranges::find(m_entries, host, &Entry::id);
        if (entry == m_entries.end())
            continue;
        if (sample)
            entry->last = sample->controllers;
        append(all.controllers, entry->last);
    }
}

std::optional<ItemDetail> AttachedHosts::detail(ControllerId controller, const ObjectId &id)
{
    std::shared_ptr<Details> details;
    {
        MutexLock lock(m_mutex);
        const auto entry = std::ranges::find(m_entries, controller.of.host, &Entry::id);
        if (entry != m_entries.end())
            details = entry->details;
    }
    return details ? details->take(controller, id, m_clock.now() + Courtesy) : std::nullopt;
}

std::optional<Description> AttachedHosts::describe(ControllerId controller, const ObjectId &id,
                                                   std::stop_token stop)
{
    const HostPtr host = find(controller.of.host);
    return host ? host->describe(controller, id, std::move(stop)) : std::nullopt;
}

std::vector<ObjectId> AttachedHosts::held(ControllerId controller)
{
    const HostPtr host = find(controller.of.host);
    return host ? host->held(controller) : std::vector<ObjectId>();
}

JobPort::Answer AttachedHosts::prepare(HostId host, JobRequest request)
{
    const HostPtr found = find(host);
    return found ? found->prepareJob(std::move(request)) : tl::unexpected(NoJob{notShown()});
}

JobPort::Answer AttachedHosts::begin(const JobKey &key)
{
    const HostPtr found = find(key.of.host);
    return found ? found->beginJob(key) : tl::unexpected(NoJob{notShown()});
}

JobPort::Answer AttachedHosts::stop(const JobKey &key)
{
    const HostPtr found = find(key.of.host);
    return found ? found->stopJob(key) : tl::unexpected(NoJob{notShown()});
}

std::vector<HostJob> AttachedHosts::jobs()
{
    std::vector<Entry> asked;
    {
        MutexLock lock(m_mutex);
        asked = m_entries;
    }
    for (const Entry &entry : asked)
        entry.jobs->ask();
    const TimePoint deadline = m_clock.now() + Courtesy;
    std::vector<HostJob> all;
    for (const Entry &each : asked) {
        const auto jobs = each.jobs->take(deadline);
        MutexLock lock(m_mutex);
        const auto entry = std::ranges::find(m_entries, each.id, &Entry::id);
        if (entry == m_entries.end())
            continue;
        if (jobs)
            entry->lastJobs = *jobs;
        append(all, entry->lastJobs);
    }
    return all;
}

Ticket AttachedHosts::submit(Command command)
{
    const HostPtr host = find(command.controller.of.host);
    return host ? host->submit(std::move(command)) : 0;
}

} // namespace qontroller::remote
