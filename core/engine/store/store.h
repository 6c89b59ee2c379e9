// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/mutex.h"
#include "core/engine/api/error.h"
#include "core/engine/store/storeend.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <tl/expected.hpp>

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace qontroller {

/// What a transaction may do. Valid during the transaction. Statements are compiled once and
/// kept; \a sql is a literal. Throws SQLite::Exception, which ends the transaction.
class Rows
{
public:
    /// Runs \a sql with \a values in the place of its question marks.
    template<class... Values>
    void run(const char *sql, const Values &...values)
    {
        SQLite::Statement &statement = prepare(sql);
        bindAll(statement, values...);
        statement.exec();
    }
    /// Calls \a visit with each row that \a sql gives.
    template<class Visit, class... Values>
    void each(const char *sql, Visit visit, const Values &...values)
    {
        SQLite::Statement &statement = prepare(sql);
        bindAll(statement, values...);
        while (statement.executeStep())
            visit(statement);
    }

    /// Grows with each row that is written or removed.
    [[nodiscard]] std::int64_t changes() const;

private:
    friend class Store;
    explicit Rows(SQLite::Database &database)
        : m_database(database)
    {}
    [[nodiscard]] SQLite::Statement &prepare(const char *sql);

    template<class... Values>
    static void bindAll(SQLite::Statement &statement, const Values &...values)
    {
        int index = 0;
        (statement.bind(++index, values), ...);
    }

    SQLite::Database &m_database;
    std::map<std::string_view, SQLite::Statement> m_statements;
};

/// Why a store was not opened.
struct StoreError : Error
{
    StoreError(Error error) // NOLINT: any error is one
        : Error(std::move(error))
    {}

    /// A later try may go well, and nobody has to do anything to the file: the disk is full or
    /// fails, or another program still uses it.
    bool mayPass = false;
    bool isDamaged = false; ///< what is in the file is not what was written
};

/// A SQLite file in WAL mode that one program has for itself.
///
/// Who opens a file that is in use is told so. An error is a sentence that begins with the file's
/// path. Thread-safe: one transaction at a time.
class Store
{
public:
    template<class T>
    using Result = tl::expected<T, Error>;
    using Opened = tl::expected<std::unique_ptr<Store>, StoreError>;

    /// In the place of a file.
    static constexpr const char *InMemory = ":memory:";
    /// Behind the name of the file: what is written is there first.
    static constexpr const char *NewestSuffix = "-wal";
    /// … all that belongs to it, and first the file itself.
    static constexpr std::array<const char *, 5> Suffixes{"", NewestSuffix, "-shm", "-journal",
                                                          StoreEnd::Suffix};

    /// Opens \a file, or makes it, for its owner alone to read and write. \a steps brings its
    /// tables from each version to the next: a store of version n has seen the first n of them, and
    /// one of an earlier version is copied before, as `FILE.version-n`. A file of a later version,
    /// or that is not a store, is left as it is. InMemory is kept nowhere. \a steps outlive it.
    [[nodiscard]] static Opened open(const std::filesystem::path &file,
                                     std::span<const char *const> steps);

    /// Whether all of the file can be read, its parts fit, and its tables are what they are in a
    /// file that begins now. An error says what does not, if it isDamaged, or why it cannot be
    /// told.
    [[nodiscard]] tl::expected<void, StoreError> check();
    /// Whether what was written last is not there any more: the file `-wal` is damaged or gone, or
    /// this is an earlier copy, with or without the `-wal` of a later one. Nothing: there is no
    /// file `-end` to tell it by.
    [[nodiscard]] std::optional<bool> lacksItsEnd() const { return m_lacksItsEnd; }
    /// Puts all that was written into the file itself: until then the newest is in the file `-wal`
    /// beside it alone.
    Result<void> settle();
    /// Makes the file as small as what is in it. Needs as much room once more, for a moment.
    Result<void> compact();
    /// Its path; empty: it is in memory.
    [[nodiscard]] std::string file() const { return m_path == InMemory ? std::string() : m_path; }
    /// Bytes of the file and of what belongs to it; 0: it is in memory.
    [[nodiscard]] std::uint64_t size() const;

    /// Calls `function(Rows &)` in one transaction, which is on disk when it has returned, and
    /// gives what it returns. Nothing is written if it throws: SQLite::Exception becomes an
    /// error, and anything else goes on.
    template<class Function>
    [[nodiscard]] auto transact(Function function) -> Result<std::invoke_result_t<Function, Rows &>>
    {
        MutexLock lock(m_mutex);
        if (const char *const why = whyLost())
            return tl::unexpected(Error(m_path + why));
        try {
            SQLite::Transaction transaction(m_database, SQLite::TransactionBehavior::IMMEDIATE);
            if constexpr (std::is_void_v<std::invoke_result_t<Function, Rows &>>) {
                function(m_rows);
                commit(transaction);
                return {};
            } else {
                auto result = function(m_rows);
                commit(transaction);
                return result;
            }
        } catch (const SQLite::Exception &exception) {
            return tl::unexpected(errorOf(m_path, exception));
        }
    }

private:
    Store(const std::filesystem::path &file, std::span<const char *const> steps);
    void bring();
    /// Keeps what is there as a file of its own, which replaces one from an earlier time.
    void copyAs(const std::string &file) QONTROLLER_REQUIRES(m_mutex);
    /// Compares what was counted with what StoreEnd says.
    void findEnd() QONTROLLER_REQUIRES(m_mutex);
    /// … after it has counted one more if anything was written.
    void commit(SQLite::Transaction &transaction) QONTROLLER_REQUIRES(m_mutex);
    /// Why what is written now would be lost, for somebody has taken the files away; null: it would
    /// not.
    [[nodiscard]] const char *whyLost() QONTROLLER_REQUIRES(m_mutex);
    void putIntoFile() QONTROLLER_REQUIRES(m_mutex);
    /// Whether the path means another file by now, or none.
    [[nodiscard]] bool hasMoved() QONTROLLER_REQUIRES(m_mutex);
    /// The file has been written as far as now: it does not become smaller by itself.
    void noteSizes() QONTROLLER_REQUIRES(m_mutex);
    [[nodiscard]] static StoreError errorOf(const std::string &path,
                                            const SQLite::Exception &exception);

    Mutex m_mutex;
    SQLite::Database m_database QONTROLLER_GUARDED_BY(m_mutex);
    Rows m_rows QONTROLLER_GUARDED_BY(m_mutex){m_database};
    const std::string m_path;
    const std::span<const char *const> m_steps; ///< of the program: they outlive it
    StoreEnd m_end QONTROLLER_GUARDED_BY(m_mutex);
    std::int64_t m_changes QONTROLLER_GUARDED_BY(m_mutex) = 0;  ///< as Rows::changes()
    StoreEnd::Counts m_written QONTROLLER_GUARDED_BY(m_mutex);  ///< in all lives
    std::uintmax_t m_least QONTROLLER_GUARDED_BY(m_mutex) = 0;  ///< bytes of the file
    std::uintmax_t m_leastNewest QONTROLLER_GUARDED_BY(m_mutex) = 0; ///< … and of its newest part
    bool m_hasCommitted QONTROLLER_GUARDED_BY(m_mutex) = false; ///< in this life
    std::optional<bool> m_lacksItsEnd;
};

} // namespace qontroller
