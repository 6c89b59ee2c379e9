// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/outlook.h"

#include "core/remote/link/hostneeds.h"
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
std::vector<NeedVerb> onlyShown(const std::vector<NeedVerb> &verbs)
{
    return {verbs.back()};
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
        addJournals();
        addOperations();
        for (const auto &[id, view] : m_state.controllers())
            addController(view);
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
        if (!m_facts.maySteer || !whyNotSteered.isEmpty())
            need.verbs = onlyShown(need.verbs);
        m_outlook.needs.push_back(std::move(need));
    }

    // One that is asked for the first time, or answers late, may come soon.
    void addHosts()
    {
        for (const HostStatus *host : m_hosts.lost()) {
            if (host->state != HostState::Lost && host->state != HostState::Refused)
                continue;
            m_outlook.needs.push_back({
                .key = {.host = host->id},
                .place = toLine(host->name),
                .what = withText(OutlookText::tr("The host is not reached"), host->why),
                .why = stateText(*host, m_hosts.now()),
                .since = host->heard == TimePoint{} ? host->since : host->heard,
                .verbs = {NeedVerb::Reconnect, NeedVerb::Show},
            });
        }
    }

    void addJournals()
    {
        for (const auto &[host, journal] : m_facts.journals) {
            const QString place = m_hosts.labels().titleOf(host, OutlookText::tr("Journal"));
            for (const auto &each : needsOf(journal, m_outlook.moment)) {
                if (each.controller.empty())
                    add(needOf({.host = host}, place, each.attention, m_state.now()), {});
                else
                    addTemporary(host, each.controller, each.attention);
            }
        }
    }

    // The journal may be older than what the controller has by now.
    void addTemporary(HostId host, const std::string &name, const Attention &attention)
    {
        for (const auto &[id, view] : m_state.controllers()) {
            if (id.of.host != host || view.name != name
                || std::cmp_not_equal(view.options.workers, attention.count))
                continue;
            Need need = needOf({.host = host, .of = name}, titleOf(m_state.book(), id), attention,
                               m_state.now());
            const QDateTime until = wallTimeOf(m_outlook.moment.now + attention.wait,
                                               m_outlook.moment);
            const QString by = need.why.isEmpty() ? QString() : QStringLiteral(", ") + need.why;
            need.why = OutlookText::tr("until %1 (%2 more)")
                           .arg(formatMoment(until, QStringLiteral("HH:mm")),
                                roughAge(attention.wait))
                       + by;
            need.controller = id;
            need.count = 0; // of no objects
            add(std::move(need), m_hosts.whyNotSteered(id));
        }
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
            add(std::move(need), m_hosts.whyHostNotSteered(view.host));
            std::set<std::string> controllers;
            for (const consist::EmployerName &each : view.employers)
                controllers.insert(each.controller);
            for (const std::string &each : controllers)
                m_ofOperations[{view.host, each}].push_back(*attention);
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
            add(std::move(need), m_hosts.whyNotSteered(view.id));
        }
        const Attentions &more = m_ofOperations[{view.id.of.host, view.name}];
        all.insert(all.end(), more.begin(), more.end());
        ControllerHealth health{view.id, title};
        health.health = healthOf(all, m_state.now()).health;
        health.why = reasonOf(all, view.pausedUntil);
        health.objects = view.gauges.known;
        const HostStatus *host = m_hosts.of(view.id);
        if (host && isStale(*host, m_hosts.now())) {
            health.health.reset();
            health.why = stateText(*host, m_hosts.now());
        }
        if (const ControllerHistory *history = m_state.history(view.id))
            health.trend = history->series(Series::Depth).ring(0).points(m_state.now());
        m_outlook.controllers.push_back(std::move(health));
    }

    /// As HealthReport::reason, in the operator's language.
    [[nodiscard]] QString reasonOf(const Attentions &all, TimePoint until) const
    {
        const TimePoint now = m_state.now();
        const auto worst = std::ranges::max_element(all, {}, [now](const Attention &each) {
            return std::pair(healthOf({each}, now).health, factsOf(each.kind).severity);
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
