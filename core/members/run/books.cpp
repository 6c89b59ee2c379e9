// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/members/run/books.h"

#include <algorithm>

namespace qontroller::consist {

namespace {

/// The next of its name is another one, for which nothing was done.
void forgetServedIfGone(EmployeeBook &book)
{
    if (!book.exists)
        book.lifecycle.served.clear();
}

bool isPutAt(const EmployerBook &book, const EmployeeKey &key)
{
    const auto mark = book.marks.find(key);
    return mark != book.marks.end() && mark->second.state == Mark::State::Put;
}

bool isDownAt(const EmployerBook &book, const EmployeeKey &key)
{
    const auto &down = book.record.downEmployees;
    return std::binary_search(down.begin(), down.end(), key.text());
}

} // namespace

std::set<EmployerName> EmployeeBook::employers() const
{
    std::set<EmployerName> employers;
    for (const auto *names : {&marks, &expectedBy}) {
        for (const auto &[name, since] : *names)
            employers.insert(name);
    }
    return employers;
}

std::shared_ptr<const EmployerBook> Books::employer(const EmployerName &name) const
{
    static const auto empty = std::make_shared<const EmployerBook>();
    const auto found = m_employers.find(name);
    return found == m_employers.end() ? empty : found->second;
}

const EmployeeBook &Books::employee(const EmployeeKey &key) const
{
    static const EmployeeBook blank;
    const auto found = m_employees.find(key);
    return found == m_employees.end() ? blank : found->second;
}

bool Books::isClosed(const EmployeeKey &key) const
{
    return gateOf(employee(key).lifecycle) == Gate::Closed;
}

std::vector<EmployeeKey> Books::closedGates() const
{
    std::vector<EmployeeKey> closed;
    for (const EmployeeKey &key : m_operated) {
        if (isClosed(key))
            closed.push_back(key);
    }
    return closed;
}

std::vector<Holder> Books::marksOn(const EmployeeKey &key) const
{
    std::vector<Holder> holders;
    for (const auto &[name, since] : employee(key).marks)
        holders.push_back({name.text(), since});
    return holders;
}

std::vector<Holder> Books::missingFor(const EmployeeKey &key) const
{
    std::vector<Holder> missing;
    for (const auto &[name, since] : employee(key).expectedBy) {
        if (!isPutAt(*employer(name), key))
            missing.push_back({name.text(), since});
    }
    return missing;
}

void Books::setCleanUpMark(const EmployerName &name, std::string_view memo)
{
    EmployerBook &book = own(name);
    book.hasCleanUpMark = true;
    book.memo = memo;
}

void Books::setRecord(const EmployerName &name, const ConsistRecord &record)
{
    std::set<std::string> down(record.downEmployees.begin(), record.downEmployees.end());
    const auto before = employer(name);
    down.insert(before->record.downEmployees.begin(), before->record.downEmployees.end());
    for (const std::string &key : down)
        count(EmployeeKey::fromText(key), Count::Less);
    own(name).record = record;
    for (const std::string &key : down)
        count(EmployeeKey::fromText(key), Count::More);
}

template<class Change>
void Books::change(const EmployeeKey &key, Change make)
{
    count(key, Count::Less);
    make(m_employees[key]);
    count(key, Count::More);
    forgetIfBlank(key);
}

void Books::expect(const EmployerName &name, const EmployeeKey &key, WallTime since)
{
    change(key, [&](EmployeeBook &book) {
        auto &expected = own(name).expectedBy;
        const auto place = std::lower_bound(expected.begin(), expected.end(), key);
        if (place == expected.end() || !(*place == key))
            expected.insert(place, key);
        book.expectedBy.try_emplace(name, since);
    });
}

void Books::expectNoMore(const EmployerName &name, const EmployeeKey &key)
{
    change(key, [&](EmployeeBook &book) {
        auto &expected = own(name).expectedBy;
        const auto place = std::lower_bound(expected.begin(), expected.end(), key);
        if (place != expected.end() && *place == key)
            expected.erase(place);
        book.expectedBy.erase(name);
    });
}

void Books::setMark(const EmployerName &name, const EmployeeKey &key, const Mark &mark,
                    WallTime since)
{
    change(key, [&](EmployeeBook &book) {
        EmployerMarks &marks = own(name).marks;
        if (mark.state != Mark::State::None) {
            marks[key] = mark;
            book.marks.try_emplace(name, since);
        } else {
            marks.erase(key);
            book.marks.erase(name);
        }
    });
}

void Books::setLifecycle(const EmployeeKey &key, const Lifecycle &lifecycle)
{
    change(key, [&](EmployeeBook &book) {
        book.lifecycle = lifecycle;
        forgetServedIfGone(book);
        if (lifecycle.operations.empty())
            m_operated.erase(key);
        else
            m_operated.insert(key);
    });
}

void Books::setExistence(const EmployeeKey &key, Existence existence)
{
    const bool isGone = existence == Existence::Gone;
    if (isGone)
        m_gone.insert(key);
    else
        m_gone.erase(key);
    change(key, [&](EmployeeBook &book) {
        book.exists = !isGone;
        forgetServedIfGone(book);
    });
}

void Books::forget(const EmployerName &name)
{
    const auto book = employer(name);
    for (const EmployeeKey &key : book->expectedBy)
        expectNoMore(name, key);
    for (const auto &[key, mark] : book->marks)
        setMark(name, key, {}, {});
    m_employers.erase(name);
    m_available.erase(name);
    m_waves.erase({name.controller, {}, name.employer});
}

DeletionWave Books::wave(const WaveName &name) const
{
    const auto found = m_waves.find(name);
    return found == m_waves.end() ? DeletionWave() : found->second;
}

void Books::count(const EmployeeKey &key, Count how)
{
    const EmployeeBook &book = employee(key);
    const auto add = [&](const EmployerName &name) {
        std::size_t &number = m_members[name.controller].at(
            static_cast<std::size_t>(memberState(name, key)));
        how == Count::More ? ++number : --number;
    };
    for (const auto &[name, since] : book.expectedBy) {
        add(name);
        if (!isAvailable(name, key))
            continue;
        std::size_t &number = m_available[name];
        how == Count::More ? ++number : --number;
    }
    for (const auto &[name, since] : book.marks) {
        if (!book.expectedBy.contains(name))
            add(name);
    }
}

bool Books::isAvailable(const EmployerName &name, const EmployeeKey &key) const
{
    return employee(key).exists && memberState(name, key) == MemberState::InService;
}

Staff Books::staffOf(const EmployerName &name) const
{
    const auto available = m_available.find(name);
    return {employer(name)->expectedBy.size(),
            available == m_available.end() ? 0 : available->second};
}

bool Books::isHeld(const EmployeeKey &key) const
{
    const auto &by = employee(key).expectedBy;
    return std::any_of(by.begin(), by.end(), [&](const auto &one) {
        const auto &held = employer(one.first)->record.heldEmployees;
        return std::binary_search(held.begin(), held.end(), key.text());
    });
}

MemberState Books::memberState(const EmployerName &name, const EmployeeKey &key) const
{
    const EmployeeBook &book = employee(key);
    if (!book.expectedBy.contains(name))
        return MemberState::Leaving;
    if (takesOutOfService(book.lifecycle))
        return MemberState::OutOfService;
    const auto marks = employer(name);
    if (!isPutAt(*marks, key))
        return MemberState::Waiting;
    return isDownAt(*marks, key) ? MemberState::Down : MemberState::InService;
}

EmployerBook &Books::own(const EmployerName &name)
{
    auto &book = m_employers[name];
    if (!book)
        book = std::make_shared<EmployerBook>();
    else if (book.use_count() > 1)
        book = std::make_shared<EmployerBook>(*book);
    return *book;
}

// One that is gone is kept while it is expected or operated on, so that a claim for it can be
// refused.
void Books::forgetIfBlank(const EmployeeKey &key)
{
    const auto found = m_employees.find(key);
    if (found == m_employees.end() || !found->second.isBlank())
        return;
    m_employees.erase(found);
    m_gone.erase(key);
}

} // namespace qontroller::consist
