// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/members/run/consiststore.h"

#include <algorithm>
#include <set>

namespace qontroller::consist {

/// What a pass of one controller sees of the store.
class ConsistStore::ControllerLedger final : public Ledger
{
public:
    ControllerLedger(ConsistStore &store, std::string controller)
        : m_store(store)
        , m_controller(std::move(controller))
    {}

    Result<std::shared_ptr<const EmployerBook>> read(const ObjectId &employer) override
    {
        return m_store.look([&](const Books &books) { return books.employer(nameOf(employer)); });
    }
    Result<std::vector<EmployeeKey>> closedGates(std::string_view kind) override
    {
        return m_store.look([&](const Books &books) {
            std::vector<EmployeeKey> all = books.closedGates();
            for (std::size_t i = 0, count = all.size(); i < count; ++i) {
                if (all[i].kind() != kind && isOurs(books.employee(all[i])))
                    all.emplace_back(kind, all[i].qualifiedName());
            }
            std::sort(all.begin(), all.end());
            all.erase(std::unique(all.begin(), all.end()), all.end());
            return all;
        });
    }
    Result<std::vector<EmployeeKey>> goneEmployees() override
    {
        return m_store.look([](const Books &books) {
            return std::vector<EmployeeKey>(books.gone().begin(), books.gone().end());
        });
    }
    Result<void> takeCleanUpMark(const ObjectId &employer, std::string_view memo) override
    {
        const EmployerName name = nameOf(employer);
        const std::string text(memo);
        return m_store
            .lockAndCommit([&](Rows &rows) { BookFile::writeCleanUpMark(rows, name, text); },
                           [&](Books &books) { books.setCleanUpMark(name, text); });
    }
    Result<void> setExpectedBy(const ObjectId &employer,
                               std::span<const EmployeeKey> employees) override
    {
        return m_store.setExpectedBy(nameOf(employer), employees);
    }
    Result<std::vector<EmployeeKey>> claim(const ObjectId &employer,
                                           std::span<const MarkClaim> claims) override
    {
        return m_store.claim(nameOf(employer), claims);
    }
    Result<void> change(const ObjectId &employer, std::span<const MarkChange> changes) override
    {
        return m_store.changeMarks(nameOf(employer), changes);
    }
    Result<void> write(const ObjectId &employer, const ConsistRecord &record) override
    {
        const EmployerName name = nameOf(employer);
        return m_store.lockAndCommit([&](Rows &rows) { BookFile::writeRecord(rows, name, record); },
                                     [&](Books &books) { books.setRecord(name, record); });
    }
    Result<void> releaseCleanUpMark(const ObjectId &employer) override
    {
        const EmployerName name = nameOf(employer);
        return m_store.lockAndCommit([&](Rows &rows) { BookFile::forget(rows, name); },
                                     [&](Books &books) { books.forget(name); });
    }

private:
    [[nodiscard]] bool isOurs(const EmployeeBook &book) const
    {
        return std::ranges::any_of(book.employers(), [this](const EmployerName &name) {
            return name.controller == m_controller;
        });
    }
    [[nodiscard]] EmployerName nameOf(const ObjectId &employer) const
    {
        return {m_controller, employer};
    }

