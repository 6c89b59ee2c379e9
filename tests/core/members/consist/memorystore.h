// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/members/consist/ledger.h"
#include "core/members/consist/lifecycle.h"

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace qontroller::consist::test {

/// What would be on disk. Copying it is a restart.
struct Disk
{
    struct Employee
    {
        Lifecycle lifecycle;
        bool exists = true;
        bool ready = true;
        bool wasForced = false; ///< its deletion
    };

    std::map<ObjectId, EmployerBook> employers;
    std::map<EmployeeKey, Employee> employees;

    [[nodiscard]] bool isThere(const ObjectId &employer) const
    {
        return employers.contains(employer);
    }
    /// Who holds a mark on \a key.
    [[nodiscard]] std::vector<Holder> marksOn(const EmployeeKey &key) const
    {
        std::vector<Holder> holders;
        for (const auto &[employer, book] : employers) {
            if (book.marks.contains(key))
                holders.push_back({employer, {}});
        }
        return holders;
    }
    /// Who has to take \a key in and has not.
    [[nodiscard]] std::vector<Holder> missingFor(const EmployeeKey &key) const
    {
        std::vector<Holder> missing;
        for (const auto &[employer, book] : employers) {
            const auto mark = book.marks.find(key);
            const bool isIn = mark != book.marks.end() && mark->second.state == Mark::State::Put;
            const auto &by = book.expectedBy;
            if (!isIn && std::find(by.begin(), by.end(), key) != by.end())
                missing.push_back({employer, {}});
        }
        return missing;
    }
    [[nodiscard]] bool isClosed(const EmployeeKey &key) const
    {
        const auto found = employees.find(key);
        return found != employees.end() && gateOf(found->second.lifecycle) == Gate::Closed;
    }
};

/// A ledger in memory. `onCall` is called before each transaction and may end it all by throwing;
/// `error` is what each write says.
class MemoryStore final : public Ledger
{
public:
    explicit MemoryStore(Disk &disk)
        : m_disk(disk)
    {}

    std::function<void(const char *)> onCall;
    std::string error;
    std::vector<std::string> calls;

    Result<std::shared_ptr<const EmployerBook>> read(const ObjectId &employer) override
    {
        note("read");
        const auto found = m_disk.employers.find(employer);
        return std::make_shared<const EmployerBook>(
            found == m_disk.employers.end() ? EmployerBook{} : found->second);
    }
    Result<std::vector<EmployeeKey>> closedGates(std::string_view) override
    {
        note("closedGates");
        std::vector<EmployeeKey> closed;
        for (const auto &[key, employee] : m_disk.employees) {
            if (m_disk.isClosed(key))
                closed.push_back(key);
        }
        return closed;
    }
    Result<std::vector<EmployeeKey>> goneEmployees() override
    {
        note("goneEmployees");
        std::vector<EmployeeKey> gone;
        for (const auto &[key, employee] : m_disk.employees) {
            if (!employee.exists)
                gone.push_back(key);
        }
        return gone;
    }
    Result<void> takeCleanUpMark(const ObjectId &employer, std::string_view memo) override
    {
        return write("takeCleanUpMark", [&] {
            m_disk.employers[employer].hasCleanUpMark = true;
            m_disk.employers[employer].memo = memo;
        });
    }
    Result<void> setExpectedBy(const ObjectId &employer,
                               std::span<const EmployeeKey> employees) override
    {
        return write("setExpectedBy", [&] {
            m_disk.employers[employer].expectedBy = {employees.begin(), employees.end()};
        });
    }
    Result<std::vector<EmployeeKey>> claim(const ObjectId &employer,
                                           std::span<const MarkClaim> claims) override
    {
        std::set<EmployeeKey> refused;
        const auto written = write("claim", [&] {
            for (const MarkClaim &one : claims) {
                const auto employee = m_disk.employees.find(one.employee);
                const bool isDeleted = employee != m_disk.employees.end()
                                       && !employee->second.exists;
                using Condition = MarkClaim::Condition;
                const bool isClosed = m_disk.isClosed(one.employee);
                if ((one.condition == Condition::GateOpen && (isDeleted || isClosed))
                    || (one.condition == Condition::GateClosed && !isClosed)) {
                    refused.insert(one.employee);
                    continue;
                }
                Mark &mark = m_disk.employers[employer].marks[one.employee];
                mark = claimed(mark, one);
            }
        });
        if (!written)
            return tl::unexpected(written.error());
        return std::vector<EmployeeKey>(refused.begin(), refused.end());
    }
    Result<void> change(const ObjectId &employer, std::span<const MarkChange> changes) override
    {
        return write("change", [&] {
            for (const MarkChange &one : changes) {
                EmployerMarks &marks = m_disk.employers[employer].marks;
                if (one.mark.state == Mark::State::None)
                    marks.erase(one.employee);
                else
                    marks[one.employee] = one.mark;
            }
        });
    }
    Result<void> write(const ObjectId &employer, const ConsistRecord &record) override
    {
        return write("write", [&] { m_disk.employers[employer].record = record; });
    }
    Result<void> releaseCleanUpMark(const ObjectId &employer) override
    {
        return write("releaseCleanUpMark", [&] { m_disk.employers.erase(employer); });
    }

private:
    void note(const char *what)
    {
        calls.emplace_back(what);
        if (onCall)
            onCall(what);
    }
    template<class Function>
    Result<void> write(const char *what, Function function)
    {
        note(what);
        if (!error.empty())
            return tl::unexpected(Error(error));
        function();
        return {};
    }

    Disk &m_disk;
};

} // namespace qontroller::consist::test
