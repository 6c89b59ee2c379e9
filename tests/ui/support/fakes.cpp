// SPDX-License-Identifier: GPL-3.0-or-later
#include "fakes.h"

#include "core/engine/observe/feed/delta.h"
#include "core/engine/observe/items/description.h"
#include "core/engine/observe/items/itemdetail.h"
#include "core/remote/link/hostneeds.h"

#include <QtCore/QJsonDocument>

#include <algorithm>

namespace qontroller::test {

using namespace ui;
using namespace std::chrono_literals;

void FakeJobs::skip(std::uint64_t count, const std::string &why)
{
    const std::lock_guard lock(m_mutex);
    m_skipped = {count, why};
}

void FakeJobs::refuse(const std::string &sentence)
{
    const std::lock_guard lock(m_mutex);
    m_refusal = sentence;
}

JobKey FakeJobs::add(JobStatus job, HostId host)
{
    const std::lock_guard lock(m_mutex);
    job.id = ++m_lastId;
    m_jobs.push_back({{{host, 0}, job.id}, std::move(job)});
    return m_jobs.back().key;
}

void FakeJobs::edit(const JobKey &key, const std::function<void(JobStatus &)> &change)
{
    const std::lock_guard lock(m_mutex);
    change(std::ranges::find(m_jobs, key, &HostJob::key)->job);
}

void FakeJobs::finish(const JobKey &key)
{
    edit(key, [](JobStatus &job) {
        job.given = job.succeeded = job.eligible;
        job.state = JobState::Ended;
    });
}

void FakeJobs::forget(const JobKey &key)
{
    const std::lock_guard lock(m_mutex);
    std::erase_if(m_jobs, [&key](const HostJob &each) { return each.key == key; });
}

std::vector<std::pair<HostId, JobRequest>> FakeJobs::requests() const
{
    const std::lock_guard lock(m_mutex);
    return m_requests;
}

std::optional<JobStatus> FakeJobs::find(const JobKey &key) const
{
    const std::lock_guard lock(m_mutex);
    const auto found = std::ranges::find(m_jobs, key, &HostJob::key);
    return found == m_jobs.end() ? std::nullopt : std::optional(found->job);
}

std::optional<HostJob> FakeJobs::last() const
{
    const std::lock_guard lock(m_mutex);
    return m_jobs.empty() ? std::nullopt : std::optional(m_jobs.back());
}

JobPort::Answer FakeJobs::prepare(HostId host, JobRequest request)
{
    JobStatus job;
    job.verb = request.verb;
    job.who = "anna";
    job.pace = request.pace;
    for (const JobObjects &each : request.objects)
        job.eligible += each.ids.size();
    {
        const std::lock_guard lock(m_mutex);
        if (!m_refusal.empty())
            return tl::unexpected(NoJob{m_refusal});
        m_requests.emplace_back(host, std::move(request));
        if (m_skipped) {
            job.eligible -= m_skipped->count;
            job.skipped.push_back(*m_skipped);
        }
    }
    const JobKey key = add(std::move(job), host);
    return HostJob{key, *find(key)};
}

JobPort::Answer FakeJobs::change(const JobKey &key, JobState state)
{
    if (!find(key))
        return tl::unexpected(NoJob{"there is no such job (any more)"});
    edit(key, [state](JobStatus &job) { job.state = state; });
    return HostJob{key, *find(key)};
}

// What asks for no runs has ended when its commands are given.
JobPort::Answer FakeJobs::begin(const JobKey &key)
{
    {
        std::unique_lock lock(m_mutex);
        m_released.wait(lock, [&] { return key.of.host == 0 || key.of.host != m_hung; });
    }
    auto begun = change(key, JobState::Running);
    if (begun && !factsOf(begun->job.verb).asksForRuns) {
        finish(key);
        begun->job = *find(key);
    }
    return begun;
}

JobPort::Answer FakeJobs::stop(const JobKey &key)
{
    return change(key, JobState::Stopped);
}

void FakeJobs::hang(HostId host)
{
    const std::lock_guard lock(m_mutex);
    m_hung = host;
    m_released.notify_all();
}

tl::expected<int, NoJob> FakeJobs::setWorkersFor(ControllerId controller, int workers,
                                                 Duration time)
{
    const std::lock_guard lock(m_mutex);
    if (!m_refusal.empty())
        return tl::unexpected(NoJob{m_refusal});
    m_workers.push_back({controller, workers, time});
    return 4;
}

std::vector<FakeJobs::WorkersAsked> FakeJobs::workersAsked() const
{
    const std::lock_guard lock(m_mutex);
    return m_workers;
}

std::vector<HostJob> FakeJobs::jobs()
{
    const std::lock_guard lock(m_mutex);
    return m_jobs;
}

JobCommander::Prepared prepared(FrozenScope scope)
{
    JobCommander::Prepared prepared;
    prepared.eligible = scope.eligible.size();
    prepared.skipped = scope.skipped;
    prepared.scope = std::make_shared<const FrozenScope>(std::move(scope));
    return prepared;
}

/// Of the feed that all hosts are in: the first that is asked is told of all, the others of nothing.
class FakeHosts::PartOfFeed final : public Feed
{
public:
    PartOfFeed(FakeHosts &hosts, HostId host)
        : m_feed(*hosts.m_feed)
        , m_hosts(hosts)
        , m_host(host)
    {}

