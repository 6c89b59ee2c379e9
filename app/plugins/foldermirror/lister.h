// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/foldermirror/judgement.h"
#include "app/plugins/foldermirror/mirror.h"
#include "app/plugins/foldermirror/treewalk.h"
#include "core/engine/api/listerwatcher.h"

#include <optional>
#include <stop_token>

namespace qontroller::foldermirror {

/// Whether a list also names what only the target has, so that it is removed.
enum class Leftovers : unsigned char {
    Named,
    Left,
};

/// Lists a mirror: everything in the source, and what is left over in the target
/// of what the source no longer has (from before this program started, or put
/// there by others). What the target is a copy of stands in it: see MirrorRecord. For one thread.
class Lister final
{
public:
    Lister(Mirror &mirror, Leftovers leftovers)
        : m_mirror(mirror)
        , m_leftovers(leftovers)
    {}

    /// As ListerWatcher::list().
    [[nodiscard]] ListResult list(ListSink &sink, const std::stop_token &stop);

private:
    /// Makes the target this mirror's; nothing: it is.
    [[nodiscard]] std::optional<ListResult> takeTarget(const std::stop_token &stop);
    /// Why it is another host's or mirror's, a sentence; empty: it is this one's.
    [[nodiscard]] std::string whyAnothers(const std::stop_token &stop);
    /// Why nothing may be written into the target \a root, a sentence; empty: it may.
    [[nodiscard]] std::string whyNoTarget(const Result<Entry> &root);
    void recall(ListFacts &facts);
    void remember(const MirrorRecord &record);
    [[nodiscard]] ListResult conclude(ListSink &sink, int root, ListFacts &facts,
                                      const SourceWalked &source, const std::stop_token &stop);

    Mirror &m_mirror;
    Leftovers m_leftovers;
    std::optional<MirrorRecord> m_last; ///< what the last list left behind
    bool m_isWritten = true;            ///< the target has it, too
};

} // namespace qontroller::foldermirror
