// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/jobs/jobrun.h"

#include "core/engine/control/operatorline.h"
#include "core/engine/filter/filterparser.h"
#include "core/engine/jobs/eligibility.h"
#include "core/engine/observe/events/shortform.h"
#include "core/engine/observe/feed/delta.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <span>
#include <utility>

namespace qontroller {

namespace {

constexpr std::string_view NotListedReason = "its controller has not listed yet";

/// Objects of one command.
constexpr std::uint64_t Portion = 256;
/// How long after its controller has gone another one may come in its place: a session that is
/// applied waits for all that stop, 45 s at the most, before it starts the first.
constexpr Duration ReturnsWithin = std::chrono::minutes(1);

/// How often it looks which runs cannot begin.
constexpr Duration BlockedLook = std::chrono::seconds(1);

/// Who gives its commands looks many times a second: if not, the host was stopped or has slept.
constexpr Duration LongestLook = std::chrono::seconds(2);

/// How long \a count objects take at \a pace.
Duration lengthOf(std::uint64_t count, double pace)
{
    return std::chrono::ceil<Duration>(
        std::chrono::duration<double>(static_cast<double>(count) / pace));
}

enum class RunEnd : std::uint8_t {
    Succeeded,
    Failed,
    NotRun,
};

RunEnd endOf(const Said &said)
{
    switch (said.kind) {
    case Said::Kind::Done:
    case Said::Kind::Removed:
    case Said::Kind::DoneForNow:
    case Said::Kind::Ignored: return RunEnd::Succeeded;
    case Said::Kind::NotRun:
    case Said::Kind::NotHeld:
    case Said::Kind::Discarded:
    case Said::Kind::OwnedElsewhere: return RunEnd::NotRun;
    default: return RunEnd::Failed;
    }
}

} // namespace

JobRun::JobRun(JobId id, std::string who, JobRequest request, ObjectRows &rows, TimePoint now,
               const std::function<bool()> &isGone)
    : m_request(std::move(request))
{
    m_status.id = id;
    m_status.verb = m_request.verb;
    m_status.who = std::move(who);
    m_status.filter = m_request.filter;
    m_status.pace = m_request.pace;
    m_status.terms = m_request.terms;
    m_status.startedAt = now;
    if (m_request.objects.empty())
        freezeFound(rows, isGone);
    else
        freezeNamed(rows);
    std::erase_if(m_request.objects, [](const JobObjects &each) { return each.ids.empty(); });
    const auto all = rows.controllers();
    for (const JobObjects &each : m_request.objects) {
        const auto found = std::ranges::find(all, each.controller, &NamedController::id);
        m_controllers.push_back(found == all.end()
                                    ? Controller()
                                    : Controller{found->name, found->plugin, found->objects});
    }
    noteFrozen();
}

JobRun::JobRun(KeptJob job, const std::vector<NamedController> &run, const Moment &now)
    : m_lookedAt(now.now)
    , m_wasBegun(true)
{
    m_request = {job.verb, {}, std::move(job.filter), job.pace, std::move(job.terms)};
    for (KeptJob::Objects &each : job.objects) {
        const bool isGone = std::ranges::find(run, each.controller, &NamedController::name)
                            == run.end();
        m_controllers.push_back(
            {std::move(each.controller), std::move(each.plugin), std::move(each.objects), isGone});
        if (factsOf(job.verb).spell)
            each.spells.resize(each.ids.size()); // an older program knew none
        // It has another number by now.
        m_request.objects.push_back({0, std::move(each.ids), std::move(each.spells)});
    }
    static_cast<JobProgress &>(m_status) = std::move(job.progress);
    m_status.id = job.id;
    m_status.verb = job.verb;
    m_status.state = JobState::Running;
    m_status.who = std::move(job.who);
    m_status.filter = m_request.filter;
    m_status.pace = job.pace;
    m_status.terms = m_request.terms;
    m_status.startedAt = now.pastOf(job.startedAt);
    noteFrozen();
    for (m_next = m_status.given; m_controller + 1 < m_controllers.size(); ++m_controller) {
        const std::size_t count = m_request.objects[m_controller].ids.size();
        if (m_next < count)
            break;
        m_next -= count;
    }
    if (job.pace > 0 && m_status.given > 0) // as if the last of them had been given just now
        m_waited = now.now - m_status.startedAt - lengthOf(m_status.given - 1, job.pace);
    if (const std::uint64_t lost = qontroller::underWay(m_status); lost > 0)
        skipSince("how its run ended is not known: the program has started anew", lost);
}

KeptJob JobRun::kept(const Moment &now) const
{
    KeptJob job{m_status.id,
                m_status.verb,
                m_request.terms,
                m_status.pace,
                m_status.who,
                m_status.filter,
                now.wallOf(m_status.startedAt),
                {},
                m_status};
    for (std::size_t i = 0; i < m_controllers.size(); ++i) {
        const Controller &controller = m_controllers[i];
        job.objects.push_back({controller.name, controller.plugin, controller.objects,
                               m_request.objects[i].ids, m_request.objects[i].spells});
    }
    return job;
}

NotedJob JobRun::noted() const
{
    NotedJob job{m_status, {}, m_unwell};
    for (std::size_t i = 0; i < m_controllers.size(); ++i) {
        for (const ObjectId &id : m_request.objects[i].ids) {
            if (job.ids.size() == OperatorLine::MostIds)
                return job;
            job.ids.push_back(nameOf(i, id));
        }
    }
    return job;
}

std::string JobRun::nameOf(std::size_t place, const ObjectId &id) const
{
    return m_controllers.size() == 1 ? id : m_controllers[place].name + '/' + id;
}

void JobRun::noteFrozen()
{
    for (const JobObjects &each : m_request.objects)
        m_status.eligible += each.ids.size();
    if (m_controllers.size() == 1)
        m_status.controller = m_controllers.front().name;
    if (m_status.eligible > JobStatus::MostObjects)
        return;
    for (std::size_t i = 0; i < m_controllers.size(); ++i) {
        for (const ObjectId &object : m_request.objects[i].ids)
            m_status.objects.push_back(m_controllers[i].name + '/' + object);
    }
}

void JobRun::freezeNamed(ObjectRows &rows)
{
    std::map<ControllerId, Ids> named;
    for (JobObjects &each : m_request.objects)
        std::ranges::move(each.ids, std::back_inserter(named[each.controller]));
    m_request.objects.clear();
    for (auto &[controller, ids] : named) {
        std::ranges::sort(ids);
        ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
        const std::vector<ItemRow> known = rows.rows(controller, ids);
        Meant meant;
        auto row = known.begin(); // in the order of the ids, without those that are not known
        for (const ObjectId &id : ids) {
            const ItemRow *its = row != known.end() && row->id == id ? &*row++ : nullptr;
            const std::string_view why = isValidId(id) ? skipReason(m_request.verb, its)
                                                       : NoIdReason;
            if (!why.empty())
                skip(why);
            else
                notePaused(*its), meant.emplace_back(id, spellOf(m_request.verb, *its));
        }
        freeze(controller, std::move(meant));
    }
}

void JobRun::freezeFound(ObjectRows &rows, const std::function<bool()> &isGone)
{
    const Filter filter = readFilter(m_request.filter).value();
    const TimePoint now = rows.now();
    for (const NamedController &controller : rows.controllers()) {
        Meant meant;
        rows.forEachRow(controller.id, filter.states(), [&](const ItemRow &row) {
            if (!filter.matches({row, controller.name, now}))
                return !isGone();
            if (const std::string_view why = skipReason(m_request.verb, &row); !why.empty())
                skip(why);
            else
                notePaused(row), meant.emplace_back(row.id, spellOf(m_request.verb, row));
            return !isGone();
        });
        std::ranges::sort(meant);
        freeze(controller.id, std::move(meant));
    }
}

void JobRun::freeze(ControllerId controller, Meant meant)
{
    JobObjects objects{controller, {}};
    for (auto &[id, spell] : meant) {
        objects.ids.push_back(std::move(id));
        if (factsOf(m_request.verb).spell)
            objects.spells.push_back(spell);
    }
    m_request.objects.push_back(std::move(objects));
}

void JobRun::skip(std::string_view why, std::uint64_t count)
{
    auto &all = m_status.skipped;
    const auto found = std::ranges::find(all, why, &JobSkipped::why);
    if (found == all.end())
        all.push_back({count, std::string(why)});
    else
        found->count += count;
    std::ranges::stable_sort(all, std::ranges::greater(), &JobSkipped::count);
}

void JobRun::skipSince(std::string_view why, std::uint64_t count)
{
    skip(why, count);
    m_status.skippedSince += count;
}

void JobRun::notePaused(const ItemRow &row)
{
    if (m_request.verb != ItemVerb::Pause || !row.paused)
        return;
    PausedAnew &anew = m_status.pausedAnew;
    if (row.pausedUntil == TimePoint{}) {
        ++anew.endless;
    } else {
        const bool isFirst = anew.count == anew.endless;
        anew.first = isFirst ? row.pausedUntil : std::min(anew.first, row.pausedUntil);
        anew.last = isFirst ? row.pausedUntil : std::max(anew.last, row.pausedUntil);
    }
    ++anew.count;
}

void JobRun::begin(TimePoint now)
{
    m_status.state = JobState::Running;
    m_wasBegun = true;
    m_status.startedAt = m_lookedAt = now;
}

void JobRun::stop(TimePoint now)
{
    m_status.state = JobState::Stopped;
    m_status.endedAt = now;
    m_status.blocked.clear();
}

void JobRun::noteLook(TimePoint now)
{
    if (now - m_lookedAt > LongestLook && !m_waitsSince)
        m_waited += now - m_lookedAt;
    m_lookedAt = now;
}

std::uint64_t JobRun::due(TimePoint now) const
{
    const std::uint64_t room = MostUnderWay - std::min(MostUnderWay, m_underWay);
    const std::uint64_t most = std::min({Portion, room, m_status.eligible - m_status.given});
    if (m_request.pace <= 0)
        return most;
    const double seconds = std::chrono::duration<double>(now - m_status.startedAt - m_waited)
                               .count();
    const double allowed = 1 + seconds * m_request.pace - static_cast<double>(m_status.given);
    return allowed < 1 ? 0 : static_cast<std::uint64_t>(std::min(allowed, double(most)));
}

TimePoint JobRun::nextDue() const
{
    if (m_status.given == m_status.eligible || m_underWay >= MostUnderWay || m_waitsSince)
        return TimePoint::max();
    if (m_request.pace <= 0)
        return m_status.startedAt;
    return later(m_status.startedAt + m_waited, lengthOf(m_status.given, m_request.pace));
}

std::optional<Command> JobRun::next(ObjectRows &rows, TimePoint now)
{
    noteLook(now);
    for (std::uint64_t most = due(now); most > 0; most = due(now)) {
        JobObjects &objects = m_request.objects[m_controller];
        if (m_next == objects.ids.size()) {
            ++m_controller;
            m_next = 0;
            continue;
        }
        if (!reaches(objects, rows)) {
            if (givesUp(objects, rows, now))
                continue;
            return std::nullopt;
        }
        if (m_waitsSince) {
            endWait(now);
            continue; // with its pace
        }
        m_before = m_status;
        m_nextBefore = m_next;
        // The event log says once what the job does, and not with each portion.
        std::string note = m_next == 0 ? noteOf(objects) : std::string();
        Ids ids = takeEligible(rows, most);
        if (ids.empty()) // which would mean all that is held
            continue;
        m_lastIds = ids;
        return Command{objects.controller,
                       ItemsAction{m_request.verb, std::move(ids), m_request.terms},
                       std::move(note)};
    }
    return std::nullopt;
}

bool JobRun::isAnother(const NamedController &each) const
{
    const Controller &own = m_controllers[m_controller];
    const bool letsGo = factsOf(m_request.verb).isOfHeld || m_request.verb == ItemVerb::Discard;
    return each.plugin != own.plugin || (letsGo && each.objects != own.objects);
}

bool JobRun::reaches(JobObjects &objects, ObjectRows &rows)
{
    const std::string &name = m_controllers[m_controller].name;
    for (const NamedController &each : rows.controllers()) {
        const bool isSame = each.id == objects.controller;
        const bool takesItsPlace = each.name == name && each.hasListed && !isAnother(each);
        if (each.isLeaving || (!isSame && !takesItsPlace))
            continue;
        objects.controller = each.id;
        return true;
    }
    return false;
}

bool JobRun::givesUp(const JobObjects &objects, ObjectRows &rows, TimePoint now)
{
    m_waitsSince = m_waitsSince.value_or(now);
    const Controller &own = m_controllers[m_controller];
    // It drains, or lists for the first time, and handles no objects before that.
    bool isThere = false;
    bool isOther = false;
    for (const NamedController &each : rows.controllers()) {
        if (each.name != own.name)
            continue;
        isThere = true;
        isOther |= !each.isLeaving && isAnother(each);
    }
    if (isThere)
        m_goneSince.reset();
    else
        m_goneSince = m_goneSince.value_or(now);
    const bool mayReturn = isThere || (!own.isGone && now < later(*m_goneSince, ReturnsWithin));
    if (mayReturn && !isOther)
        return false;
    const std::uint64_t left = objects.ids.size() - m_next;
    skipSince(isOther ? "its controller has other objects by now" : "its controller does not run",
              left);
    m_status.given += left;
    m_next = objects.ids.size();
    endWait(now);
    return true;
}

void JobRun::endWait(TimePoint now)
{
    m_waited += now - *std::exchange(m_waitsSince, std::nullopt);
    m_goneSince.reset();
    m_status.blocked.clear();
}

std::string_view JobRun::whyWaits(ObjectRows &rows) const
{
    std::string_view why = "its controller does not run";
    for (const NamedController &each : rows.controllers()) {
        if (each.name == m_controllers[m_controller].name)
            why = each.isLeaving ? "its controller is being removed" : NotListedReason;
    }
    return why;
}

std::string JobRun::noteOf(const JobObjects &objects) const
{
    return std::string(factsOf(m_request.verb).name) + ' ' + std::to_string(objects.ids.size())
           + (objects.ids.size() == 1 ? " object" : " objects") + ", job "
           + std::to_string(m_status.id);
}

Ids JobRun::takeEligible(ObjectRows &rows, std::uint64_t most)
{
    const JobObjects &objects = m_request.objects[m_controller];
    const std::span all(objects.ids);
    const std::span ids = all.subspan(m_next, std::min<std::size_t>(most, all.size() - m_next));
    const std::vector<ItemRow> known = rows.rows(objects.controller, ids);
    Ids eligible;
    auto row = known.begin(); // in the order of the ids, without those that are not known
    for (const ObjectId &id : ids) {
        const bool isKnown = row != known.end() && row->id == id;
        const Spell meant = objects.spells.empty() ? 0 : objects.spells[m_next];
        const std::string_view why = skipReason(m_request.verb, isKnown ? &*row++ : nullptr, meant);
        if (why.empty())
            eligible.push_back(id);
        else
            skipSince(why);
        ++m_next;
        ++m_status.given;
    }
    return eligible;
}

void JobRun::submitted(Ticket ticket, ObjectRows &rows)
{
    const auto all = rows.controllers();
    const auto found = std::ranges::find(all, m_request.objects[m_controller].controller,
                                         &NamedController::id);
    if (found == all.end() || found->isLeaving) {
        m_status = m_before;
        m_next = m_nextBefore;
        return;
    }
    if (!factsOf(m_request.verb).asksForRuns) {
        m_status.succeeded += m_lastIds.size();
        return;
    }
    const std::uint64_t count = m_lastIds.size();
    m_underWay += count;
    m_tickets[ticket] = {found->id, m_controller, {m_lastIds.begin(), m_lastIds.end()}, count};
}

void JobRun::count(const ControllerDelta &news)
{
    for (const EventRecord &end : news.ticketEnds) {
        const auto found = m_tickets.find(end.ticket);
        if (found == m_tickets.end())
            continue;
        found->second.ids.erase(end.id);
        const RunEnd how = endOf(end.said);
        UnderWay &asked = found->second;
        if (how != RunEnd::Succeeded && !end.id.empty() && m_unwell.size() < NotedJob::MostEnds)
            m_unwell.push_back(nameOf(asked.place, end.id) + ": " + shortForm(inWords(end.said)));
        const std::uint64_t runs = std::min(end.runs, asked.runs);
        (how == RunEnd::Succeeded ? m_status.succeeded
         : how == RunEnd::Failed  ? m_status.failed
                                  : m_status.notRun) += runs;
        m_underWay -= runs;
        asked.runs -= runs;
        if (end.id.empty()) // a sum of some
            asked.ids.clear();
        if (asked.runs == 0)
            m_tickets.erase(found);
    }
    if (news.missedTicketEnds)
        loseSight(news.id);
    if (!m_waitsSince && m_underWay < blockedOf(m_status))
        m_status.blocked.clear(); // until the next look
}

void JobRun::loseSight(ControllerId controller)
{
    std::erase_if(m_tickets, [&](const auto &each) {
        const UnderWay &asked = each.second;
        if (asked.controller != controller)
            return false;
        skipSince("how its run ended is not known: too many ended at once", asked.runs);
        m_underWay -= asked.runs;
        return true;
    });
}

void JobRun::lookForBlocked(ObjectRows &rows, TimePoint now)
{
    if ((m_tickets.empty() && !m_waitsSince) || now < later(m_lookedForBlocked, BlockedLook))
        return;
    m_lookedForBlocked = now;
    std::map<std::string_view, std::uint64_t> reasons;
    if (m_waitsSince)
        reasons[whyWaits(rows)] += m_request.objects[m_controller].ids.size() - m_next;
    for (const NamedController &controller : rows.controllers()) {
        for (const auto &[ticket, underWay] : m_tickets) {
            if (underWay.controller != controller.id)
                continue;
            const Ids ids(underWay.ids.begin(), underWay.ids.end());
            for (const ItemRow &row : rows.rows(controller.id, ids)) {
                if (const std::string_view why = blockReason(controller, row); !why.empty())
                    ++reasons[why];
            }
        }
    }
    m_status.blocked.clear();
    for (const auto &[why, count] : reasons)
        m_status.blocked.push_back({count, std::string(why)});
    std::ranges::stable_sort(m_status.blocked, std::ranges::greater(), &JobSkipped::count);
}

void JobRun::endIfDone(TimePoint now)
{
    if (m_status.given < m_status.eligible || m_underWay > 0)
        return;
    m_status.state = JobState::Ended;
    m_status.endedAt = now;
    m_status.blocked.clear();
}

void JobRun::noteHostStops()
{
    const std::uint64_t left = m_status.eligible - m_status.given;
    if (m_status.state == JobState::Running && left > 0)
        m_status.blocked = {{left, std::string(HostStopsReason)}};
}

} // namespace qontroller
