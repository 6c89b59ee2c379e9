// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/files/uniquefd.h"

#include <tl/expected.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace qontroller {

/// How far a store was written, in a small file beside it.
///
/// SQLite leaves out all that stands behind a damaged place of its file `-wal`, and says nothing of
/// it: the store is then what it was seconds earlier. And where an older copy of the store was put
/// beside a newer `-wal`, SQLite makes of the two what never was. The numbers here are written
/// after each transaction and not synced, so they are never ahead: a store that has not come as
/// far has lost something. One thread at a time.
class StoreEnd
{
public:
    struct Counts
    {
        std::uint64_t transactions = 0;
        std::uint64_t settled = 0; ///< how often all was put into the file itself

        [[nodiscard]] bool isBehind(const Counts &other) const
        {
            return transactions < other.transactions || settled < other.settled;
        }
    };

    /// What the file has behind the name of its store.
    static constexpr const char *Suffix = "-end";

    /// What is beside \a store. Nothing: there is no such file, or it is damaged.
    [[nodiscard]] static std::optional<Counts> read(const std::filesystem::path &store);

    /// Opens the file as it is, or makes it. The error is the end of a sentence on the store.
    [[nodiscard]] tl::expected<void, std::string> begin(const std::filesystem::path &store);
    /// If it cannot be written, the store lacks what comes from here on without a word.
    void note(const Counts &counts) const;

private:
    UniqueFd m_fd;
};

} // namespace qontroller