    ConsistStore &m_store;
    std::string m_controller;
};

tl::expected<std::unique_ptr<ConsistStore>, StoreError> ConsistStore::open(
    const std::filesystem::path &file, Clock &clock)
{
    auto store = Store::open(file, BookFile::steps());
    if (!store)
        return tl::unexpected(std::move(store.error()));
    if (auto whole = (*store)->check(); !whole)
        return tl::unexpected(std::move(whole.error()));
    auto books = (*store)->transact(
        [now = clock.moment()](Rows &rows) { return BookFile::read(rows, now); });
    if (!books)
        return tl::unexpected(StoreError(std::move(books.error())));
    return std::unique_ptr<ConsistStore>(
        new ConsistStore(std::move(*store), std::move(*books), clock));
}

std::unique_ptr<Ledger> ConsistStore::ledgerOf(std::string controller)
{
    return std::make_unique<ControllerLedger>(*this, std::move(controller));
}

void ConsistStore::forgetGone(Rows &rows, const std::set<EmployeeKey> &gone)
{
    for (const EmployeeKey &key : gone)
        BookFile::forgetIfBlank(rows, key);
}

ConsistStore::Result<Step> ConsistStore::step(const EmployeeKey &key, const Decide &decide)
{
    MutexLock lock(m_mutex);
    const EmployeeBook &employee = m_books.employee(key);
    Step step = decide(m_books, employee, m_clock.wallNow());
    if (step.state == employee.lifecycle)
        return step;
    const auto written =
        commit([&](Rows &rows) { BookFile::writeLifecycle(rows, key, step.state); },
               [&](Books &books) { books.setLifecycle(key, step.state); });
    if (!written)
        return tl::unexpected(written.error());
    return step;
}

ConsistStore::Result<void> ConsistStore::setExistence(const EmployeeKey &key,
                                                      Books::Existence existence)
{
    MutexLock lock(m_mutex);
    const EmployeeBook &employee = m_books.employee(key);
    if (employee.isBlank() || employee.exists == (existence == Books::Existence::There))
        return {};
    return commit([&](Rows &rows) { BookFile::writeExistence(rows, key, existence); },
                  [&](Books &books) { books.setExistence(key, existence); });
}

ConsistStore::Result<void> ConsistStore::admit(std::span<const Registration> registrations)
{
    MutexLock lock(m_mutex);
    const WallTime now = m_clock.wallNow();
    const auto write = [&](Rows &rows) {
        for (const Registration &one : registrations) {
            BookFile::writeExistence(rows, one.employee, Books::Existence::There);
            for (const EmployerName &name : one.by)
                BookFile::addExpected(rows, name, one.employee, now);
        }
    };
    return commit(write, [&](Books &books) {
        for (const Registration &one : registrations) {
            books.setExistence(one.employee, Books::Existence::There);
            for (const EmployerName &name : one.by)
                books.expect(name, one.employee, now);
        }
    });
}

ConsistStore::Result<std::optional<std::string>> ConsistStore::memoryOf(const SourceName &source)
{
    MutexLock lock(m_mutex);
    return m_store->transact([&](Rows &rows) { return BookFile::readMemory(rows, source); });
}

ConsistStore::Result<void> ConsistStore::setMemory(const SourceName &source,
                                                   const std::string &text)
{
    return lockAndCommit([&](Rows &rows) { BookFile::writeMemory(rows, source, text); },
                         [](Books &) {});
}

ConsistStore::Result<void> ConsistStore::setWave(const WaveName &name, const DeletionWave &wave)
{
    const Moment now = m_clock.moment();
    return lockAndCommit([&](Rows &rows) { BookFile::writeWave(rows, name, wave, now); },
                         [&](Books &books) { books.setWave(name, wave); });
}

ConsistStore::Result<void> ConsistStore::setExpectedBy(const EmployerName &name,
                                                       std::span<const EmployeeKey> employees)
{
    MutexLock lock(m_mutex);
    const auto book = m_books.employer(name);
    const auto &before = book->expectedBy;
    std::vector<EmployeeKey> added;
    std::vector<EmployeeKey> gone;
    std::set_difference(employees.begin(), employees.end(), before.begin(), before.end(),
                        std::back_inserter(added));
    std::set_difference(before.begin(), before.end(), employees.begin(), employees.end(),
                        std::back_inserter(gone));
    const WallTime now = m_clock.wallNow();
    const auto write = [&](Rows &rows) {
        for (const EmployeeKey &key : added)
            BookFile::addExpected(rows, name, key, now);
        for (const EmployeeKey &key : gone)
            BookFile::removeExpected(rows, name, key);
    };
    return commit(write, [&](Books &books) {
        for (const EmployeeKey &key : added)
            books.expect(name, key, now);
        for (const EmployeeKey &key : gone)
            books.expectNoMore(name, key);
    });
}

bool ConsistStore::isRefused(const MarkClaim &claim) const
{
    switch (claim.condition) {
    case MarkClaim::Condition::GateOpen:
        return !m_books.employee(claim.employee).exists || m_books.isClosed(claim.employee);
    case MarkClaim::Condition::GateClosed: return !m_books.isClosed(claim.employee);
    case MarkClaim::Condition::Always: break;
    }
    return false;
}

ConsistStore::Result<std::vector<EmployeeKey>> ConsistStore::claim(
    const EmployerName &name, std::span<const MarkClaim> claims)
{
    MutexLock lock(m_mutex);
    std::set<EmployeeKey> refused;
    std::map<EmployeeKey, Mark> marks;
    const auto book = m_books.employer(name);
    for (const MarkClaim &one : claims) {
        if (isRefused(one)) {
            refused.insert(one.employee);
            continue;
        }
        auto mark = marks.find(one.employee);
        if (mark == marks.end()) {
            const auto known = book->marks.find(one.employee);
            mark = marks.emplace(one.employee, known == book->marks.end() ? Mark() : known->second)
                       .first;
        }
        mark->second = claimed(std::move(mark->second), one);
    }
    std::vector<MarkChange> changes;
    for (auto &[key, mark] : marks) {
        const auto known = book->marks.find(key);
        if (known == book->marks.end() || known->second != mark)
            changes.push_back({key, std::move(mark)});
    }
    const auto written = writeMarks(name, changes);
    if (!written)
        return tl::unexpected(written.error());
    return std::vector<EmployeeKey>(refused.begin(), refused.end());
}

ConsistStore::Result<void> ConsistStore::changeMarks(const EmployerName &name,
                                                     std::span<const MarkChange> changes)
{
    MutexLock lock(m_mutex);
    return writeMarks(name, changes);
}

ConsistStore::Result<void> ConsistStore::writeMarks(const EmployerName &name,
                                                    std::span<const MarkChange> changes)
{
    if (changes.empty())
        return {};
    const WallTime now = m_clock.wallNow();
    const auto write = [&](Rows &rows) {
        for (const MarkChange &change : changes)
            BookFile::writeMark(rows, name, change.employee, change.mark, now);
    };
    return commit(write, [&](Books &books) {
        for (const MarkChange &change : changes)
            books.setMark(name, change.employee, change.mark, now);
    });
}

} // namespace qontroller::consist
