// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/foldermirror/mirror.h"
#include "app/plugins/foldermirror/treewalk.h"
#include "core/api/listerwatcher.h"

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

namespace qontroller {

/// How far lists go in concluding that something is to be removed.
struct RemovalRules
{
    bool removeOrphans = true;       ///< the controller's option detectDeletions
    bool doubtEmptySource = true;    ///< the controller's option massDeletionGuard
};

/// Lists a mirror: everything in the source, and the *orphans* in the target.
///
/// An orphan that an earlier list found in the source is left out: the engine
/// knows it, misses it, and lets its mass-deletion guard decide. The others (from
/// before this program started, or put into the target by somebody) are given;
/// the storage calls them gone, so they are removed.
class Lister final
{
public:
    Lister(Mirror &mirror, RemovalRules rules)
        : m_mirror(mirror)
        , m_rules(rules)
    {}

    /// As ListerWatcher::list().
    [[nodiscard]] ListResult list(ListSink &sink, const std::stop_token &stop);

private:
    [[nodiscard]] bool isDoubtful(int root, std::uint64_t found, const std::stop_token &stop);
    [[nodiscard]] ListResult listOrphans(ListSink &sink, int root, std::uint64_t found,
                                         Unreadable unreadable, const std::stop_token &stop);

    Mirror &m_mirror;
    RemovalRules m_rules;
};

} // namespace qontroller
