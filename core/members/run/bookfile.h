// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/store/store.h"
#include "core/members/run/books.h"

#include <optional>
#include <span>
#include <string>

namespace qontroller::consist {

/// A source of a controller: `employers`, or `employees#SITE`.
struct SourceName
{
    std::string controller;
    std::string source;
};

/// The tables of Books, and the rows of each of its changes. Each function is called in a
/// transaction and throws what Rows throws.
class BookFile
{
public:
    /// For Store::open().
    [[nodiscard]] static std::span<const char *const> steps();

    [[nodiscard]] static Books read(Rows &rows, const Moment &now);

    static void writeCleanUpMark(Rows &rows, const EmployerName &name, const std::string &memo);
    static void writeRecord(Rows &rows, const EmployerName &name, const ConsistRecord &record);
    static void addExpected(Rows &rows, const EmployerName &name, const EmployeeKey &key,
                            WallTime since);
    static void removeExpected(Rows &rows, const EmployerName &name, const EmployeeKey &key);
    /// Mark::State::None: it is taken away.
    static void writeMark(Rows &rows, const EmployerName &name, const EmployeeKey &key,
                          const Mark &mark, WallTime since);
    static void writeLifecycle(Rows &rows, const EmployeeKey &key, const Lifecycle &lifecycle);
    static void writeExistence(Rows &rows, const EmployeeKey &key, Books::Existence existence);
    /// See SourceMemory.
    [[nodiscard]] static std::optional<std::string> readMemory(Rows &rows, const SourceName &name);
    static void writeMemory(Rows &rows, const SourceName &name, const std::string &text);
    static void writeWave(Rows &rows, const WaveName &name, const DeletionWave &wave,
                          const Moment &now);
    /// \a key is gone: that is forgotten, too, once nothing else is known of it.
    static void forgetIfBlank(Rows &rows, const EmployeeKey &key);
    static void forget(Rows &rows, const EmployerName &name);
};

} // namespace qontroller::consist
