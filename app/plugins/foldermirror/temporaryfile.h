// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/foldermirror/targetfolder.h"

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace qontroller::foldermirror {

/// Names for temporary entries: `.qontroller-mirror-<16 hex>-<hex>.tmp`, where the
/// first number is this object's own. Thread-safe.
///
/// Such names are ours: they are never mirrored, neither from a source nor to a target.
class TemporaryNames final
{
public:
    TemporaryNames();

    [[nodiscard]] std::string next();
    /// Whether \a name was given by next() of this object.
    [[nodiscard]] bool isOwn(std::string_view name) const;
    /// Whether \a name is that of a temporary entry, of any program.
    [[nodiscard]] static bool isTemporary(std::string_view name);

private:
    std::string m_prefix;
    std::atomic<std::uint64_t> m_counter{0};
};

/// A file that gets its name only when it is complete; until then it goes away
/// with this object.
///
/// Its maker holds a lock (flock) on it, which the kernel takes back when the
/// process dies. So a temporary file that can be locked is one that no
/// process will ever publish: see removeIfStale().
class TemporaryFile final
{
public:
    /// \a folder must outlive the file.
    [[nodiscard]] static Result<TemporaryFile> create(const TargetFolder &folder,
                                                      TemporaryNames &names);
    TemporaryFile(TemporaryFile &&other) noexcept;
    TemporaryFile &operator=(TemporaryFile &&) = delete;
    ~TemporaryFile();

    [[nodiscard]] int fd() const { return m_fd.get(); }

    /// Gives it its name, replacing in one step what had it.
    [[nodiscard]] Result<void> publish(const std::string &name);

private:
    TemporaryFile(const TargetFolder &folder, UniqueFd fd, std::string name);

    const TargetFolder *m_folder;
    UniqueFd m_fd;
    std::string m_name; // empty: published or moved from
};

/// Removes the temporary entry \a name if its maker is gone. \a own are the names
/// that this process makes; a link of another process, or a file that may not be
/// read any more, is taken for stale: both are published right after they became so.
void removeIfStale(const TargetFolder &folder, const std::string &name, const TemporaryNames &own);

} // namespace qontroller::foldermirror
