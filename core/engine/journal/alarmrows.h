// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/control/acknowledgement.h"
#include "core/engine/store/store.h"

#include <cstdint>

namespace qontroller {

/// What of alarms is kept, in a journal. Each function is called in a transaction and throws what
/// Rows throws.
class AlarmRows
{
public:
    static constexpr const char *AcknowledgementTable = R"(
CREATE TABLE acknowledgement (
    need TEXT PRIMARY KEY,
    checksum INTEGER NOT NULL,
    who TEXT NOT NULL,
    reason TEXT NOT NULL,
    at INTEGER NOT NULL,
    until INTEGER NOT NULL,
    count INTEGER NOT NULL) WITHOUT ROWID;
)";
    static constexpr const char *SinceTable = R"(
CREATE TABLE alarm_since (
    rule TEXT NOT NULL,
    need TEXT NOT NULL,
    checksum INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (rule, need)) WITHOUT ROWID;
)";
    static constexpr const char *GoneColumns = R"(
ALTER TABLE acknowledgement ADD COLUMN gone INTEGER NOT NULL DEFAULT 0;
ALTER TABLE alarm_since ADD COLUMN gone INTEGER NOT NULL DEFAULT 0;
)";

    static constexpr const char *ToldTable = R"(
CREATE TABLE alarm_told (
    rule TEXT NOT NULL,
    need TEXT NOT NULL,
    checksum INTEGER NOT NULL,
    severity INTEGER NOT NULL,
    controller TEXT NOT NULL,
    what TEXT NOT NULL,
    since INTEGER NOT NULL,
    who INTEGER NOT NULL,
    PRIMARY KEY (rule, need)) WITHOUT ROWID;
)";

    /// In place of what was written before.
    static void write(Rows &rows, const KeptAlarms &all);
    struct Found
    {
        KeptAlarms all;            ///< by key, and by rule and key
        std::uint64_t damaged = 0; ///< rows that are left out
    };
    [[nodiscard]] static Found read(Rows &rows);
};

} // namespace qontroller
