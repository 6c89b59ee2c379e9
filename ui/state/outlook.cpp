// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/outlook.h"

#include "core/remote/link/hostneeds.h"
#include "ui/state/itemstore.h"
#include "ui/words/changewords.h"
#include "ui/words/format.h"
#include "ui/words/hostwords.h"
#include "ui/words/lifecyclewords.h"
#include "ui/words/naturalorder.h"

#include <QtCore/QCoreApplication>

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

namespace qontroller::ui {

namespace {

struct OutlookText
{
    Q_DECLARE_TR_FUNCTIONS(Outlook)
};

/// After which a host that is lost is an alarm.
constexpr Duration LostForLong = std::chrono::minutes(1);

using Attentions = std::vector<Attention>;
using ByController = std::map<std::pair<HostId, std::string>, Attentions>;

/// What of \a view needs a person; nothing: nothing does. \a now is the time of the window.
std::optional<Attention> attentionOf(const HostOperation &view, TimePoint now)
{
    const QString id = toLine(view.operation.id);
    Attention attention{.kind = AttentionKind::FailingOperation, .cause = view.operation.id};
    if (view.waiting.isStuck) {
        attention.kind = AttentionKind::StuckDrain;
        attention.since = now - (view.now - view.waiting.since);
        attention.text =
            OutlookText::tr("operation %1 waits for %2").arg(id, waitingText(view)).toStdString();
    } else if (!view.failure.empty()) {
        attention.text = OutlookText::tr("operation %1: %2. The member stays out of service")
                             .arg(id, toLine(view.failure))
                             .toStdString();
    } else {
        return std::nullopt;
    }
    return attention;
}

/// What can be asked for where nothing can be steered.
std::vector<NeedVerb> onlyShown(std::vector<NeedVerb> verbs)
{
    std::erase_if(verbs, [](NeedVerb verb) { return verb != NeedVerb::Show; });
    return verbs;
}

/// What \a need, of a host, is about.
QString placeOf(const qontroller::Need &need)
{
    if (!need.controller.empty())
        return toLine(need.controller);
    const bool isOfSession = need.attention.kind == AttentionKind::NotApplied
                             || need.attention.kind == AttentionKind::NotSaved;
    return isOfSession ? OutlookText::tr("Session") : OutlookText::tr("Journal");
}

/// It is about a number of a controller, which is no attention.
bool isOfNumber(const Alarm &alarm)
{
    const std::string before = alarm.controller + '/';
    if (alarm.controller.empty() || !alarm.key.starts_with(before))
        return false;
    const std::string_view rest = std::string_view(alarm.key).substr(before.size());
    return !attentionKindOf(rest.substr(0, rest.find('/')));
}

bool isAnyOf(const std::vector<std::string> &keys, const std::vector<Alarm> &alarms)
{
    return std::ranges::any_of(alarms, [&keys](const Alarm &alarm) {
        return std::ranges::find(keys, alarm.key) != keys.end();
    });
}

/// Of what all \a keys name.
std::optional<Acknowledgement> acknowledgementOf(const std::vector<std::string> &keys,
                                                 const std::vector<Acknowledgement> &all)
{
    std::optional<Acknowledgement> found;
    for (const std::string &key : keys) {
        const auto one = std::ranges::find(all, key, &Acknowledgement::key);
        if (one == all.end())
            return std::nullopt;
        found = *one;
    }
    return found;
}

/// `by oncall since 13:05, until 14:05: audit`.
QString textOf(const PauseGroup &group, const Moment &moment)
{
    const auto clock = [&moment](TimePoint time) {
        return formatMoment(wallTimeOf(time, moment), QStringLiteral("HH:mm"));
    };
    QStringList begin;
    if (!group.who.isEmpty())
        begin += OutlookText::tr("by %1").arg(group.who);
    if (group.since != TimePoint{})
        begin += OutlookText::tr("since %1").arg(clock(group.since));
    QStringList parts;
    if (!begin.isEmpty())
        parts += begin.join(QLatin1Char(' '));
    if (group.until != TimePoint{})
        parts += OutlookText::tr("until %1").arg(clock(group.until));
    return withText(parts.join(QStringLiteral(", ")), group.reason);
}

QString groupsText(const std::vector<PauseGroup> &groups, const Moment &moment)
{
    if (groups.size() == 1)
        return textOf(groups.front(), moment);
    QStringList parts;
    for (const PauseGroup &each : groups)
        parts += formatCount(each.count) + QLatin1Char(' ') + textOf(each, moment);
    return parts.join(QStringLiteral("; "));
}

class Maker
{
public:
    explicit Maker(const OutlookFacts &facts)
        : m_facts(facts)
        , m_state(facts.state)
        , m_hosts(facts.state.hosts())
    {
        m_outlook.moment = m_hosts.moment();
        m_outlook.moment.now = m_state.now();
    }

