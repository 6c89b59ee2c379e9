// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/conformance/faults/faults.h"
#include "app/conformance/harness/dice.h"
#include "app/conformance/harness/notes.h"
#include "core/engine/api/listerwatcher.h"

#include <atomic>
#include <memory>

namespace qontroller::conformance {

/// A plugin's source as seen through a bad line: loses, repeats and reorders its events,
/// cuts its lists short and lets them fail.
class FaultySource final : public ListerWatcher
{
public:
    FaultySource(std::shared_ptr<ListerWatcher> source, const Faults &faults, std::uint64_t seed,
                 Notes &notes)
        : m_source(std::move(source))
        , m_faults(faults)
        , m_listDice(seed)
        , m_watchDice(m_listDice.seed())
        , m_notes(notes)
    {}

    ListResult list(ListSink &sink, std::stop_token stop) override;
    WatchMode watchMode() const override { return m_source->watchMode(); }
    WatchEnd watch(WatchSink &sink, const std::string &cursor, std::stop_token stop) override;

    /// How many lists have ended. Any thread.
    [[nodiscard]] unsigned lists() const { return m_lists; }

private:
    std::shared_ptr<ListerWatcher> m_source;
    const Faults m_faults;
    Dice m_listDice;
    Dice m_watchDice;
    Notes &m_notes;
    std::uint64_t m_lastCount = 0;
    std::atomic<unsigned> m_lists = 0;
};

} // namespace qontroller::conformance
