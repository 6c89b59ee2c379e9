// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/members/consist/sidesync.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace qontroller::consist {

namespace {

using IsItem = std::function<bool(const AnyItem &)>;

/// Moves those of \a items that \a isMoved says to \a there.
void moveItems(std::vector<AnyItem> &items, const IsItem &isMoved, std::vector<AnyItem> &there)
{
    const auto gone = std::stable_partition(items.begin(), items.end(), std::not_fn(isMoved));
    there.insert(there.end(), gone, items.end());
    items.erase(gone, items.end());
}

// What stands against a success that an adapter has told.
constexpr const char *StillServes = "said to be done, but the provider still shows traffic";
constexpr const char *StillDraining = "gets no new traffic, and waits for the end of what it has";
constexpr const char *StillThere = "said to be done, but the provider still has it";
constexpr const char *NotSeen = "said to be done, but the provider could not be looked at";

/// Those of \a tally that \a isDoubtful says have failed, whatever was said of the call: \a why.
void doubt(Tally &tally, const IsItem &isDoubtful, const char *why)
{
    std::vector<AnyItem> doubtful;
    moveItems(tally.succeeded, isDoubtful, doubtful);
    for (const AnyItem &item : doubtful)
        tally.why.push_back({std::string(item.id), why});
    tally.failed.insert(tally.failed.end(), doubtful.begin(), doubtful.end());
}

bool isIn(const std::unordered_set<std::string_view> &ids, const AnyItem &item)
{
    return ids.contains(item.id) || ids.contains(item.name);
}

std::string sentenceOf(const Tally &tally)
{
    const ItemFailure &first = tally.why.front();
    std::string sentence = first.id + ": " + first.error;
    if (tally.why.size() > 1)
        sentence += " (and " + std::to_string(tally.why.size() - 1) + " more)";
    return sentence;
}

} // namespace

const char *name(ConsistSide side)
{
    return side == ConsistSide::Employer ? "employer" : "employee";
}

const char *name(ConsistVerb verb)
{
    switch (verb) {
    case ConsistVerb::Create: return "create";
    case ConsistVerb::Update: return "update";
    case ConsistVerb::Delete: break;
    }
    return "delete";
}

SideSync::SideSync(AnyConsistAdapter &adapter, const ConsistEmployer &employer,
                   const ConsistOptions &options, ConsistSide side)
    : m_adapter(adapter)
    , m_employer(employer)
    , m_options(options)
    , m_side(side)
{}

void SideSync::fail(const std::string &what, Thrown thrown)
{
    thrown.text = std::string("sync ") + name(m_side) + " failed: " + what + thrown.text;
    m_error = std::move(thrown);
}

template<class Value, class Function>
bool SideSync::call(const char *what, Value &value, Function function)
{
    auto answer = callForeign(function);
    if (!answer) {
        fail(what, std::move(answer.error()));
        return false;
    }
    if (!*answer) {
        fail(what, {cutText(std::move(answer->error().message)), Thrown::Kind::Fault});
        return false;
    }
    value = std::move(**answer);
    return true;
}

bool SideSync::readExpected()
{
    return call("expected items: ", m_expected,
                [&] { return m_adapter.expected(m_side, m_employer); });
}

void SideSync::leaveOut(const IsItem &isLeftOut)
{
    std::erase_if(m_expected.items, isLeftOut);
}

bool SideSync::readCurrent()
{
    if (!call("current items: ", m_current, [&] { return m_adapter.current(m_side, m_employer); }))
        return false;
    Ids draining;
    return call("", m_difference, [&] { return differenceOf(*m_current, draining); });
}

tl::expected<Difference, Error> SideSync::differenceOf(const AnyItems &current, Ids &draining) const
{
    return compare(m_expected.items, current.items, [&](const AnyItem &should, const AnyItem &is) {
        if (!m_adapter.isEqual(m_side, should, is))
            return false;
        if (should.servesTraffic || !is.servesTraffic)
            return true;
        draining.insert(should.id);
        return false;
    });
}

void SideSync::putOff(const IsItem &isPutOff, const IsItem &isKept)
{
    moveItems(m_difference.create, isPutOff, m_putOff);
    moveItems(m_difference.update, isPutOff, m_putOff);
    moveItems(m_difference.remove, isKept, m_kept);
}

bool SideSync::applyVerb(ConsistVerb verb, const std::vector<AnyItem> &items, Tally &tally)
{
    if (m_error) {
        tally.failed = items;
        return false;
    }
    Thrown::Kind kind = Thrown::Kind::Fault;
    tally = applyAll(items, m_options.batching, [&](std::span<const AnyItem> batch) {
        if (m_employer.attempt.stop.stop_requested())
            return Applied::aborted("it was asked to stop");
        auto applied = callForeign(
            [&] { return m_adapter.apply(m_side, verb, m_employer, batch); });
        if (applied)
            return std::move(*applied);
        kind = applied.error().kind;
        return Applied::aborted(std::move(applied.error().text));
    });
    if (tally.error)
        fail(std::string(name(verb)) + " failed: ", {cutText(tally.error->message), kind});
    return !m_error;
}

bool SideSync::apply()
{
    // Each of them, so that those that an error kept from being tried count as failed.
    const bool created = applyVerb(ConsistVerb::Create, m_difference.create, m_created);
    const bool updated = applyVerb(ConsistVerb::Update, m_difference.update, m_updated);
    const bool removed = applyVerb(ConsistVerb::Delete, m_difference.remove, m_removed);
    return readBack() && created && updated && removed;
}