    ReaderId attach(Reads reads) override { return m_feed.attach(reads); }
    Delta pull(ReaderId reader) override
    {
        return m_host == m_hosts.m_first ? m_feed.pull(reader) : Delta();
    }
    void detach(ReaderId reader) override { m_feed.detach(reader); }
    Sample sample() override { return m_host == m_hosts.m_first ? m_feed.sample() : Sample(); }
    std::optional<ItemDetail> detail(ControllerId controller, const ObjectId &id) override
    {
        if (m_host != 0 && m_host == m_hosts.m_mute) {
            ++m_hosts.m_unanswered;
            return std::nullopt;
        }
        return m_feed.detail(controller, id);
    }
    std::optional<Description> describe(ControllerId controller, const ObjectId &id,
                                        std::stop_token stop) override
    {
        return m_feed.describe(controller, id, std::move(stop));
    }
    std::vector<ObjectId> held(ControllerId controller) override { return m_feed.held(controller); }

private:
    Feed &m_feed;
    FakeHosts &m_hosts;
    const HostId m_host;
};

/// The jobs of one host, among those of all.
class FakeHosts::PartOfJobs final : public JobPort
{
public:
    PartOfJobs(FakeJobs &jobs, HostId host)
        : m_jobs(jobs)
        , m_host(host)
    {}
    Answer prepare(JobRequest request) override
    {
        return m_jobs.prepare(m_host, std::move(request));
    }
    Answer begin(const JobKey &key) override { return m_jobs.begin(key); }
    Answer stop(const JobKey &key) override { return m_jobs.stop(key); }
    tl::expected<int, NoJob> setWorkersFor(ControllerId controller, int workers,
                                           Duration time) override
    {
        return m_jobs.setWorkersFor(controller, workers, time);
    }
    std::vector<HostJob> jobs() override
    {
        std::vector<HostJob> mine = m_jobs.jobs();
        std::erase_if(mine, [this](const HostJob &each) { return each.key.of.host != m_host; });
        return mine;
    }

private:
    FakeJobs &m_jobs;
    const HostId m_host;
};

/// What one host alarms of, whose other needs its deltas tell.
class FakeHosts::PartOfAlarms final : public AlarmPort
{
public:
    PartOfAlarms(FakeHosts &hosts, HostId host)
        : m_hosts(hosts)
        , m_host(host)
    {}
    tl::expected<AlarmStatus, Error> alarms() override
    {
        const std::lock_guard lock(m_hosts.m_mutex);
        AlarmStatus status = m_hosts.m_alarms[m_host];
        for (qontroller::Need &each :
             qontroller::needsOf(m_hosts.m_journals[m_host], SteadyClock::instance().moment())) {
            if (each.attention.kind != AttentionKind::Temporary) // as a host does
                status.ofHost.push_back(std::move(each));
        }
        return status;
    }
    tl::expected<void, Error> acknowledge(const AcknowledgeRequest &request) override
    {
        QString said = "acknowledge " + QString::fromStdString(request.key);
        if (request.time)
            said += " for " + QString::fromStdString(formatDuration(*request.time));
        return take(said + ": " + QString::fromStdString(request.reason), [&](auto &all) {
            all.push_back({request.key, request.who, request.reason, WallTime(1h)});
        });
    }
    tl::expected<void, Error> withdraw(const std::string &key, const std::string &) override
    {
        return take("withdraw " + QString::fromStdString(key), [&](auto &all) {
            std::erase_if(all, [&](const auto &each) { return each.key == key; });
        });
    }

private:
    tl::expected<void, Error> take(const QString &said, const auto &change)
    {
        const std::lock_guard lock(m_hosts.m_mutex);
        m_hosts.m_acknowledgements += said;
        if (!m_hosts.m_whyNotAcknowledged.empty())
            return tl::unexpected(Error(m_hosts.m_whyNotAcknowledged));
        change(m_hosts.m_alarms[m_host].acknowledged);
        return {};
    }