    Outlook make()
    {
        addHosts();
        addOperations();
        for (const auto &[id, view] : m_state.controllers())
            addController(view);
        for (const auto &[host, alarms] : m_facts.alarms) {
            addOfHost(host, alarms);
            addNumbers(host, alarms);
        }
        for (const auto &[host, journal] : m_facts.journals)
            addTemporary(host, journal);
        sortNeeds(m_outlook.needs);
        std::ranges::stable_sort(m_outlook.controllers, [](const auto &a, const auto &b) {
            return std::tuple(rankOf(b.health), naturalKey(a.name.toStdString()))
                   < std::tuple(rankOf(a.health), naturalKey(b.name.toStdString()));
        });
        return std::move(m_outlook);
    }

private:
    void add(Need need, const QString &whyNotSteered)
    {
        if (const auto alarms = m_facts.alarms.find(need.key.host);
            alarms != m_facts.alarms.end()) {
            need.acknowledged = acknowledgementOf(need.hostKeys, alarms->second.acknowledged);
            need.isAlarm = !need.acknowledged && isAnyOf(need.hostKeys, alarms->second.firing);
        }
        if (!m_facts.maySteer || !whyNotSteered.isEmpty())
            need.verbs = onlyShown(need.verbs);
        else if (need.acknowledged)
            need.verbs.push_back(NeedVerb::Withdraw);
        else if (need.isUrgent())
            need.verbs.push_back(NeedVerb::Acknowledge);
        m_outlook.needs.push_back(std::move(need));
    }

    // One that is asked for the first time, or answers late, may come soon.
    void addHosts()
    {
        for (const auto &[host, time] : m_facts.silent) {
            if (time >= LostForLong)
                addSilent(host, time);
        }
        for (const HostStatus *host : m_hosts.lost()) {
            if (host->state != HostState::Lost && host->state != HostState::Refused)
                continue;
            const TimePoint since = host->heard == TimePoint{} ? host->since : host->heard;
            m_outlook.needs.push_back({
                .key = {.host = host->id},
                .place = toLine(host->name),
                .what = withText(OutlookText::tr("The host is not reached"), host->why),
                .why = stateText(*host, m_hosts.now()),
                .since = since,
                .verbs = {NeedVerb::Reconnect, NeedVerb::Show},
                .isAlarm = m_hosts.now() - since >= LostForLong,
            });
        }
    }

    void addSilent(HostId id, Duration time)
    {
        const HostStatus *host = m_hosts.find(id);
        m_outlook.needs.push_back({
            .key = {.host = id},
            .place = host ? toLine(host->name) : OutlookText::tr("Host"),
            .what = OutlookText::tr("The host does not answer"),
            .why = OutlookText::tr("What is shown of it is as it was then"),
            .since = m_state.now() - time,
            .verbs = host ? std::vector{NeedVerb::Show} : std::vector<NeedVerb>(),
            .isAlarm = true,
        });
    }

    // Its controllers say the others, as they are now.
    void addOfHost(HostId host, const AlarmStatus &alarms)
    {
        const TimePoint now = m_state.now();
        for (const auto &each : alarms.ofHost) {
            const QString place = m_hosts.labels().titleOf(host, placeOf(each));
            add(needOf({.host = host, .of = each.controller}, place, each.attention, now),
                m_hosts.whyHostNotSteered(host));
        }
    }

    void addNumbers(HostId host, const AlarmStatus &alarms)
    {
        for (const Alarm &alarm : alarms.firing) {
            if (isOfNumber(alarm))
                addNumber(host, alarm);
        }
        for (const Alarm &alarm : alarms.quiet)
            addNumber(host, alarm);
    }

    void addNumber(HostId host, const Alarm &alarm)
    {
        const ControllerId id = idOf(host, alarm.controller);
        if (id == 0)
            return;
        add({.key = {.host = host, .of = alarm.controller, .cause = alarm.key + ' ' + alarm.rule},
             .severity = alarm.severity,
             .place = titleOf(m_state.book(), id),
             .what = OutlookText::tr("Alarm %1").arg(toLine(alarm.rule)),
             .why = toLine(alarm.what),
             .since = m_state.now() - (m_outlook.moment.wall - alarm.since),
             .controller = id,
             .verbs = {NeedVerb::Show},
             .hostKeys = {alarm.key}},
            m_hosts.whyNotSteered(id));
    }

    void addTemporary(HostId host, const JournalStatus &journal)
    {
        for (const auto &each : needsOf(journal, m_outlook.moment)) {
            if (!each.controller.empty())
                addTemporary(host, each.controller, each.attention);
        }
    }

    // The journal may be older than what the controller has by now.
    void addTemporary(HostId host, const std::string &name, const Attention &attention)
    {
        const ControllerId id = idOf(host, name);
        const ControllerView *view = m_state.controller(id);
        if (!view || std::cmp_not_equal(view->options.workers, attention.count))
            return;
        Need need = needOf({.host = host, .of = name}, titleOf(m_state.book(), id), attention,
                           m_state.now());
        const QDateTime until = wallTimeOf(m_outlook.moment.now + attention.wait, m_outlook.moment);
        const QString by = need.why.isEmpty() ? QString() : QStringLiteral(", ") + need.why;
        need.why = OutlookText::tr("until %1 (%2 more)")
                       .arg(formatMoment(until, QStringLiteral("HH:mm")), roughAge(attention.wait))
                   + by;
        need.controller = id;
        need.count = 0; // of no objects
        add(std::move(need), m_hosts.whyNotSteered(id));
    }

