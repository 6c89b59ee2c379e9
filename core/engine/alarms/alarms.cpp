// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/alarms/alarms.h"

#include <algorithm>
#include <iterator>

namespace qontroller {

namespace {

bool isFor(const AlarmRule &rule, const std::string &controller)
{
    return rule.controllers.empty() || std::ranges::count(rule.controllers, controller) > 0;
}

bool isAbout(const AlarmCondition &condition, const Need &need)
{
    if (const auto *const severity = std::get_if<Severity>(&condition))
        return need.facts().severity == *severity;
    const auto *const kind = std::get_if<AttentionKind>(&condition);
    return kind && need.attention.kind == *kind;
}

bool needsLatencies(const AlarmRule &rule)
{
    const auto *const threshold = std::get_if<AlarmThreshold>(&rule.when);
    return threshold && fractionOf(threshold->measure) > 0;
}

std::string keyOf(const ControllerDelta &controller, AlarmMeasure measure)
{
    return controller.name + '/' + std::string(name(measure));
}

/// From when on \a need counts. That something fails outlasts the program.
TimePoint sinceOf(const Need &need, TimePoint now)
{
    const TimePoint since = need.attention.since;
    return need.attention.kind == AttentionKind::Failed && since != TimePoint{}
               ? std::min(since, now)
               : now;
}

double seconds(Duration time)
{
    return std::chrono::duration<double>(time).count();
}

} // namespace

std::vector<Need> needsOf(const Delta &delta)
{
    std::vector<Need> needs;
    for (const ControllerDelta &controller : delta.controllers) {
        if (std::ranges::count(delta.removed, controller.id) > 0)
            continue;
        for (Attention &each : attentionsOf(controller, delta.now)) {
            if (factsOf(each.kind).severity != Severity::Normal)
                needs.push_back({controller.name, std::move(each)});
        }
    }
    return needs;
}

Alarms::Alarms(Clock &clock)
    : m_clock(clock)
    , m_rules(defaultAlarmRules())
    , m_looked(clock.now())
{}

void Alarms::setRules(std::vector<AlarmRule> rules)
{
    const MutexLock lock(m_mutex);
    m_rules = std::move(rules);
    std::erase_if(m_earlier, [this](const auto &each) {
        return std::ranges::find(m_rules, each.first.first, &AlarmRule::name) == m_rules.end();
    });
}

void Alarms::restore(const KeptAlarms &kept)
{
    const Moment at = m_clock.moment();
    const MutexLock lock(m_mutex);
    for (const Acknowledgement &each : kept.acknowledged)
        m_acknowledged.put(each, at);
    for (const KeptAlarms::Since &each : kept.since)
        m_earlier.insert_or_assign({each.rule, each.key}, Earlier{at.pastOf(each.at), each.gone});
    m_looked = at.now;
    m_hasOther = true; // for another file, perhaps
}

KeptAlarms Alarms::kept() const
{
    const Moment at = m_clock.moment();
    const MutexLock lock(m_mutex);
    KeptAlarms kept{m_acknowledged.all(at), {}, {}};
    for (const auto &[key, earlier] : m_earlier)
        kept.since.push_back({key.first, key.second, at.wallOf(earlier.since), earlier.gone});
    for (const auto &[key, state] : m_states)
        kept.since.push_back({key.first, key.second, state.alarm.since});
    return kept;
}

std::vector<std::string> Alarms::keepOnly(const std::set<std::string> &controllers)
{
    const MutexLock lock(m_mutex);
    std::erase_if(m_earlier,
                  [&](const auto &each) { return isOfAnother(each.first.second, controllers); });
    m_hasOther = true;
    return m_acknowledged.keepOnly(controllers);
}

Alarms::News Alarms::look(const Delta &delta, const std::vector<Need> &others)
{
    const MutexLock lock(m_mutex);
    m_needs = needsOf(delta);
    m_needs.insert(m_needs.end(), others.begin(), others.end());
    News news;
    followLatencies(delta);
    const std::set<std::string> listed = Alarms::listed(delta);
    const Duration passed = ageOf(std::exchange(m_looked, delta.now), delta.now);
    m_hasOther |= m_acknowledged.look(countsIn(delta), listed, delta.now, passed);
    for (const AlarmRule &rule : m_rules)
        judge(rule, delta, news);
    endUnseen(news);
    forgetEarlier(listed, passed);
    news.hasOtherToKeep = std::exchange(m_hasOther, false);
    return news;
}

std::set<std::string> Alarms::listed(const Delta &delta)
{
    std::set<std::string> names;
    for (const ControllerDelta &each : delta.controllers) {
        if (each.lists.last != ListEnd::None)
            names.insert(each.name);
    }
    return names;
}

/// A number has none: it is there as long as it is above its limit.
Acknowledgements::Counts Alarms::countsIn(const Delta &delta)
{
    Acknowledgements::Counts counts;
    for (const Need &each : m_needs)
        counts.emplace(each.key(), amountOf(each.attention));
    for (const AlarmRule &rule : m_rules) {
        const auto *const threshold = std::get_if<AlarmThreshold>(&rule.when);
        for (const ControllerDelta &each : delta.controllers) {
            if (threshold && valueOf(threshold->measure, each) > threshold->above)
                counts.emplace(keyOf(each, threshold->measure), 0);
        }
    }
    return counts;
}

void Alarms::judge(const AlarmRule &rule, const Delta &delta, News &news)
{
    if (const auto *const threshold = std::get_if<AlarmThreshold>(&rule.when)) {
        for (const ControllerDelta &each : delta.controllers) {
            if (isFor(rule, each.name) && std::ranges::count(delta.removed, each.id) == 0)
                judgeNumber(rule, *threshold, each, delta, news);
        }
        return;
    }
    for (const Need &need : m_needs) {
        if (!isFor(rule, need.controller) || !isAbout(rule.when, need))
            continue;
        const std::string key = need.key();
        if (!m_acknowledged.holds(key))
            note(rule,
                 {rule.name,
                  rule.severity,
                  need.controller,
                  key,
                  sentenceOf(need.attention, {delta.now, delta.wall}),
                  {}},
                 sinceOf(need, delta.now), delta, news);
    }
}

void Alarms::judgeNumber(const AlarmRule &rule, const AlarmThreshold &threshold,
                         const ControllerDelta &controller, const Delta &delta, News &news)
{
    const double value = valueOf(threshold.measure, controller);
    const std::string key = keyOf(controller, threshold.measure);
    if (value <= threshold.above)
        return;
    Alarm alarm{rule.name,
                rule.severity,
                controller.name,
                key,
                std::string(name(threshold.measure)) + " is " + valueText(threshold.measure, value)
                    + ", more than " + valueText(threshold.measure, threshold.above),
                {}};
    if (m_acknowledged.holds(key))
        noteQuiet(rule, std::move(alarm), delta, news);
    else
        note(rule, std::move(alarm), delta.now, delta, news);
}

Alarms::State &Alarms::hold(const AlarmRule &rule, Alarm alarm, TimePoint since, const Delta &delta)
{
    const auto [place, isNew] = m_states.try_emplace({rule.name, alarm.key});
    State &state = place->second;
    if (isNew) {
        const auto earlier = m_earlier.extract(place->first);
        state.since = earlier ? std::min(earlier.mapped().since, since) : since;
        m_hasOther = true;
    }
    alarm.since = delta.wall - (delta.now - state.since);
    state.alarm = std::move(alarm);
    state.isSeen = true;
    return state;
}

void Alarms::noteQuiet(const AlarmRule &rule, Alarm alarm, const Delta &delta, News &news)
{
    State &state = hold(rule, std::move(alarm), delta.now, delta);
    state.isQuiet = true;
    if (std::exchange(state.fires, false))
        news.ended.push_back(state.alarm);
}

void Alarms::note(const AlarmRule &rule, Alarm alarm, TimePoint since, const Delta &delta,
                  News &news)
{
    State &state = hold(rule, std::move(alarm), since, delta);
    state.isQuiet = false;
    if (state.fires || delta.now < later(state.since, rule.lasts))
        return;
    state.fires = true;
    news.begun.push_back(state.alarm);
}

void Alarms::forgetEarlier(const std::set<std::string> &listed, Duration passed)
{
    for (auto &[key, earlier] : m_earlier) {
        if (!isOfAnother(key.second, listed))
            m_hasOther |= lengthen(earlier.gone, passed);
    }
    const auto forgotten = std::erase_if(m_earlier, [](const auto &each) {
        return each.second.gone >= MemoryOfGone;
    });
    m_hasOther |= forgotten > 0;
}

void Alarms::endUnseen(News &news)
{
    for (auto each = m_states.begin(); each != m_states.end();) {
        State &state = each->second;
        const bool goesOn = std::exchange(state.isSeen, false);
        if (!goesOn && state.fires)
            news.ended.push_back(std::move(state.alarm));
        m_hasOther |= !goesOn;
        each = goesOn ? std::next(each) : m_states.erase(each);
    }
}

void Alarms::followLatencies(const Delta &delta)
{
    if (!std::ranges::any_of(m_rules, needsLatencies))
        return m_latencies.clear();
    for (const ControllerDelta &each : delta.controllers)
        m_latencies[each.id].add(each.latencies.handler, delta.now);
    for (const ControllerId gone : delta.removed)
        m_latencies.erase(gone);
}

double Alarms::valueOf(AlarmMeasure measure, const ControllerDelta &controller)
{
    const Gauges &gauges = controller.gauges;
    const auto in = [&gauges](ItemState state) {
        return gauges.states[static_cast<std::size_t>(state)];
    };
    switch (measure) {
    case AlarmMeasure::Depth: return static_cast<double>(gauges.depth);
    case AlarmMeasure::Failing: return static_cast<double>(gauges.givenUp + in(ItemState::BackOff));
    case AlarmMeasure::Held: return static_cast<double>(in(ItemState::Held));
    case AlarmMeasure::Oldest: return seconds(gauges.oldestWaiting);
    case AlarmMeasure::P50:
    case AlarmMeasure::P95:
    case AlarmMeasure::P99:
        return seconds(m_latencies[controller.id].percentile(fractionOf(measure)));
    }
    return 0;
}

AlarmStatus Alarms::status() const
{
    const MutexLock lock(m_mutex);
    AlarmStatus status{.firing = {}, .acknowledged = m_acknowledged.all(m_clock.moment())};
    for (const auto &[key, state] : m_states) {
        if (state.fires)
            status.firing.push_back(state.alarm);
        else if (state.isQuiet)
            status.quiet.push_back(state.alarm);
    }
    std::ranges::stable_sort(status.firing, {}, &Alarm::since);
    std::ranges::stable_sort(status.quiet, {}, &Alarm::since);
    return status;
}

std::vector<Need> Alarms::needs() const
{
    const MutexLock lock(m_mutex);
    std::vector<Need> needs = m_needs;
    mark(needs, m_acknowledged.all(m_clock.moment()));
    return needs;
}

std::set<Alarms::Key> Alarms::awaited() const
{
    const MutexLock lock(m_mutex);
    std::set<Key> keys;
    for (const auto &[key, earlier] : m_earlier)
        keys.insert(key);
    return keys;
}

/// How many what is called \a key concerns; nothing: nothing is called so.
std::optional<std::uint64_t> Alarms::countOf(const std::string &key) const
{
    const auto need = std::ranges::find(m_needs, key, &Need::key);
    if (need != m_needs.end())
        return amountOf(need->attention);
    const bool isAlarm = std::ranges::any_of(m_states, [&key](const auto &each) {
        return each.first.second == key;
    });
    return isAlarm ? std::optional<std::uint64_t>(0) : std::nullopt;
}

tl::expected<void, Error> Alarms::acknowledge(const AcknowledgeRequest &request)
{
    const Moment at = m_clock.moment();
    const MutexLock lock(m_mutex);
    const std::optional<std::uint64_t> count = countOf(request.key);
    if (!count)
        return tl::unexpected(Error("nothing that needs a person is called \"" + request.key
                                    + "\": qontrollerctl needs lists what there is"));
    const WallTime until = request.time ? at.wall + *request.time : WallTime{};
    m_acknowledged.put({request.key, request.who, request.reason, at.wall, until, *count}, at);
    m_hasOther = true;
    return {};
}

tl::expected<void, Error> Alarms::withdraw(const std::string &key)
{
    const MutexLock lock(m_mutex);
    if (!m_acknowledged.take(key))
        return tl::unexpected(Error("\"" + key + "\" is not acknowledged"));
    m_hasOther = true;
    return {};
}

} // namespace qontroller