    FakeHosts &m_hosts;
    const HostId m_host;
};

class FakeHosts::Link final : public HostLink
{
public:
    Link(FakeHosts &hosts, HostId host)
        : m_hosts(hosts)
        , m_id(host)
        , m_feed(hosts, host)
        , m_jobs(hosts.jobs, host)
        , m_alarms(hosts, host)
    {}
    HostId id() const override { return m_id; }
    HostStatus status() const override
    {
        const auto found = std::ranges::find(m_hosts.all, m_id, &HostStatus::id);
        return found == m_hosts.all.end() ? HostStatus() : *found;
    }
    Feed &feed() override
    {
        const auto own = m_hosts.feeds.find(m_id);
        return own == m_hosts.feeds.end() ? m_feed : *own->second;
    }
    ControlPort &control() override { return *m_hosts.m_control; }
    JobPort &jobs() override { return m_jobs; }
    AlarmPort &alarms() override { return m_alarms; }
    std::shared_ptr<consist::LifecyclePort> members() override
    {
        const auto found = m_hosts.lifecycles.find(m_id);
        return found == m_hosts.lifecycles.end() ? nullptr : found->second;
    }
    tl::expected<std::vector<OperatorLine>, Error> operatorLog(std::uint64_t after) override
    {
        const std::lock_guard lock(m_hosts.m_mutex);
        std::vector<OperatorLine> lines = m_hosts.m_operatorLogs[m_id];
        std::erase_if(lines, [after](const OperatorLine &each) { return each.changed <= after; });
        return lines;
    }
    tl::expected<JournalStatus, Error> journal() override
    {
        const std::lock_guard lock(m_hosts.m_mutex);
        const auto found = m_hosts.m_journals.find(m_id);
        return found == m_hosts.m_journals.end() ? JournalStatus() : found->second;
    }
    void tryNow() override { m_hosts.tried += m_id; }

private:
    FakeHosts &m_hosts;
    const HostId m_id;
    PartOfFeed m_feed;
    PartOfJobs m_jobs;
    PartOfAlarms m_alarms;
};

FakeHosts::FakeHosts() = default;
FakeHosts::~FakeHosts() = default;

void FakeHosts::serve(Feed &feed, ControlPort &control)
{
    const std::lock_guard lock(m_mutex);
    m_links.clear();
    m_feed = &feed;
    m_control = &control;
}

void FakeHosts::log(HostId host, OperatorLine line)
{
    const std::lock_guard lock(m_mutex);
    std::vector<OperatorLine> &lines = m_operatorLogs[host];
    line.number = line.changed = lines.size() + 1;
    lines.push_back(std::move(line));
}

void FakeHosts::keep(HostId host, JournalStatus journal)
{
    const std::lock_guard lock(m_mutex);
    m_journals.insert_or_assign(host, std::move(journal));
}

void FakeHosts::alarm(HostId host, AlarmStatus alarms)
{
    const std::lock_guard lock(m_mutex);
    m_alarms.insert_or_assign(host, std::move(alarms));
}

QStringList FakeHosts::acknowledgements() const
{
    const std::lock_guard lock(m_mutex);
    return m_acknowledgements;
}

void FakeHosts::refuseAcknowledgements(const std::string &why)
{
    const std::lock_guard lock(m_mutex);
    m_whyNotAcknowledged = why;
}

HostStatus &FakeHosts::add(const std::string &name)
{
    isElsewhere = true;
    HostStatus host;
    host.id = HostId(all.size() + 1);
    host.run = 1;
    host.name = name;
    host.address = "/run/qontroller/" + name + "/control.sock";
    host.state = HostState::Connected;
    host.heard = TimePoint::max(); // never late, whatever time it is
    host.maySteer = true;
    return all.emplace_back(std::move(host));
}

HostLinkPtr FakeHosts::linkTo(HostId host) const
{
    HostLinkPtr &link = m_links[host];
    if (!link)
        link = std::make_shared<Link>(const_cast<FakeHosts &>(*this), host);
    return link;
}

std::vector<HostLinkPtr> FakeHosts::links() const
{
    const std::lock_guard lock(m_mutex);
    if (!m_feed)
        return {};
    std::vector<HostLinkPtr> links;
    if (all.empty() && !isElsewhere)
        links.push_back(linkTo(0));
    for (const HostStatus &host : all)
        links.push_back(linkTo(host.id));
    m_first = links.empty() ? 0 : links.front()->id();
    std::erase_if(m_links, [&](const auto &each) {
        return std::ranges::find(links, each.second) == links.end();
    });
    return links;
}

FakeApplication::FakeApplication()
{
    PluginInfo good;
    good.file = QStringLiteral("/plugins/libfoldermirror.so");
    good.sha256 = QStringLiteral("0a1b2c");
    good.id = QStringLiteral("folder-mirror");
    good.name = QStringLiteral("Folder mirror");
    good.version = QStringLiteral("1.0");
    good.apiVersion = QStringLiteral("1");
    good.description = QStringLiteral("Keeps a folder the same as another.");
    good.vendor = QStringLiteral("Qontroller");
    good.license = QStringLiteral("LGPL-3.0-or-later");
    good.kind = PluginInfo::Kind::Controller;
    good.parameters = everySchema();
    good.verdict = PluginInfo::Verdict::Usable;
    good.sentence = QStringLiteral("Made for this version. Nothing of it is loaded before Start.");
    known += good;
    PluginInfo refused;
    refused.file = QStringLiteral("/plugins/libold.so");
    refused.id = QStringLiteral("old");
    refused.name = QStringLiteral("Old plugin");
    refused.kind = PluginInfo::Kind::Controller;
    refused.sentence = QStringLiteral("Made for interface 0; this program has 1. Build it anew.");
    known += refused;
    PluginInfo locker;
    locker.file = QStringLiteral("/plugins/libredislocker.so");
    locker.id = QStringLiteral("redis-locker");
    locker.name = QStringLiteral("Redis locker");
    locker.description = QStringLiteral("Shares locks between hosts.");
    locker.kind = PluginInfo::Kind::Locker;
    locker.verdict = PluginInfo::Verdict::Usable;
    locker.parameters = lockerSchema();
    known.insert(1, locker);
}

PluginInfo FakeApplication::inspect(const QString &file)
{
    for (const PluginInfo &plugin : known) {
        if (plugin.file == file)
            return plugin;
    }
    PluginInfo nothing;
    nothing.file = file;
    nothing.sentence = QStringLiteral("This file is no Qt plugin.");
    known += nothing;
    return nothing;
}

Result FakeApplication::decide(PluginDecision decision, const PluginInfo &plugin)
{
    decided += {decision, plugin.file};
    for (PluginInfo &each : known) {
        if (each.file == plugin.file)
            each.verdict = decision == PluginDecision::Disable ? PluginInfo::Verdict::Disabled
                                                               : PluginInfo::Verdict::Usable;
    }
    return Result::done(QStringLiteral("Decided."));
}

QList<ParameterError> FakeApplication::validate(const StartRequest &request) const
{
    return validator ? validator(request) : QList<ParameterError>();
}

Result FakeApplication::start(const StartRequest &request)
{
    started += request;
    return startResult;
}

Result FakeApplication::openSession(const QString &file)
{
    opened += file;
    session = file;
    return Result::done(QStringLiteral("Session opened."));
}

Result FakeApplication::saveSession(const QString &file)
{
    saved += file;
    session = file;
    unsaved = false;
    return Result::done(QStringLiteral("Session saved."));
}

QJsonObject lockerSchema()
{
    return QJsonDocument::fromJson(R"({"type": "object", "required": ["address"], "properties": {
        "address": {"type": "string", "title": "Address"}}})")
        .object();
}

