// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/store/store.h"

#include "core/base/files/ownfiles.h"
#include "core/base/files/uniquefd.h"

#include <sqlite3.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <optional>
#include <set>
#include <string>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace qontroller {

namespace {

/// Says in the file whose it is: "Qntr".
constexpr int ApplicationId = 0x516e7472;

/// Thrown by bring(), for open() to put into words.
struct Refused
{
    std::string why;
};

/// Files that SQLite reads are ours. Opens none: the first descriptor of a process that closes ends
/// all its locks on a file, those of a store that is open, too.
std::optional<Error> findForeign(const std::filesystem::path &file)
{
    for (const char *suffix : Store::Suffixes) {
        const std::string name = file.string() + suffix;
        if (const std::string why = whyNotOwnFile(name); !why.empty())
            return Error(name + ": " + why);
    }
    return std::nullopt;
}

/// Makes the file before SQLite does, which would let others read it.
std::optional<Error> makePrivate(const std::filesystem::path &file)
{
    if (auto foreign = findForeign(file))
        return foreign;
    const int fd = ::open(file.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    const bool isThere = fd >= 0 || (errno == EEXIST && ::access(file.c_str(), R_OK | W_OK) == 0);
    const int error = errno;
    if (fd >= 0)
        ::close(fd);
    if (!isThere)
        return Error(file.string()
                     + ": cannot be opened: " + std::generic_category().message(error));
    return std::nullopt;
}

std::string inWords(const SQLite::Exception &exception)
{
    switch (exception.getErrorCode()) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED: return "another program uses it";
    case SQLITE_NOTADB: return "is no store of Qontroller";
    case SQLITE_CORRUPT: return "is damaged: " + std::string(exception.what());
    case SQLITE_FULL: return "the disk is full";
    case SQLITE_READONLY: return "cannot be written";
    default: return exception.what();
    }
}

/// SQLite makes files beside \a path, and does not say why it cannot. 0: one can be made.
int whyNoFileBeside(const std::string &path)
{
    const std::string probe = path + "-probe";
    const UniqueFd fd(::open(probe.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
    if (!fd)
        return errno;
    ::unlink(probe.c_str());
    return 0;
}

/// What each column of the tables is.
std::set<std::string> layoutIn(Rows &rows)
{
    std::set<std::string> columns;
    rows.each("SELECT of.name, it.name, it.type, it.\"notnull\", it.dflt_value, it.pk"
              " FROM sqlite_master of, pragma_table_info(of.name) it WHERE of.type = 'table'",
              [&columns](SQLite::Statement &row) {
                  std::string column;
                  for (int i = 0; i < row.getColumnCount(); ++i)
                      column += row.getColumn(i).getString() + '.';
                  columns.insert(std::move(column));
              });
    return columns;
}

} // namespace

SQLite::Statement &Rows::prepare(const char *sql)
{
    auto found = m_statements.find(sql);
    if (found == m_statements.end())
        found = m_statements.try_emplace(sql, m_database, sql).first;
    else
        found->second.reset();
    return found->second;
}

std::int64_t Rows::changes() const
{
    return sqlite3_total_changes64(m_database.getHandle());
}

Store::Opened Store::open(const std::filesystem::path &file, std::span<const char *const> steps)
{
    if (auto error = file == InMemory ? std::nullopt : makePrivate(file))
        return tl::unexpected(StoreError(std::move(*error)));
    try {
        std::unique_ptr<Store> store(new Store(file, steps));
        store->bring();
        return store;
    } catch (const SQLite::Exception &exception) {
        return tl::unexpected(errorOf(file.string(), exception));
    } catch (const Refused &refused) {
        return tl::unexpected(StoreError(Error(file.string() + ": " + refused.why)));
    }
}

// In exclusive mode there is no memory that is shared with other programs, and a second program
// finds the file taken instead of changing what this one has read.
Store::Store(const std::filesystem::path &file, std::span<const char *const> steps)
    : m_database(file.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_NOMUTEX)
    , m_path(file.string())
    , m_steps(steps)
{}

void Store::bring()
{
    MutexLock lock(m_mutex);
    m_database.exec("PRAGMA locking_mode = EXCLUSIVE");
    const int owner = m_database.execAndGet("PRAGMA application_id").getInt();
    const int tables = m_database.execAndGet("SELECT count(*) FROM sqlite_master").getInt();
    if (owner != ApplicationId && (owner != 0 || tables > 0))
        throw Refused{"is a SQLite file of another program"};
    const auto version = static_cast<std::size_t>(
        m_database.execAndGet("PRAGMA user_version").getInt());
    if (version > m_steps.size()) {
        throw Refused{"is of version " + std::to_string(version) + ", and this program knows up to "
                      + std::to_string(m_steps.size())
                      + "; start the newer Qontroller that wrote it"};
    }
    m_database.exec("PRAGMA journal_mode = WAL");
    m_database.exec("PRAGMA foreign_keys = ON");
    m_database.exec("PRAGMA synchronous = FULL");
    if (version > 0 && version < m_steps.size() && m_path != InMemory)
        copyAs(m_path + ".version-" + std::to_string(version));
    SQLite::Transaction transaction(m_database, SQLite::TransactionBehavior::IMMEDIATE);
    for (const char *step : m_steps.subspan(version))
        m_database.exec(step);
    m_database.exec("PRAGMA application_id = " + std::to_string(ApplicationId));
    m_database.exec("PRAGMA user_version = " + std::to_string(m_steps.size()));
    m_database.exec("CREATE TABLE IF NOT EXISTS written (transactions INTEGER NOT NULL)");
    m_database.exec("CREATE TABLE IF NOT EXISTS settled (times INTEGER NOT NULL)");
    transaction.commit();
    if (m_path != InMemory)
        findEnd();
}

void Store::findEnd()
{
    const auto count = [this](const char *sql) {
        return static_cast<std::uint64_t>(m_database.execAndGet(sql).getInt64());
    };
    m_written = {count("SELECT coalesce(max(transactions), 0) FROM written"),
                 count("SELECT coalesce(max(times), 0) FROM settled")};
    if (const std::optional<StoreEnd::Counts> end = StoreEnd::read(m_path))
        m_lacksItsEnd = m_written.isBehind(*end);
    if (auto begun = m_end.begin(m_path); !begun)
        throw SQLite::Exception(begun.error(), SQLITE_IOERR);
    m_end.note(m_written); // what lacks is said once
    m_changes = m_rows.changes();
    noteSizes();
}

void Store::commit(SQLite::Transaction &transaction)
{
    const std::int64_t before = std::exchange(m_changes, m_rows.changes());
    const bool isCounted = m_changes != before && m_path != InMemory;
    if (isCounted) {
        const auto number = static_cast<std::int64_t>(m_written.transactions + 1);
        m_rows.run("INSERT OR REPLACE INTO written (rowid, transactions) VALUES (1, ?)", number);
        m_changes = m_rows.changes();
    }
    transaction.commit();
    if (!isCounted)
        return;
    ++m_written.transactions;
    m_end.note(m_written);
    m_hasCommitted = true;
    noteSizes();
}

void Store::copyAs(const std::string &file)
{
    std::error_code error;
    std::filesystem::remove(file, error);
    const auto refused = error ? std::optional(Error(file + ": " + error.message()))
                               : makePrivate(file);
    if (refused)
        throw Refused{"is of an earlier version, and cannot be copied before it is brought up to "
                      "date: "
                      + refused->message};
    SQLite::Statement copy(m_database, "VACUUM INTO ?"); // into a file that is empty
    copy.bind(1, file);
    copy.exec();
    const UniqueFd fd(::open(file.c_str(), O_RDONLY | O_CLOEXEC)); // SQLite does not sync a copy
    if (!fd || ::fsync(fd.get()) != 0)
        throw Refused{"is of an earlier version, and its copy " + file + " cannot be written"};
}

tl::expected<void, StoreError> Store::check()
{
    const auto wanted = Store::open(InMemory, m_steps).value()->transact(&layoutIn);
    if (!wanted)
        return tl::unexpected(StoreError(wanted.error()));
    MutexLock lock(m_mutex);
    try {
        const std::string found = m_database.execAndGet("PRAGMA quick_check(1)").getString();
        if (found != "ok")
            throw SQLite::Exception(found, SQLITE_CORRUPT);
        // A bit in the text of a table can make another table of it, which SQLite believes.
        if (!std::ranges::includes(layoutIn(m_rows), *wanted))
            throw SQLite::Exception("its tables are not what they were", SQLITE_CORRUPT);
        return {};
    } catch (const SQLite::Exception &exception) {
        return tl::unexpected(errorOf(m_path, exception));
    }
}

// A page of its own counts: only in the file itself it is as new as all of it.
void Store::putIntoFile()
{
    m_rows.run("INSERT OR REPLACE INTO settled (rowid, times) VALUES (1, ?)",
               static_cast<std::int64_t>(m_written.settled + 1));
    ++m_written.settled;
    m_changes = m_rows.changes();
    m_database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    if (m_path == InMemory)
        return;
    m_end.note(m_written);
    noteSizes();
}

Store::Result<void> Store::settle()
{
    MutexLock lock(m_mutex);
    try {
        putIntoFile();
        return {};
    } catch (const SQLite::Exception &exception) {
        return tl::unexpected(errorOf(m_path, exception));
    }
}

Store::Result<void> Store::compact()
{
    MutexLock lock(m_mutex);
    try {
        m_least = 0;
        m_database.exec("VACUUM");
        putIntoFile();
        return {};
    } catch (const SQLite::Exception &exception) {
        return tl::unexpected(errorOf(m_path, exception));
    }
}

std::uint64_t Store::size() const
{
    std::uint64_t bytes = 0;
    if (m_path == InMemory)
        return bytes;
    for (const char *suffix : Suffixes) {
        std::error_code ignored; // some are not there
        const auto size = std::filesystem::file_size(m_path + suffix, ignored);
        bytes += ignored ? 0 : size;
    }
    return bytes;
}

const char *Store::whyLost()
{
    if (hasMoved())
        return ": was moved or deleted while this program uses it: end the program, bring the file "
               "back, and start it again";
    std::error_code error;
    const auto newest = std::filesystem::file_size(m_path + NewestSuffix, error);
    if (m_hasCommitted && error == std::errc::no_such_file_or_directory)
        return "-wal was deleted while this program uses it: end the program in good order, which "
               "keeps all, and start it again";
    if (!error && newest < m_leastNewest)
        return "-wal was cut while this program uses it, and what it had is lost: end the program, "
               "and start it again";
    if (const auto bytes = std::filesystem::file_size(m_path, error); !error && bytes < m_least)
        return ": was cut while this program uses it: end the program, bring the file back, and "
               "start it again";
    return nullptr;
}

void Store::noteSizes()
{
    const auto sizeOf = [](const std::string &path) {
        std::error_code error;
        const auto bytes = std::filesystem::file_size(path, error);
        return error ? 0 : bytes;
    };
    m_least = sizeOf(m_path);
    m_leastNewest = sizeOf(m_path + NewestSuffix);
}

bool Store::hasMoved()
{
    int moved = 0;
    const int asked = sqlite3_file_control(m_database.getHandle(), "main", SQLITE_FCNTL_HAS_MOVED,
                                           &moved);
    return asked == SQLITE_OK && moved != 0;
}

StoreError Store::errorOf(const std::string &path, const SQLite::Exception &exception)
{
    const int code = exception.getErrorCode();
    if (const int why = code == SQLITE_CANTOPEN ? whyNoFileBeside(path) : 0; why != 0) {
        StoreError error(Error(
            path + ": no file can be made beside it: " + std::generic_category().message(why)));
        error.mayPass = why == ENOSPC || why == EDQUOT || why == EMFILE || why == ENFILE;
        return error;
    }
    StoreError error(Error(path + ": " + inWords(exception)));
    error.mayPass = code == SQLITE_BUSY || code == SQLITE_LOCKED || code == SQLITE_FULL
                    || code == SQLITE_IOERR || code == SQLITE_NOMEM;
    error.isDamaged = code == SQLITE_CORRUPT || code == SQLITE_NOTADB;
    return error;
}

} // namespace qontroller
