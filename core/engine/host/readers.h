// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/mutex.h"
#include "core/engine/host/lastwords.h"
#include "core/engine/observe/feed/feed.h"

#include <optional>
#include <set>
#include <vector>

namespace qontroller {

/// The front ends that pull from a host, and what they are still to be told of controllers that
/// are gone. Thread-safe.
class Readers
{
public:
    [[nodiscard]] ReaderId attach(Reads reads);
    void detach(ReaderId reader);
    [[nodiscard]] std::vector<ReaderId> all() const;

    struct Turn
    {
        Reads reads = Reads::Everything;
        std::size_t number = 0; ///< of pulls before
    };
    /// Another pull of \a reader begins; nothing: it is detached.
    [[nodiscard]] std::optional<Turn> nextTurn(ReaderId reader);
    /// Adds to \a delta, which has what its controllers told \a reader, what that is to know of
    /// controllers that are gone, \a room bytes of it, about.
    void addGone(ReaderId reader, Delta &delta, std::size_t room);
    /// A controller is gone that said \a words last. \a places: how far its readers are.
    void addWords(ControllerDelta words, LastWords::Places places);

private:
    struct Reader
    {
        ReaderId id;
        Turn next;
        std::set<ControllerId> told; ///< controllers that were in its last pull
    };
    /// Null: it is detached.
    [[nodiscard]] Reader *find(ReaderId reader) QONTROLLER_REQUIRES(m_mutex);

    mutable Mutex m_mutex;
    ReaderId m_last QONTROLLER_GUARDED_BY(m_mutex) = 0;
    std::vector<Reader> m_readers QONTROLLER_GUARDED_BY(m_mutex);
    LastWords m_lastWords QONTROLLER_GUARDED_BY(m_mutex);
};

} // namespace qontroller
