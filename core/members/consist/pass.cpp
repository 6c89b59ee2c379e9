// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/members/consist/pass.h"

#include "core/members/consist/passreport.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <unordered_map>
#include <utility>

namespace qontroller::consist {

namespace {

using Keys = std::vector<EmployeeKey>;

bool holds(const Keys &sorted, const EmployeeKey &key)
{
    return std::binary_search(sorted.begin(), sorted.end(), key);
}

void sortUnique(Keys &keys)
{
    std::sort(keys.begin(), keys.end());
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
}

class Pass
{
public:
    Pass(AnyConsistAdapter &adapter, Ledger &ledger, const ConsistOptions &options,
         ConsistEmployer employer, const MemberWatch &watch)
        : m_adapter(adapter)
        , m_ledger(ledger)
        , m_options(options)
        , m_employer(std::move(employer))
        , m_watch(watch)
        , m_resource(adapter, m_employer, options, ConsistSide::Employer)
        , m_members(adapter, m_employer, options, ConsistSide::Employee)
    {}

    PassResult run()
    {
        if (!open())
            return end();
        if (m_employer.isGoing && !m_book->hasCleanUpMark && m_book->marks.empty())
            return forget();
        m_isWhole = m_employer.isGoing ? goDown() : goUp();
        m_isClean = m_employer.isGoing && m_isWhole && m_members.isClean() && m_resource.isClean();
        return end();
    }

private:
    /// Nothing was ever made for it; employees may have been registered for it.
    [[nodiscard]] PassResult forget()
    {
        m_isClean = *m_book == EmployerBook()
                    || isWritten(m_ledger.releaseCleanUpMark(m_employer.id));
        return m_isClean ? PassResult{Outcome::done(), true, true, {}} : end();
    }
    [[nodiscard]] bool goUp()
    {
        return takeCleanUpMark() && m_members.readExpected() && select() && syncResource()
               && syncMembers();
    }
    [[nodiscard]] bool goDown()
    {
        return setExpectedBy() && syncMembers() && m_members.isClean() && syncResource();
    }

    [[nodiscard]] bool open();
    [[nodiscard]] bool takeCleanUpMark();
    [[nodiscard]] bool select();
    [[nodiscard]] bool selectThoseLeftOut();
    [[nodiscard]] bool holdVanished(const Keys &expected);
    [[nodiscard]] Keys taken(Keys &keys, MemberWatch::Sighting as) const;
    [[nodiscard]] bool wasHeld(const EmployeeKey &key) const;
    using Sighting = MemberWatch::Sighting;
    [[nodiscard]] bool isSeen(const EmployeeKey &key, Sighting as) const
    {
        return m_watch.sighting && m_watch.sighting(key) == as;
    }
    void keepHeld();
    [[nodiscard]] bool setExpectedBy();
    [[nodiscard]] bool syncResource();
    [[nodiscard]] bool syncMembers();
    [[nodiscard]] bool claim();
    [[nodiscard]] bool claimServing();
    void noteClaims(std::span<const MarkClaim> claims, const Keys &refused);
    [[nodiscard]] std::vector<MarkClaim> claimsOf(const Difference &difference) const;
    [[nodiscard]] bool protect();
    [[nodiscard]] std::vector<ItemFate> fates() const;
    void note(std::span<const MarkChange> changes);
    [[nodiscard]] std::vector<std::string> down() const;
    [[nodiscard]] Keys intrusions() const;
    [[nodiscard]] PassResult end();

