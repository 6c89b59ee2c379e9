// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/actions/jobcommander.h"

#include "ui/actions/operatorlogmodel.h"
#include "ui/words/format.h"
#include "ui/words/jobwords.h"

#include <algorithm>

namespace qontroller::ui {

namespace {

/// Of the ids in one question to a host elsewhere, in bytes; more become several jobs. A host takes
/// 4 MiB.
constexpr std::size_t MostAtOnce = std::size_t{3} << 20U;
/// An answer may be older than what was begun, so that one alone says nothing.
constexpr int MostMissed = 3;

using ByHost = std::map<HostId, std::map<ControllerId, Ids>>;

void add(ByHost &all, const ItemRefs &items, const HostBook &hosts)
{
    for (const ItemRef &item : items) {
        const HostStatus *host = hosts.of(item.controller);
        all[host ? host->id : 0][item.controller].push_back(item.id);
    }
}

/// Jobs of \a host for all of \a objects.
void append(JobsFeed::Requests &requests, ItemVerb verb, HostId host,
            std::map<ControllerId, Ids> &&objects)
{
    std::size_t bytes = MostAtOnce;
    for (auto &[controller, ids] : objects) {
        bool isNew = true; // in its request
        for (ObjectId &id : ids) {
            bytes += id.size() + sizeof(std::uint32_t);
            if (bytes > MostAtOnce && (host != 0 || requests.empty())) {
                requests.emplace_back(host, JobRequest());
                requests.back().second.verb = verb;
                bytes = id.size();
                isNew = true;
            }
            auto &all = requests.back().second.objects;
            if (std::exchange(isNew, false))
                all.push_back({controller, {}});
            all.back().ids.push_back(std::move(id));
        }
    }
}

JobsFeed::Requests requestsOf(const FrozenScope &scope, const HostBook &hosts)
{
    ByHost objects;
    add(objects, scope.eligible, hosts);
    JobsFeed::Requests requests;
    for (auto &[host, all] : objects)
        append(requests, scope.verb, host, std::move(all));
    return requests;
}

std::vector<JobKey> keysOf(const HostJobs &jobs)
{
    std::vector<JobKey> keys;
    for (const HostJob &each : jobs)
        keys.push_back(each.key);
    return keys;
}

std::size_t countOf(const JobRequest &request)
{
    std::size_t count = 0;
    for (const JobObjects &each : request.objects)
        count += each.ids.size();
    return count;
}

/// Asked for by \a counts objects each.
JobCommander::Prepared preparedOf(const std::shared_ptr<const FrozenScope> &scope, double pace,
                                  const std::vector<std::size_t> &counts,
                                  const std::vector<JobPort::Answer> &answers)
{
    JobCommander::Prepared prepared{scope, {}, 0, pace, scope->skipped};
    for (std::size_t i = 0; i < answers.size(); ++i) {
        if (answers[i])
            prepared.jobs.push_back(*answers[i]);
        else
            prepared.skipped[toLine(answers[i].error().sentence)] += counts[i];
    }
    const JobStatus sum = sumOf(prepared.jobs);
    prepared.eligible = sum.eligible;
    for (const JobSkipped &each : sum.skipped)
        prepared.skipped[reasonText(each.why)] += each.count;
    return prepared;
}

QStringList errorsOf(const std::vector<JobPort::Answer> &answers)
{
    QStringList errors;
    for (const JobPort::Answer &each : answers) {
        if (!each)
            errors += toLine(each.error().sentence);
    }
    errors.removeDuplicates();
    return errors;
}

bool isAnyUnknown(const std::vector<JobPort::Answer> &answers)
{
    return std::ranges::any_of(answers, [](const JobPort::Answer &each) {
        return !each && each.error().isUnknown;
    });
}

bool haveEnded(const HostJobs &jobs)
{
    return std::ranges::all_of(jobs, [](const HostJob &each) { return each.job.hasEnded(); });
}

} // namespace

JobCommander::JobCommander(JobsFeed &feed, OperatorLogModel &log, const LiveState &state,
                           QObject *parent)
    : QObject(parent)
    , m_feed(feed)
    , m_log(log)
    , m_state(state)
{
    connect(&feed, &JobsFeed::pulled, this, &JobCommander::lookAtAll);
}

bool JobCommander::isFor(const FrozenScope &scope)
{
    switch (scope.verb) {
    case ItemVerb::Discard:
    case ItemVerb::Remove:
    case ItemVerb::Keep: return true;
    case ItemVerb::Requeue: return scope.eligible.size() > ManyObjects;
    case ItemVerb::Pause:
    case ItemVerb::Resume: break; // at once, and can be taken back
    }
    return false;
}

void JobCommander::prepare(FrozenScope scope, std::function<void(const Prepared &)> ask)
{
    if (scope.eligible.empty()) {
        if (!scope.skipped.empty())
            emit done(withSkipped(tr("Nothing to do."), scope.skipped));
        return;
    }
    if (std::exchange(m_isPreparing, true)) {
        emit done(tr("Nothing was done: the hosts are still asked about the objects before."));
        return;
    }
    JobsFeed::Requests requests = requestsOf(scope, m_state.hosts());
    const double pace = scope.verb == ItemVerb::Requeue ? double(ManyObjects) : 0;
    std::vector<std::size_t> counts;
    for (auto &[host, request] : requests) {
        request.pace = pace / double(requests.size());
        counts.push_back(countOf(request));
    }
    const auto frozen = std::make_shared<const FrozenScope>(std::move(scope));
    m_feed.prepare(std::move(requests), [this, frozen, pace, counts, ask = std::move(ask)](
                                            const std::vector<JobPort::Answer> &answers) {
        m_isPreparing = false;
        const Prepared prepared = preparedOf(frozen, pace, counts, answers);
        if (prepared.eligible > 0)
            return ask(prepared);
        drop(prepared);
        if (const QStringList errors = errorsOf(answers); !errors.isEmpty())
            emit refused(tr("Nothing was done: %1").arg(errors.join(QStringLiteral("; "))));
        else
            emit done(withSkipped(tr("Nothing to do."), prepared.skipped));
    });
}

void JobCommander::drop(const Prepared &prepared)
{
    if (!prepared.jobs.empty()) // what cannot be dropped now ends by itself
        m_feed.stop(keysOf(prepared.jobs), [](const std::vector<JobPort::Answer> &) {});
}

void JobCommander::stop(const JobKey &key)
{
    m_feed.stop({key}, [this](const std::vector<JobPort::Answer> &answers) {
        for (const QString &error : errorsOf(answers))
            emit refused((isAnyUnknown(answers)
                              ? tr("It is not known whether the job was stopped: %1")
                              : tr("The job was not stopped: %1"))
                             .arg(error));
    });
}

void JobCommander::setWorkersFor(ControllerId id, int workers, Duration time)
{
    const QString name = nameOfController(m_state, id);
    m_feed.setWorkersFor(id, workers, time, [=, this](const JobsFeed::WorkersAnswer &before) {
        if (!before)
            return emit refused((before.error().isUnknown
                                     ? tr("It is not known whether the workers of %1 were set: %2")
                                     : tr("The workers of %1 were not set: %2"))
                                    .arg(name, toLine(before.error().sentence)));
        const QString what = tr("%n worker(s) for %1, then %2 again", nullptr, workers)
                                 .arg(formatTerm(time))
                                 .arg(*before);
        emit done(tr("%1: %2.").arg(name, what));
    });
}

void JobCommander::begin(const Prepared &prepared)
{
    m_feed.begin(keysOf(prepared.jobs),
                 [this, prepared](const auto &answers) { follow(prepared, answers); });
}

QString JobCommander::notBegun(const Prepared &what, bool isUnknown)
{
    if (what.jobs.empty())
        return isUnknown ? tr("As far as is known, nothing was done: %1")
                         : tr("Nothing was done: %1");
    return isUnknown ? tr("As far as is known, not all was done: %1") : tr("Not all was done: %1");
}

void JobCommander::follow(Prepared prepared, const std::vector<JobPort::Answer> &answers)
{
    Ids ids;
    for (const ItemRef &item : prepared.scope->eligible)
        ids.push_back(item.id);
    prepared.jobs.clear();
    for (const JobPort::Answer &each : answers) {
        if (each)
            prepared.jobs.push_back(*each);
    }
    const int entry = m_log.addJobs(placeOf(*prepared.scope),
                                    ItemsAction{prepared.scope->verb, std::move(ids)},
                                    keysOf(prepared.jobs));
    if (prepared.scope->noted)
        prepared.scope->noted(entry);
    const bool isUnknown = isAnyUnknown(answers);
    const QString errors = errorsOf(answers).join(QStringLiteral("; "));
    if (!errors.isEmpty())
        emit refused(notBegun(prepared, isUnknown).arg(errors));
    if (prepared.jobs.empty())
        return m_log.addRefusal(entry, errors,
                                isUnknown ? OperatorLogModel::Refusal::NotConfirmed
                                          : OperatorLogModel::Refusal::NotSent);
    if (!haveEnded(prepared.jobs))
        sayBegun(prepared);
    const HostId first = prepared.jobs.front().key.of.host;
    m_begun.push_back({std::move(prepared), entry});
    lookAtAll(first); // some have ended with the answer
}

void JobCommander::lookAtAll(HostId host)
{
    const HostJobs jobs = m_feed.jobs();
    std::erase_if(m_begun, [&](Begun &begun) { return !look(begun, host, jobs); });
}

bool JobCommander::look(Begun &begun, HostId host, const HostJobs &jobs)
{
    bool isMissed = false;
    for (HostJob &own : begun.what.jobs) {
        if (own.job.hasEnded() || own.key.of.host != host)
            continue;
        const auto found = std::ranges::find(jobs, own.key, &HostJob::key);
        if (found == jobs.end())
            isMissed |= isReached(host);
        else if (found->job.state != JobState::Prepared) // an answer from before it was begun
            own.job = found->job;
    }
    int &missed = begun.missed[host];
    missed = isMissed ? missed + 1 : 0;
    const bool isLost = missed >= MostMissed;
    const bool isOver = isLost || haveEnded(begun.what.jobs);
    QString outcome = outcomeText(sumOf(begun.what.jobs));
    if (isLost)
        outcome += QStringLiteral(" · ") + tr("the rest is not known: the host was started anew");
    m_log.setOutcome(begun.entry, outcome);
    if (isLost)
        emit refused(tr("A job has ended with its host: %1").arg(outcome));
    else if (isOver)
        sayEnd(begun.what);
    return !isOver;
}

bool JobCommander::isReached(HostId host) const
{
    return std::ranges::none_of(m_state.hosts(), [host](const HostStatus &each) {
        return each.id == host && each.state != HostState::Connected;
    });
}

void JobCommander::sayBegun(const Prepared &what)
{
    const ItemRefs &items = what.scope->eligible;
    if (!factsOf(what.scope->verb).asksForRuns)
        return;
    QString sentence = doneSentence(what.scope->verb, what.eligible, items);
    if (what.pace > 0)
        sentence = tr("Requeued, %1 a second: %2.")
                       .arg(formatNumber(what.pace),
                            what.eligible == items.size()
                                ? namesOf(items)
                                : tr("%n object(s)", nullptr, int(what.eligible)));
    emit done(withIdle(withSkipped(sentence, what.skipped), runnersOf(*what.scope), m_state));
}

void JobCommander::sayEnd(const Prepared &what)
{
    const JobStatus sum = sumOf(what.jobs);
    const QString outcome = outcomeText(sum);
    if (factsOf(what.scope->verb).asksForRuns || sum.state == JobState::Stopped)
        emit done(tr("%1 has ended: %2").arg(nameOf(what.scope->verb), outcome));
    else
        emit done(withSkipped(doneSentence(what.scope->verb, sum.succeeded, what.scope->eligible),
                              what.skipped));
}

LogPlace JobCommander::placeOf(const FrozenScope &scope) const
{
    std::set<ControllerId> ids;
    for (const ItemRef &item : scope.eligible)
        ids.insert(item.controller);
    return logPlaceOf(m_state, ids);
}

} // namespace qontroller::ui