    [[nodiscard]] ControllerId idOf(HostId host, const std::string &name) const
    {
        for (const auto &[id, view] : m_state.controllers()) {
            if (id.of.host == host && view.name == name)
                return id;
        }
        return 0;
    }

    void addOperations()
    {
        for (const HostOperation &view : m_facts.operations) {
            const auto attention = attentionOf(view, m_state.now());
            if (!attention)
                continue;
            Need need = needOf({.host = view.host, .of = view.employee.text()},
                               m_hosts.labels().titleOf(view.host, nameOf(view.employee)),
                               *attention, m_state.now());
            need.operation = OperationRef::of(view);
            std::set<std::string> controllers;
            for (const consist::EmployerName &each : view.employers)
                controllers.insert(each.controller);
            need.hostKeys.clear();
            for (const std::string &each : controllers) {
                need.hostKeys.push_back(keyOf(each, *attention));
                m_ofOperations[{view.host, each}].push_back(*attention);
            }
            add(std::move(need), m_hosts.whyHostNotSteered(view.host));
        }
    }

    void addController(const ControllerView &view)
    {
        Attentions all = attentionsOf(view, m_state.now());
        const QString title = titleOf(m_state.book(), view.id);
        for (const Attention &each : all) {
            if (factsOf(each.kind).severity == qontroller::Severity::Normal)
                continue;
            Need need = needOf({.host = view.id.of.host, .of = view.name}, title, each,
                               m_state.now(), view.pausedUntil);
            need.controller = view.id;
            addPauses(need, view);
            add(std::move(need), m_hosts.whyNotSteered(view.id));
        }
        const Attentions &more = m_ofOperations[{view.id.of.host, view.name}];
        all.insert(all.end(), more.begin(), more.end());
        ControllerHealth health{view.id, title};
        health.health = healthOf(all, {m_state.now(), {}}).health;
        health.why = reasonOf(all, view.pausedUntil);
        health.objects = view.gauges.known;
        health.tally = m_state.items().tally(view.id);
        health.differences = differencesOf(view);
        const HostStatus *host = m_hosts.of(view.id);
        if (host && isStale(*host, m_hosts.now())) {
            health.health.reset();
            health.why = stateText(*host, m_hosts.now());
        }
        if (const ControllerHistory *history = m_state.history(view.id))
            health.trend = history->series(Series::Depth).ring(0).points(m_state.now());
        m_outlook.controllers.push_back(std::move(health));
    }

    /// Who paused what \a need is about, and since when.
    void addPauses(Need &need, const ControllerView &view) const
    {
        if (need.key.kind == AttentionKind::Paused) {
            const OperatorLine *by = m_facts.pauses.pauseOf(view.id, view.name, view.pauseReason);
            const QString who = by ? toLine(by->who) : QString();
            QStringList parts;
            if (!who.isEmpty())
                parts += OutlookText::tr("by %1").arg(who);
            if (!need.why.isEmpty())
                parts += need.why;
            need.why = parts.join(QStringLiteral(", "));
        } else if (need.key.kind == AttentionKind::ObjectsPaused) {
            const auto groups = m_facts.pauses.groupsOf(view.id, view.name);
            need.why = groupsText(groups, m_outlook.moment);
            if (!groups.empty())
                need.since = std::ranges::min(groups, {}, &PauseGroup::since).since;
        }
    }

    [[nodiscard]] QStringList differencesOf(const ControllerView &view) const
    {
        const auto journal = m_facts.journals.find(view.id.of.host);
        if (journal == m_facts.journals.end())
            return {};
        const auto &all = journal->second.controllers;
        const auto of = std::ranges::find(all, view.name, &JournalStatus::Controller::name);
        return of == all.end() ? QStringList() : wayBack(view.options, of->changes).differences;
    }

    /// As HealthReport::reason, in the operator's language.
    [[nodiscard]] QString reasonOf(const Attentions &all, TimePoint until) const
    {
        const TimePoint now = m_state.now();
        const auto worst = std::ranges::max_element(all, {}, [now](const Attention &each) {
            return std::pair(healthOf({each}, {now, {}}).health, factsOf(each.kind).severity);
        });
        if (worst == all.end())
            return {};
        const auto words = [&](const Attention &each) {
            const AttentionWords text = wordsOf(each, now, until);
            return text.why.isEmpty() ? text.what : text.what + QStringLiteral(": ") + text.why;
        };
        const Attention &first = all.front();
        if (&first == &*worst || first.kind > AttentionKind::Paused)
            return words(*worst);
        return words(first) + QStringLiteral("; ") + words(*worst);
    }

    const OutlookFacts &m_facts;
    const LiveState &m_state;
    const HostBook &m_hosts;
    ByController m_ofOperations;
    Outlook m_outlook;
};

} // namespace

Outlook outlookOf(const OutlookFacts &facts)
{
    return Maker(facts).make();
}

} // namespace qontroller::ui
