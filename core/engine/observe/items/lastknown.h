// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/mutex.h"
#include "core/engine/observe/items/knownitem.h"

#include <deque>
#include <optional>
#include <string>

namespace qontroller {

/// What a controller knew when it ended, for the one that takes its place. Thread-safe.
class LastKnown final : public KnownItems, public KnownSink
{
public:
    void add(KnownItem item) override;
    void pause(const KnownPause &pause) override;
    void goOn(const KnownWave &wave) override;
    void read(KnownSink &sink) override;

    /// The ids may mean other objects from now on: see ofOtherObjects().
    void becomeOfOthers();
    /// Gives the memory back: it was read.
    void clear();

private:
    Mutex m_mutex;
    std::deque<KnownItem> m_items QONTROLLER_GUARDED_BY(m_mutex);
    KnownPause m_pause QONTROLLER_GUARDED_BY(m_mutex);
    KnownWave m_wave QONTROLLER_GUARDED_BY(m_mutex);
};

} // namespace qontroller
