// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/control/acknowledgement.h"
#include "core/engine/store/store.h"

#include <cstdint>
#include <vector>

namespace qontroller {

/// The table of acknowledgements in a journal. Each function is called in a transaction and throws
/// what Rows throws.
class AcknowledgementRows
{
public:
    static constexpr const char *Tables = R"(
CREATE TABLE acknowledgement (
    need TEXT PRIMARY KEY,
    checksum INTEGER NOT NULL,
    who TEXT NOT NULL,
    reason TEXT NOT NULL,
    at INTEGER NOT NULL,
    until INTEGER NOT NULL,
    count INTEGER NOT NULL) WITHOUT ROWID;
)";

    /// In place of what was written before.
    static void write(Rows &rows, const std::vector<Acknowledgement> &all);
    struct Found
    {
        std::vector<Acknowledgement> all; ///< by key
        std::uint64_t damaged = 0;        ///< that are not what was written, and left out
    };
    [[nodiscard]] static Found read(Rows &rows);
};

} // namespace qontroller
