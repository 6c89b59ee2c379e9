// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/api/deletionwave.h"
#include "core/members/consist/employername.h"
#include "core/members/consist/judging.h"
#include "core/members/consist/ledger.h"
#include "core/members/consist/lifecycle.h"
#include "core/members/consist/lifecycleport.h"

#include <array>
#include <cstddef>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace qontroller::consist {

/// What is known of one employee.
struct EmployeeBook
{
    Lifecycle lifecycle;
    bool exists = true;
    /// Who protects it, from the first claim on.
    std::map<EmployerName, WallTime> marks;
    /// Who has to take it in, since when.
    std::map<EmployerName, WallTime> expectedBy;

    /// Both: who has a say about it.
    [[nodiscard]] std::set<EmployerName> employers() const;
    /// Nothing is to be remembered of it, not even that it is gone.
    [[nodiscard]] bool isBlank() const
    {
        return lifecycle == Lifecycle() && marks.empty() && expectedBy.empty();
    }

    friend bool operator==(const EmployeeBook &, const EmployeeBook &) = default;
};

/// Whose losses are counted together: those of an employer, or what a source lacks.
struct WaveName
{
    std::string controller;
    std::string source; ///< empty: of an employer
    ObjectId employer;  ///< empty: of a source

    friend auto operator<=>(const WaveName &, const WaveName &) = default;
};

/// All that passes and lifecycles keep, of all controllers of a host, by employer and by employee.
///
/// The two agree: who carries a mark in an employer's book has it in its own, and the same for
/// who is expected. Only what is not blank is there. Not thread-safe; copies of an employer's
/// book are shared and immutable.
class Books
{
public:
    /// Never null.
    [[nodiscard]] std::shared_ptr<const EmployerBook> employer(const EmployerName &name) const;
    [[nodiscard]] const EmployeeBook &employee(const EmployeeKey &key) const;
    [[nodiscard]] bool isClosed(const EmployeeKey &key) const;
    /// Sorted.
    [[nodiscard]] std::vector<EmployeeKey> closedGates() const;
    /// Those with operations: few.
    [[nodiscard]] const std::set<EmployeeKey> &operated() const { return m_operated; }
    [[nodiscard]] const std::map<EmployeeKey, EmployeeBook> &employees() const
    {
        return m_employees;
    }
    [[nodiscard]] const std::map<EmployerName, std::shared_ptr<EmployerBook>> &employers() const
    {
        return m_employers;
    }

    /// How \a key stands with \a name, who expects it or marks it.
    [[nodiscard]] MemberState memberState(const EmployerName &name, const EmployeeKey &key) const;
    /// As RuledEmployee::isAvailable, of the employer \a name.
    [[nodiscard]] bool isAvailable(const EmployerName &name, const EmployeeKey &key) const;
    /// Of those that \a name expects: counted as they change.
    [[nodiscard]] Staff staffOf(const EmployerName &name) const;
    /// One of those that expect \a key holds it: see ConsistRecord::heldEmployees.
    [[nodiscard]] bool isHeld(const EmployeeKey &key) const;
    /// By controller: how many members are in which state, counted as they change.
    using Tally = std::map<std::string, std::array<std::size_t, MemberStateCount>>;
    [[nodiscard]] const Tally &members() const { return m_members; }

    /// Who protects \a key, and who has to take it in and has put no mark on it.
    [[nodiscard]] std::vector<Holder> marksOn(const EmployeeKey &key) const;
    [[nodiscard]] std::vector<Holder> missingFor(const EmployeeKey &key) const;

    void setCleanUpMark(const EmployerName &name, std::string_view memo);
    void setRecord(const EmployerName &name, const ConsistRecord &record);
    void expect(const EmployerName &name, const EmployeeKey &key, WallTime since);
    void expectNoMore(const EmployerName &name, const EmployeeKey &key);
    /// Mark::State::None: it is taken away.
    void setMark(const EmployerName &name, const EmployeeKey &key, const Mark &mark,
                 WallTime since);
    void setLifecycle(const EmployeeKey &key, const Lifecycle &lifecycle);
    enum class Existence : bool {
        Gone,
        There,
    };
    void setExistence(const EmployeeKey &key, Existence existence);
    /// Those that do not exist any more and are not blank: few.
    [[nodiscard]] const std::set<EmployeeKey> &gone() const { return m_gone; }
    /// What VanishingGuard has counted; it may have rested since.
    [[nodiscard]] DeletionWave wave(const WaveName &name) const;
    void setWave(const WaveName &name, const DeletionWave &wave) { m_waves[name] = wave; }
    /// Of an employer that has gone.
    void forget(const EmployerName &name);

private:
    /// To be changed: no reader sees it.
    [[nodiscard]] EmployerBook &own(const EmployerName &name);
    void forgetIfBlank(const EmployeeKey &key);
    /// Calls \a make with what is known of \a key, to be changed, and counts it anew.
    template<class Change>
    void change(const EmployeeKey &key, Change make);
    enum class Count : bool {
        Less,
        More,
    };
    void count(const EmployeeKey &key, Count how);

    std::map<EmployerName, std::shared_ptr<EmployerBook>> m_employers;
    std::map<EmployeeKey, EmployeeBook> m_employees;
    std::set<EmployeeKey> m_gone;
    std::set<EmployeeKey> m_operated;
    Tally m_members;
    std::map<EmployerName, std::size_t> m_available;
    std::map<WaveName, DeletionWave> m_waves;
};

} // namespace qontroller::consist
