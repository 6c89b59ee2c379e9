// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/consistrun/books.h"

#include <algorithm>

namespace qontroller::consist {

namespace {

/// The next of its name is another one, for which nothing was done.
void forgetServedIfGone(EmployeeBook &book)
{
    if (!book.exists)
        book.lifecycle.served.clear();
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
        const auto book = employer(name);
        const auto mark = book->marks.find(key);
        if (mark == book->marks.end() || mark->second.state != Mark::State::Put)
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
    own(name).record = record;
}

void Books::expect(const EmployerName &name, const EmployeeKey &key, WallTime since)
{
    auto &expected = own(name).expectedBy;
    const auto place = std::lower_bound(expected.begin(), expected.end(), key);
    if (place == expected.end() || !(*place == key))
        expected.insert(place, key);
    m_employees[key].expectedBy.try_emplace(name, since);
}

void Books::expectNoMore(const EmployerName &name, const EmployeeKey &key)
{
    auto &expected = own(name).expectedBy;
    const auto place = std::lower_bound(expected.begin(), expected.end(), key);
    if (place != expected.end() && *place == key)
        expected.erase(place);
    m_employees[key].expectedBy.erase(name);
    forgetIfBlank(key);
}

void Books::setMark(const EmployerName &name, const EmployeeKey &key, const Mark &mark,
                    WallTime since)
{
    EmployeeMarks &marks = own(name).marks;
    if (mark.state != Mark::State::None) {
        marks[key] = mark;
        m_employees[key].marks.try_emplace(name, since);
        return;
    }
    marks.erase(key);
    m_employees[key].marks.erase(name);
    forgetIfBlank(key);
}

void Books::setLifecycle(const EmployeeKey &key, const Lifecycle &lifecycle)
{
    EmployeeBook &book = m_employees[key];
    book.lifecycle = lifecycle;
    forgetServedIfGone(book);
    if (lifecycle.operations.empty())
        m_operated.erase(key);
    else
        m_operated.insert(key);
    forgetIfBlank(key);
}

void Books::setExistence(const EmployeeKey &key, Existence existence)
{
    const bool isGone = existence == Existence::Gone;
    EmployeeBook &book = m_employees[key];
    book.exists = !isGone;
    forgetServedIfGone(book);
    if (isGone)
        m_gone.insert(key);
    else
        m_gone.erase(key);
    forgetIfBlank(key);
}

void Books::forget(const EmployerName &name)
{
    const auto book = employer(name);
    for (const EmployeeKey &key : book->expectedBy)
        expectNoMore(name, key);
    for (const auto &[key, mark] : book->marks)
        setMark(name, key, {}, {});
    m_employers.erase(name);
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