    [[nodiscard]] EmployeeKey keyOf(const AnyItem &item) const
    {
        return {m_options.employeeKind, item.name};
    }
    /// Calls \a visit for whose traffic went through an item with this id when the pass began.
    /// Several, while an address passes from one to the next.
    template<class Visit>
    void visitOwners(std::string_view id, Visit visit) const
    {
        const auto [begin, end] = m_owners.equal_range(id);
        for (auto owner = begin; owner != end; ++owner)
            visit(*owner->second);
    }
    /// … for whose traffic goes through a current item: the marks know it also where the provider
    /// does not name the employee.
    template<class Visit>
    void visitCurrent(const AnyItem &item, Visit visit) const
    {
        bool isKnown = false;
        visitOwners(item.id, [&](const EmployeeKey &owner) {
            isKnown = true;
            visit(owner);
        });
        if (!isKnown)
            visit(keyOf(item));
    }
    [[nodiscard]] const EmployerMarks &marks() const { return m_marks ? *m_marks : m_book->marks; }
    /// To be changed: copied at the first change.
    [[nodiscard]] EmployerMarks &ownMarks()
    {
        return m_marks ? *m_marks : m_marks.emplace(m_book->marks);
    }
    /// False if \a result is an error, which is noted.
    template<class T>
    [[nodiscard]] bool isWritten(const Ledger::Result<T> &result)
    {
        if (!result)
            fail("the store of marks: " + result.error().message);
        return result.has_value();
    }
    bool fail(std::string why, Thrown::Kind kind = Thrown::Kind::Fault)
    {
        m_error = Thrown{cutText(std::move(why)), kind};
        return false;
    }
    bool fail(const char *what, const Thrown &thrown)
    {
        return fail(what + thrown.text, thrown.kind);
    }

