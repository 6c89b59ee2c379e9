// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/mutex.h"
#include "core/engine/api/ownership.h"

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace qontroller {

/// What an Ownership has said and the controller has not done yet.
///
/// Shared with the Ownership, which may keep it for as long as it likes. A part has one entry,
/// however often it comes and goes. Thread-safe.
class OwnershipInbox final : public OwnershipSink
{
public:
    void gained(std::uint32_t part) override { say(part, true); }
    void lost(std::uint32_t part) override { say(part, false); }

    /// A part that was lost and gained again is in both: another host had it meanwhile.
    struct Changes
    {
        std::vector<std::uint32_t> lost;
        std::vector<std::uint32_t> gained; ///< after it
    };
    /// Blocks until something was said. Nothing once it is closed.
    [[nodiscard]] std::optional<Changes> take();
    /// Nothing counts any more.
    void close();

private:
    struct Word
    {
        bool wasLost = false;
        bool isOwned = false;
    };

    void say(std::uint32_t part, bool isOwned);

    Mutex m_mutex;
    Condition m_changed;
    std::map<std::uint32_t, Word> m_words QONTROLLER_GUARDED_BY(m_mutex); // by part
    bool m_closed QONTROLLER_GUARDED_BY(m_mutex) = false;
};

} // namespace qontroller
