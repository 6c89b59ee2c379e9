// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/mutex.h"

#include <sqlite3.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace qontroller::test {

/// The disk of all SQLite files that this process opens while it lives. It fails when the test says
/// so, and it loses power: what SQLite has written and not synced is then dropped, or a part of it
/// is, which no kill can show.
///
/// A sync that fails loses what it was for, as on Linux: a later sync that goes well does not bring
/// it to the disk. Thread-safe.
class FaultyDisk
{
public:
    enum class Operation : std::uint8_t {
        Any,
        Open,
        Write,
        Sync,
        Truncate
    };
    enum class Fault : std::uint8_t {
        Error,      ///< nothing is done
        ShortWrite, ///< half of it is written
        Full,       ///< the same, and SQLite is told that the disk is full
    };
    enum class Lasts : std::uint8_t {
        Once,
        UntilMended
    };

    FaultyDisk();
    ~FaultyDisk();
    FaultyDisk(const FaultyDisk &) = delete;
    FaultyDisk &operator=(const FaultyDisk &) = delete;

    /// From now on the operation \a number of that kind (1: the next) fails.
    void failAt(std::uint64_t number, Operation kind, Fault fault, Lasts lasts);
    void mend();
    /// Before the operation \a number (1: the next) the power goes: from then on everything fails.
    void losePowerAt(std::uint64_t number);
    /// Whether what was asked for last has happened.
    [[nodiscard]] bool hasFailed();

    /// The machine starts again, and the files are what the disk has of them: all that was synced,
    /// and of the rest, in sectors of 512 bytes, what \a seed says (0: nothing). No file is open.
    void restart(std::uint32_t seed);

private:
    friend struct FaultyFile;

    /// Not synced: bytes at a place, or the file's new length.
    struct Change
    {
        std::uint64_t at = 0;
        std::optional<std::string> bytes;
    };
    struct Image
    {
        std::string durable;
        std::vector<Change> pending;
        std::optional<std::string> replaced; ///< of the file that had the name before
        bool isNamed = false;                ///< the folder on the disk knows it
        bool isThere = false;
    };

    [[nodiscard]] std::optional<Fault> findFault(Operation kind) QONTROLLER_REQUIRES(m_mutex);
    [[nodiscard]] int open(const char *path, sqlite3_file *file, int flags, int *outFlags);
    [[nodiscard]] int remove(const char *path, int sync);
    [[nodiscard]] int write(const std::string &path, sqlite3_file *real, const void *bytes,
                            int size, sqlite3_int64 at);
    [[nodiscard]] int sync(const std::string &path, sqlite3_file *real, int flags);
    void syncFolder() QONTROLLER_REQUIRES(m_mutex);
    [[nodiscard]] int truncate(const std::string &path, sqlite3_file *real, sqlite3_int64 size);

    sqlite3_vfs *const m_real;
    sqlite3_vfs m_vfs;
    Mutex m_mutex;
    std::map<std::string, Image> m_images QONTROLLER_GUARDED_BY(m_mutex);
    Operation m_kind QONTROLLER_GUARDED_BY(m_mutex) = Operation::Any;
    Fault m_fault QONTROLLER_GUARDED_BY(m_mutex) = Fault::Error;
    Lasts m_lasts QONTROLLER_GUARDED_BY(m_mutex) = Lasts::Once;
    std::uint64_t m_left QONTROLLER_GUARDED_BY(m_mutex) = 0;     ///< until it fails; 0: never
    std::uint64_t m_untilOff QONTROLLER_GUARDED_BY(m_mutex) = 0; ///< … and until the power goes
    bool m_fails QONTROLLER_GUARDED_BY(m_mutex) = false;
    bool m_isOff QONTROLLER_GUARDED_BY(m_mutex) = false;
    bool m_hasFailed QONTROLLER_GUARDED_BY(m_mutex) = false;
};

} // namespace qontroller::test