    AnyConsistAdapter &m_adapter;
    Ledger &m_ledger;
    const ConsistOptions &m_options;
    ConsistEmployer m_employer;
    const MemberWatch &m_watch;
    SideSync m_resource;
    SideSync m_members;
    std::shared_ptr<const EmployerBook> m_book = std::make_shared<EmployerBook>();
    std::optional<EmployerMarks> m_marks; // as they are now, if they changed
    std::unordered_multimap<std::string_view, const EmployeeKey *> m_owners; // by id, in m_book
    std::string m_memo;
    Keys m_closed;
    std::vector<std::string> m_closedNames;
    Keys m_selected;
    Keys m_held;                   // of these: they have vanished. Sorted
    Keys m_kept;                   // … and those of which a source has still to tell
    std::optional<Thrown> m_error; // of neither side
    std::size_t m_gatesClosed = 0;
    bool m_isWhole = false;
    bool m_isClean = false;
};

bool Pass::open()
{
    auto book = m_ledger.read(m_employer.id);
    if (!isWritten(book))
        return false;
    m_book = std::move(*book);
    m_employer.record = m_book->memo;
    m_owners.reserve(m_book->marks.size());
    for (const auto &[key, mark] : m_book->marks) {
        for (const std::string &id : mark.ids)
            m_owners.emplace(id, &key);
    }
    if (!m_options.followLifecycle)
        return true;
    auto closed = m_ledger.closedGates(m_options.employeeKind);
    if (!isWritten(closed))
        return false;
    m_closed = std::move(*closed);
    for (const EmployeeKey &key : m_closed) {
        if (key.kind() == m_options.employeeKind)
            m_closedNames.emplace_back(key.qualifiedName());
    }
    std::sort(m_closedNames.begin(), m_closedNames.end());
    m_employer.closed = m_closedNames;
    return true;
}

bool Pass::takeCleanUpMark()
{
    auto memo = callForeign([&] { return m_adapter.recordOf(m_employer); });
    if (!memo)
        return fail("what is to be kept of the employer: ", memo.error());
    m_memo = cutText(std::move(*memo));
    m_employer.record = m_memo;
    return (m_book->hasCleanUpMark && m_book->memo == m_memo)
           || isWritten(m_ledger.takeCleanUpMark(m_employer.id, m_memo));
}

bool Pass::select()
{
    auto names = callForeign([&] { return m_adapter.selectedEmployeeNames(m_employer); });
    if (!names)
        return fail("the selected employees: ", names.error());
    Keys expected; // by the adapter
    if (*names) {
        for (const std::string &name : **names) {
            if (name.empty())
                return fail("the adapter selects an employee without a name");
            expected.emplace_back(m_options.employeeKind, name);
        }
    } else {
        for (const AnyItem &item : m_members.expected().items)
            expected.push_back(keyOf(item));
    }
    sortUnique(expected);
    m_selected = expected;
    if (!*names && !selectThoseLeftOut())
        return false;
    sortUnique(m_selected);
    if (!holdVanished(expected))
        return false;
    m_members.leaveOut([&](const AnyItem &item) {
        const EmployeeKey key = keyOf(item);
        return !holds(m_selected, key) || (item.servesTraffic && holds(m_closed, key));
    });
    return setExpectedBy();
}

/// An adapter may leave out whom an operation has closed. That one comes back afterwards, and its
/// operation waits for it; unless it was deleted.
bool Pass::selectThoseLeftOut()
{
    Keys leftOut;
    const Keys &before = m_book->expectedBy;
    std::set_intersection(before.begin(), before.end(), m_closed.begin(), m_closed.end(),
                          std::back_inserter(leftOut));
    if (leftOut.empty())
        return true;
    const auto gone = m_ledger.goneEmployees();
    if (!isWritten(gone))
        return false;
    std::set_difference(leftOut.begin(), leftOut.end(), gone->begin(), gone->end(),
                        std::back_inserter(m_selected));
    return true;
}

/// Those of \a some that are not among \a others; both are sorted.
Keys without(const Keys &some, const Keys &others)
{
    Keys rest;
    std::set_difference(some.begin(), some.end(), others.begin(), others.end(),
                        std::back_inserter(rest));
    return rest;
}

/// Those of \a expected that the adapter does not name any more. Who was held stays so, and who is
/// operated on is a person's business.
bool Pass::holdVanished(const Keys &expected)
{
    if (!m_options.massRemovalGuard || without(m_book->expectedBy, expected).empty())
        return true;
    const auto gone = m_ledger.goneEmployees();
    if (!isWritten(gone))
        return false;
    const Keys known = without(m_book->expectedBy, *gone);
    Keys vanished = without(known, expected);
    const Keys shown = taken(vanished, Sighting::Shown);
    const Keys unheard = taken(vanished, Sighting::Unheard);
    using Source = Vanishing::Source;
    const Vanishing members{known.size(), vanished.size(), without(expected, known).size(),
                            m_watch.sighting ? Source::Spoken : Source::Silent, shown.size()};
    m_held = without(vanished, m_closed);
    if (m_watch.mayGo ? m_watch.mayGo(members) : !isMassRemoval(members))
        std::erase_if(m_held, [this](const EmployeeKey &key) {
            return !wasHeld(key) && !isSeen(key, Sighting::Doubted);
        });
    m_kept = m_held;
    std::ranges::copy(without(unheard, m_closed), std::back_inserter(m_kept));
    if (m_watch.isUnsure && m_watch.isUnsure(members))
        std::ranges::copy(without(shown, m_closed), std::back_inserter(m_kept));
    sortUnique(m_kept);
    m_selected.insert(m_selected.end(), m_kept.begin(), m_kept.end());
    sortUnique(m_selected);
    return true;
}

/// Takes those out of \a keys that are seen \a as that. Who was held is not waited for.
Keys Pass::taken(Keys &keys, Sighting as) const
{
    Keys those;
    std::erase_if(keys, [&](const EmployeeKey &key) {
        const bool isOne = isSeen(key, as) && (as == Sighting::Shown || !wasHeld(key));
        if (isOne)
            those.push_back(key);
        return isOne;
    });
    return those;
}

bool Pass::wasHeld(const EmployeeKey &key) const
{
    const auto &held = m_book->record.heldEmployees;
    return std::binary_search(held.begin(), held.end(), key.text());
}

/// What the provider has of them is not touched.
void Pass::keepHeld()
{
    if (m_kept.empty())
        return;
    m_members.putOff([](const AnyItem &) { return false; },
                     [this](const AnyItem &item) {
                         bool isHeld = false;
                         visitCurrent(item, [&](const EmployeeKey &owner) {
                             isHeld |= holds(m_kept, owner);
                         });
                         return isHeld;
                     });
}

bool Pass::setExpectedBy()
{
    const Keys marked = m_options.followLifecycle ? m_selected : Keys();
    return marked == m_book->expectedBy || isWritten(m_ledger.setExpectedBy(m_employer.id, marked));
}

bool Pass::syncResource()
{
    return (m_employer.isGoing || m_resource.readExpected()) && m_resource.readCurrent()
           && m_resource.apply();
}

bool Pass::syncMembers()
{
    if (!m_members.readCurrent())
        return false;
    keepHeld();
    if (!claim())
        return false;
    const bool isApplied = m_members.apply();
    return claimServing() && protect() && isApplied;
}

/// What was to get no traffic has some all the same: whoever let it through.
bool Pass::claimServing()
{
    std::vector<MarkClaim> claims;
    for (const AnyItem &item : m_members.thoseServing()) {
        if (m_options.followLifecycle && needsClaim(marks(), keyOf(item), item.id))
            claims.push_back({keyOf(item), std::string(item.id), MarkClaim::Condition::Always});
    }
    if (claims.empty())
        return true;
    if (!isWritten(m_ledger.claim(m_employer.id, claims)))
        return false;
    noteClaims(claims, {});
    return true;
}

void Pass::noteClaims(std::span<const MarkClaim> claims, const Keys &refused)
{
    for (const MarkClaim &one : claims) {
        if (one.condition == MarkClaim::Condition::Always || !holds(refused, one.employee)) {
            Mark &mark = ownMarks()[one.employee];
            mark = claimed(std::move(mark), one);
        }
    }
}

/// What may get traffic is on disk before a call lets it through.
bool Pass::claim()
{
    if (!m_options.followLifecycle)
        return true;
    const std::vector<MarkClaim> claims = claimsOf(m_members.difference());
    if (claims.empty())
        return true;
    const auto refused = m_ledger.claim(m_employer.id, claims);
    if (!isWritten(refused))
        return false;
    const auto isRefused = [&](const EmployeeKey &key) { return holds(*refused, key); };
    m_gatesClosed = refused->size();
    const auto staysIn = [&](const AnyItem &item) { // its gate is open again
        bool stays = false;
        visitCurrent(item, [&](const EmployeeKey &key) {
            stays |= isRefused(key) && holds(m_closed, key);
        });
        return stays;
    };
    m_members.putOff(
        [&](const AnyItem &item) {
            return staysIn(item) || (item.servesTraffic && isRefused(keyOf(item)));
        },
        staysIn);
    noteClaims(claims, *refused);
    return true;
}

std::vector<MarkClaim> Pass::claimsOf(const Difference &difference) const
{
    std::vector<MarkClaim> claims;
    const auto add = [&](const AnyItem &item, EmployeeKey key, MarkClaim::Condition condition) {
        if (item.servesTraffic && needsClaim(marks(), key, item.id))
            claims.push_back({std::move(key), std::string(item.id), condition});
    };
    for (const auto *current : {&difference.outdated, &difference.remove}) {
        for (const AnyItem &item : *current) {
            visitCurrent(item, [&](const EmployeeKey &owner) {
                // What is expected of it gives it no traffic: see select().
                if (item.servesTraffic && holds(m_closed, owner))
                    claims.push_back(
                        {owner, std::string(item.id), MarkClaim::Condition::GateClosed});
                else
                    add(item, owner, MarkClaim::Condition::Always);
            });
        }
    }
    for (const auto *expected : {&difference.create, &difference.update}) {
        for (const AnyItem &item : *expected) {
            EmployeeKey key = keyOf(item);
            const bool isMarked = marks().contains(key);
            add(item, std::move(key),
                isMarked ? MarkClaim::Condition::Always : MarkClaim::Condition::GateOpen);
        }
    }
    return claims;
}

std::vector<ItemFate> Pass::fates() const
{
    std::vector<ItemFate> fates;
    fates.reserve(m_members.difference().unchanged.size());
    const auto addExpected = [&](const std::vector<AnyItem> &items, Fate fate) {
        for (const AnyItem &item : items) {
            EmployeeKey key = keyOf(item);
            // An address that was another employee's: that one gets no more traffic by it.
            visitOwners(item.id, [&](const EmployeeKey &owner) {
                if (!(owner == key))
                    fates.push_back({owner, item.id, fate, false});
            });
            fates.push_back({std::move(key), item.id, fate, item.servesTraffic});
        }
    };
    const auto addCurrent = [&](const std::vector<AnyItem> &items, Fate fate) {
        for (const AnyItem &item : items) {
            visitCurrent(item, [&](const EmployeeKey &owner) {
                fates.push_back({owner, item.id, fate, false});
            });
        }
    };
    addExpected(m_members.created().succeeded, Fate::Created);
    addExpected(m_members.updated().succeeded, Fate::Updated);
    addExpected(m_members.difference().unchanged, Fate::Unchanged);
    addExpected(m_members.created().failed, Fate::Failed);
    addExpected(m_members.updated().failed, Fate::Failed);
    addExpected(m_members.thoseOff(), Fate::Failed);
    addCurrent(m_members.thoseKept(), Fate::Failed);
    addCurrent(m_members.removed().succeeded, Fate::Deleted);
    addCurrent(m_members.removed().failed, Fate::Failed);
    return fates;
}

bool Pass::protect()
{
    std::vector<MarkChange> changes;
    if (m_options.followLifecycle) {
        changes = marksAfter(marks(), fates());
    } else {
        for (const auto &[key, mark] : marks())
            changes.push_back({key, {}});
    }
    if (!changes.empty() && !isWritten(m_ledger.change(m_employer.id, changes)))
        return false;
    note(changes);
    return true;
}

void Pass::note(std::span<const MarkChange> changes)
{
    for (const MarkChange &change : changes) {
        if (change.mark.state == Mark::State::None)
            ownMarks().erase(change.employee);
        else
            ownMarks()[change.employee] = change.mark;
    }
}

/// Who could not be looked at is as before.
std::vector<std::string> Pass::down() const
{
    if (!m_members.current())
        return m_book->record.downEmployees;
    std::set<std::string> down;
    for (const AnyItem &item : m_members.current()->items) {
        if (item.isAvailable)
            continue;
        visitCurrent(item, [&](const EmployeeKey &owner) { down.insert(owner.text()); });
    }
    return {down.begin(), down.end()};
}

Keys Pass::intrusions() const
{
    Keys keys;
    if (!m_members.current() || m_closed.empty())
        return keys;
    for (const AnyItem &item : m_members.current()->items) {
        if (!item.servesTraffic)
            continue;
        visitCurrent(item, [&](const EmployeeKey &owner) {
            if (holds(m_closed, owner) && !m_book->marks.contains(owner))
                keys.push_back(owner);
        });
    }
    sortUnique(keys);
    return keys;
}

PassResult Pass::end()
{
    const PassEnd end{m_resource, m_members,     marks(),
                      m_selected, m_held,        down(),
                      m_error,    m_gatesClosed, m_kept.size() > m_held.size()};
    PassResult result;
    result.record = recordOf(end, m_options);
    if (result.record != m_book->record)
        m_isClean &= isWritten(m_ledger.write(m_employer.id, result.record));
    if (m_isClean)
        m_isClean &= isWritten(m_ledger.releaseCleanUpMark(m_employer.id));
    result.isClean = m_isClean;
    result.isWhole = m_isWhole;
    result.intrusions = intrusions();
    result.outcome = outcomeOf(findingsOf(end), m_options.retryInterval);
    return result;
}

} // namespace

PassResult runPass(AnyConsistAdapter &adapter, Ledger &ledger, const ConsistOptions &options,
                   ConsistEmployer employer, const MemberWatch &members)
{
    return Pass(adapter, ledger, options, std::move(employer), members).run();
}

} // namespace qontroller::consist