bool SideSync::isWithoutTraffic(const AnyItem &expected) const
{
    return m_side == ConsistSide::Employee && !expected.servesTraffic;
}

bool SideSync::readBack()
{
    const auto isOut = [this](const AnyItem &item) { return isWithoutTraffic(item); };
    if (m_removed.succeeded.empty() && std::ranges::none_of(m_updated.succeeded, isOut)
        && std::ranges::none_of(m_created.succeeded, isOut))
        return true;
    AnyItems now;
    Difference after;
    Ids draining;
    if (m_error || !readNow(now, after, draining)) {
        std::ranges::copy_if(m_created.succeeded, std::back_inserter(m_serving), isOut);
        doubt(m_created, isOut, NotSeen);
        doubt(m_updated, isOut, NotSeen);
        doubt(
            m_removed, [](const AnyItem &) { return true; }, NotSeen);
        return false;
    }
    // By its name as well: the provider may call the item otherwise by now.
    Ids serving;
    const auto note = [&](const AnyItem &item) {
        serving.insert(item.id);
        serving.insert(item.name);
    };
    for (const AnyItem &item : after.remove) {
        if (item.servesTraffic)
            note(item);
    }
    for (std::size_t i = 0; i < after.update.size(); ++i) {
        if (after.outdated[i].servesTraffic && !after.update[i].servesTraffic)
            note(after.update[i]);
    }
    Ids there;
    for (const AnyItem &item : now.items)
        there.insert(item.id);
    doubt(
        m_removed, [&](const AnyItem &item) { return there.contains(item.id); }, StillThere);
    doubt(
        m_removed, [&](const AnyItem &item) { return isIn(serving, item); }, StillServes);
    takeBack(m_created, serving, draining);
    takeBack(m_updated, serving, draining);
    return true;
}

void SideSync::takeBack(Tally &tally, const Ids &serving, const Ids &draining)
{
    const auto isServing = [&](const AnyItem &item) {
        return isWithoutTraffic(item) && isIn(serving, item);
    };
    std::ranges::copy_if(tally.succeeded, std::back_inserter(m_serving), isServing);
    std::vector<AnyItem> ending;
    moveItems(
        tally.succeeded,
        [&](const AnyItem &item) { return isServing(item) && draining.contains(item.id); }, ending);
    if (!ending.empty())
        noteLookAgain(m_options.lookInterval, tally);
    m_draining.insert(m_draining.end(), ending.begin(), ending.end());
    tally.failed.insert(tally.failed.end(), ending.begin(), ending.end());
    doubt(tally, isServing, StillServes);
}

bool SideSync::readNow(AnyItems &now, Difference &difference, Ids &draining)
{
    return call("current items after the change: ", now,
                [&] { return m_adapter.current(m_side, m_employer); })
           && call("after the change: ", difference, [&] { return differenceOf(now, draining); });
}

bool SideSync::isClean() const
{
    return !m_error && m_difference.create.empty() && m_difference.update.empty()
           && m_difference.unchanged.empty() && m_putOff.empty() && m_kept.empty()
           && m_removed.isClean();
}

std::vector<std::string> SideSync::sentences() const
{
    const std::array<std::pair<ConsistVerb, const Tally *>, 3> verbs{
        {{ConsistVerb::Create, &m_created},
         {ConsistVerb::Update, &m_updated},
         {ConsistVerb::Delete, &m_removed}}};
    std::vector<std::string> sentences;
    for (const auto &[verb, tally] : verbs) {
        if (!tally->why.empty()) {
            sentences.push_back(cutText(std::string("sync ") + name(m_side) + " failed: "
                                        + name(verb) + " failed: " + sentenceOf(*tally)));
        }
    }
    if (m_error)
        sentences.push_back(m_error->text);
    return sentences;
}

std::vector<ConsistRecord::Failure> SideSync::failures() const
{
    std::vector<ConsistRecord::Failure> failures;
    const auto add = [&](ConsistVerb verb, const Tally &tally) {
        for (const ItemFailure &failure : tally.why)
            failures.push_back({m_side, verb, failure.id, cutText(failure.error)});
    };
    add(ConsistVerb::Create, m_created);
    add(ConsistVerb::Update, m_updated);
    add(ConsistVerb::Delete, m_removed);
    return failures;
}

std::vector<ConsistRecord::Status> SideSync::statuses()
{
    std::vector<ConsistRecord::Status> statuses;
    const auto add = [&](const std::vector<AnyItem> &items) {
        for (const AnyItem &item : items) {
            auto status = callForeign([&] { return m_adapter.statusOf(m_side, item); });
            std::string text = status ? std::move(*status) : std::move(status.error().text);
            if (!text.empty())
                statuses.push_back({m_side, std::string(item.id), cutText(std::move(text))});
        }
    };
    add(m_created.succeeded);
    add(m_updated.succeeded);
    add(m_difference.found);
    for (const AnyItem &item : m_draining)
        statuses.push_back({m_side, std::string(item.id), StillDraining});
    std::sort(statuses.begin(), statuses.end(),
              [](const auto &a, const auto &b) { return a.id < b.id; });
    return statuses;
}

Duration SideSync::lookAgain() const
{
    Duration shortest = Duration::zero();
    for (const Tally *tally : {&m_created, &m_updated, &m_removed}) {
        const Duration one = tally->lookAgain;
        if (one > Duration::zero() && (shortest == Duration::zero() || one < shortest))
            shortest = one;
    }
    return shortest;
}

} // namespace qontroller::consist
