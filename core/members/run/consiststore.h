// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"
#include "core/base/threads/mutex.h"
#include "core/engine/store/store.h"
#include "core/members/run/bookfile.h"
#include "core/members/run/books.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace qontroller::consist {

/// An employee that is new, and the employers that have to take it in.
struct Registration
{
    EmployeeKey employee;
    std::vector<EmployerName> by;
};

/// What consist controllers of one host keep on disk: marks, who is expected, records, and the
/// operations on employees. A kill at any moment loses nothing that was returned.
///
/// Everything is in memory as well, so reading costs no look at the disk. One lock over both:
/// a claim excludes a gate that closes, and two steps of lifecycles see each other. Thread-safe.
class ConsistStore
{
public:
    template<class T>
    using Result = Store::Result<T>;

    /// Opens \a file or makes it. An error is a sentence that begins with its path. \a clock
    /// outlives the store.
    [[nodiscard]] static tl::expected<std::unique_ptr<ConsistStore>, StoreError> open(
        const std::filesystem::path &file, Clock &clock);

    /// For the passes of \a controller. The store outlives it.
    [[nodiscard]] std::unique_ptr<Ledger> ledgerOf(std::string controller);

    /// Says what the next state of an employee is, from what is known of all. Called under the
    /// store's lock: short, and nothing foreign.
    using Decide = std::function<Step(const Books &, const EmployeeBook &, WallTime now)>;
    /// One step of the lifecycle of \a key, on disk when it returns. The actions are the
    /// caller's to do then.
    Result<Step> step(const EmployeeKey &key, const Decide &decide);

    /// \a key is there, or was deleted: no employer may take it in from then on.
    Result<void> setExistence(const EmployeeKey &key, Books::Existence existence);
    /// Registers employees, and who must take them in before they count as available, in one step.
    Result<void> admit(std::span<const Registration> registrations);

    /// See SourceMemory. Nothing was kept yet, or it is read from disk.
    [[nodiscard]] Result<std::optional<std::string>> memoryOf(const SourceName &source);
    Result<void> setMemory(const SourceName &source, const std::string &text);
    Result<void> setWave(const WaveName &name, const DeletionWave &wave);

    /// Calls \a function under the store's lock: short, and nothing foreign.
    template<class Function>
    auto look(Function function)
    {
        MutexLock lock(m_mutex);
        return function(std::as_const(m_books));
    }

private:
    class ControllerLedger;

    ConsistStore(std::unique_ptr<Store> store, Books books, Clock &clock)
        : m_clock(clock)
        , m_store(std::move(store))
        , m_books(std::move(books))
    {}
    /// Calls `write(Rows &)` in a transaction, and then `change(Books &)`.
    template<class Write, class Change>
    Result<void> commit(Write write, Change change) QONTROLLER_REQUIRES(m_mutex)
    {
        const auto gone = m_books.gone(); // few
        auto written = m_store->transact([&](Rows &rows) {
            write(rows);
            forgetGone(rows, gone);
        });
        if (written)
            change(m_books);
        return written;
    }

    static void forgetGone(Rows &rows, const std::set<EmployeeKey> &gone);
    template<class Write, class Change>
    Result<void> lockAndCommit(Write write, Change change)
    {
        MutexLock lock(m_mutex);
        return commit(write, change);
    }
    Result<void> setExpectedBy(const EmployerName &name, std::span<const EmployeeKey> employees);
    Result<void> changeMarks(const EmployerName &name, std::span<const MarkChange> changes);
    Result<std::vector<EmployeeKey>> claim(const EmployerName &name,
                                           std::span<const MarkClaim> claims);
    [[nodiscard]] bool isRefused(const MarkClaim &claim) const QONTROLLER_REQUIRES(m_mutex);
    Result<void> writeMarks(const EmployerName &name, std::span<const MarkChange> changes)
        QONTROLLER_REQUIRES(m_mutex);

    Clock &m_clock;
    Mutex m_mutex;
    std::unique_ptr<Store> m_store QONTROLLER_GUARDED_BY(m_mutex);
    Books m_books QONTROLLER_GUARDED_BY(m_mutex);
};

} // namespace qontroller::consist
