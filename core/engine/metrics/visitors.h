// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/mutex.h"

#include <cstddef>
#include <cstdint>
#include <map>

namespace qontroller {

/// The connections of a server that come by the hundred and say nothing, in the order in which they
/// last did something. A visitor is at work while its request is answered. Thread-safe.
class Visitors
{
public:
    /// \a key names a connection whose socket is \a descriptor, until left().
    void came(const void *key, int descriptor);
    void left(const void *key);
    void begins(const void *key);
    void ends(const void *key);

    [[nodiscard]] std::size_t count() const;
    /// Has the one end that has done nothing for the longest time and is not at work. Its socket is
    /// shut down, not closed: who has it sees its end. False: there is none.
    bool endIdlest();

private:
    struct Visitor
    {
        int descriptor = -1;
        std::uint64_t turn = 0; ///< when it last did something
        bool isAtWork = false;
        bool isEnding = false;
    };

    mutable Mutex m_mutex;
    std::map<const void *, Visitor> m_all QONTROLLER_GUARDED_BY(m_mutex);
    std::uint64_t m_turn QONTROLLER_GUARDED_BY(m_mutex) = 0;
};

} // namespace qontroller
