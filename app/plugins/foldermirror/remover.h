// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/foldermirror/mirror.h"
#include "core/engine/api/outcome.h"

#include <optional>
#include <string>

namespace qontroller::foldermirror {

/// Takes out of the target what the source does not have.
///
/// A folder goes when it is empty. What is in it goes by its own runs, so that
/// no id is touched by two workers; folders that wait announce their content, so
/// that those runs come soon. The last one out takes the folder along. Excluded entries, what is
/// mounted in the target, and the folders that these are in, stay. Thread-safe.
class Remover final
{
public:
    explicit Remover(Mirror &mirror)
        : m_mirror(mirror)
    {}

    [[nodiscard]] Result<Outcome> remove(const std::string &path);

    /// Removes the folder \a path, which is in \a parent, to make room for something else.
    /// Nothing once it is gone, else what to wait for.
    [[nodiscard]] Result<std::optional<Outcome>> makeRoom(const TargetFolder &parent,
                                                          const std::string &path);

private:
    enum class Removal : unsigned char {
        Done,
        Kept, ///< for what is in it, or mounted there: see KeptFolders
        Waits ///< for what is in it to be removed
    };
    [[nodiscard]] Result<Removal> removeEntry(const TargetFolder &parent, const std::string &path);
    [[nodiscard]] Result<Removal> removeFolder(const TargetFolder &parent, const std::string &path);
    [[nodiscard]] bool isKept(const std::string &path);
    [[nodiscard]] bool isLeftAlone(const TargetFolder &folder, const std::string &path) const;
    [[nodiscard]] Outcome untilItIsEmpty(const std::string &path) const;
    /// Nothing of \a path is left, or it stays.
    void conclude(const std::string &path);
    void announceContent(const std::string &path);
    void announceEmptied(std::string path);

    Mirror &m_mirror;
};

} // namespace qontroller::foldermirror
