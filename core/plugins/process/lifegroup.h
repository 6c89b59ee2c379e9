// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/plugins/process/earlierprocess.h"

#include <tl/expected.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace qontroller {

/// A cgroup of this life of the program alone, below the one that systemd gave it (`Delegate=yes`).
///
/// All that the program starts is in it, whatever becomes of its environment, its parents and its
/// groups. So the next life finds there what is left at work: processes of the session of the
/// program. What has a session of its own is a service, and stays. Only this process is moved, and
/// only what cgroups of an earlier life hold is signalled. For one thread.
class LifeGroup final
{
public:
    /// Makes it and moves this process into it. \a name tells the program from others in the same
    /// cgroup. The error says why it has none, as a part of a sentence.
    [[nodiscard]] static tl::expected<LifeGroup, std::string> enter(std::string_view name);

    /// For a child with a session of its own, so that what it starts is known by that: a cgroup
    /// beside that of the program which started it. Nothing happens if that has none.
    [[nodiscard]] static tl::expected<void, std::string> enterBeside();

    /// Ends what earlier lives and their children have left: SIGTERM, after 5 s SIGKILL. Returns
    /// when all has ended, or some seconds later.
    [[nodiscard]] EarlierEnd endEarlier() const;

    [[nodiscard]] std::string path() const { return m_parent + '/' + m_own; }

private:
    LifeGroup(std::string parent, std::string own)
        : m_parent(std::move(parent))
        , m_own(std::move(own))
    {}
    static tl::expected<LifeGroup, std::string> make(const std::string &parent,
                                                     const std::string &start);
    /// The names of those that have this name and are of a life that is over.
    [[nodiscard]] std::vector<std::string> earlier() const;
    [[nodiscard]] std::vector<EarlierProcess> leftAtWork() const;
    /// Those that hold nothing any more.
    void removeEmpty() const;

    std::string m_parent; ///< the path of the cgroup that is delegated
    std::string m_own;    ///< the name of the one below it
};

/// Where a process's cgroup is, from what `/proc/self/mountinfo` and `/proc/self/cgroup` say;
/// nothing without cgroup2.
[[nodiscard]] std::optional<std::string> cgroupFolder(std::string_view mounts,
                                                      std::string_view cgroups);

} // namespace qontroller