QJsonObject everySchema()
{
    return QJsonDocument::fromJson(R"({
        "type": "object",
        "required": ["source", "target"],
        "properties": {
            "source": {"type": "string", "format": "path", "title": "Source", "description": "Folder to read."},
            "target": {"type": "string", "format": "path", "title": "Target", "description": "Folder to keep the same."},
            "pattern": {"type": "string", "default": "*"},
            "interval": {"type": "string", "format": "duration", "default": "30s", "title": "Interval"},
            "secret": {"type": "string", "format": "password"},
            "token": {"type": "string", "format": "secret"},
            "keys": {"type": "array", "items": {"type": "string"}, "writeOnly": true},
            "depth": {"type": "integer", "default": 3, "minimum": 0},
            "factor": {"type": "number", "default": 1.5},
            "links": {"type": "boolean", "default": true, "title": "Follow links"},
            "mode": {"enum": ["copy", "link", 7], "default": "copy", "title": "Mode"},
            "command": {"type": "array", "items": {"type": "string"}, "default": ["rsync", "-a"]},
            "limits": {"type": "object", "title": "Limits", "properties": {
                "size": {"type": "integer"}, "rate": {"type": "number", "default": 0.5}}},
            "extra": {"type": "object", "default": {"a": 1}}
        }
    })")
        .object();
}

ui::Result FakeApplication::connectTo(const QString &address)
{
    connected += address;
    return connectResult;
}

} // namespace qontroller::test
